// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// The handshakes Noise_NNpsk0 and Noise_NN with 25519, AESGCM and SHA256. Noise, revision 34: <https://noiseprotocol.org/noise.html>
///
///     NNpsk0:  -> psk, e        NN:  -> e
///              <- e, ee              <- e, ee
///
/// The payee is the initiator, because the payer has committed to its key before the first message.
package struct NoiseHandshake: Sendable {
    package enum Role: Sendable { case initiator, responder }

    private let role: Role
    private let hasSecret: Bool
    private let own: X25519.PrivateKey
    /// The other side's key, once its message was read.
    package private(set) var other: [UInt8]?

    private var chainingKey: SecretBytes
    /// The hash of everything so far; after the second message, the same on both sides of one session only.
    package private(set) var hash: [UInt8]
    private var cipher: NoiseCipher?

    /// - Parameters:
    ///   - secret: 32 bytes that both sides have, for NNpsk0; nil for NN.
    ///   - prologue: bytes that must be the same on both sides.
    package init(_ role: Role, secret: SecretBytes?, prologue: [UInt8], key: X25519.PrivateKey) {
        self.role = role
        hasSecret = secret != nil
        own = key
        let name = Array("Noise_NN\(secret == nil ? "" : "psk0")_25519_AESGCM_SHA256".utf8)
        // The longer name has exactly the length of a hash.
        hash = name + [UInt8](repeating: 0, count: Digest.count - name.count)
        chainingKey = SecretBytes(hash)
        mix(hashOf: prologue)
        if let secret { mix(keyAndHash: secret) }
    }

    /// Writes this side's message.
    package mutating func write(payload: [UInt8] = []) throws -> [UInt8] {
        mix(key: own.publicKey)
        if role == .responder { try mixAgreement() }
        let sealed = try cipher?.seal(payload, associatedData: hash) ?? payload
        mix(hashOf: sealed)
        return own.publicKey + sealed
    }

    /// Reads the other side's message and returns its payload.
    ///
    /// - Throws: ``NearbyError`` with code `.malformed`, or `.notAuthentic` for a message made with another secret or
    ///   prologue and for a key of small order.
    package mutating func read(_ message: [UInt8]) throws -> [UInt8] {
        guard message.count >= X25519.count else {
            throw NearbyError(.malformed, "A message of the handshake is cut short.")
        }
        let key = Array(message.prefix(X25519.count))
        other = key
        mix(key: key)
        if role == .initiator { try mixAgreement() }
        let sealed = Array(message.dropFirst(X25519.count))
        let payload = try cipher?.open(sealed, associatedData: hash) ?? sealed
        mix(hashOf: sealed)
        return payload
    }

    /// The ciphers of both directions. Call after both messages. Noise, section 5.2, `Split`
    package func ciphers() -> (sending: NoiseCipher, receiving: NoiseCipher) {
        let keys = derive(from: SecretBytes([]), 2)
        let ciphers = (NoiseCipher(keys[0]), NoiseCipher(keys[1]))
        return role == .initiator ? ciphers : (ciphers.1, ciphers.0)
    }

    // MARK: - Symmetric state. Noise, section 5.2

    /// Token `e`. With a shared secret the key is also mixed into the chaining key. Noise, section 9.2
    private mutating func mix(key: [UInt8]) {
        mix(hashOf: key)
        if hasSecret { mix(secret: SecretBytes(key)) }
    }

    private mutating func mixAgreement() throws {
        guard let other else {
            throw NearbyError(.unexpected, "A message of the handshake came before the other side's key.")
        }
        do { mix(secret: try own.agreement(with: other)) } catch let error as CryptoError {
            throw NearbyError(.notAuthentic, "The other device's key is invalid.", cause: error)
        }
    }

    private mutating func mix(hashOf bytes: [UInt8]) { hash = SHA256.hash(hash, bytes).bytes }

    private mutating func mix(secret: SecretBytes) {
        let keys = derive(from: secret, 2)
        (chainingKey, cipher) = (keys[0], NoiseCipher(keys[1]))
    }

    private mutating func mix(keyAndHash secret: SecretBytes) {
        let keys = derive(from: secret, 3)
        chainingKey = keys[0]
        mix(hashOf: keys[1].withUnsafeBytes { Array($0) })
        cipher = NoiseCipher(keys[2])
    }

    /// Noise's HKDF is that of RFC 5869 with the chaining key as salt and an empty info. Noise, section 4.3
    private func derive(from secret: SecretBytes, _ count: Int) -> [SecretBytes] {
        let all = HKDF.derive(from: secret, salt: chainingKey, info: [], count: count * Digest.count)
        return (0..<count).map { index in
            SecretBytes(count: Digest.count) { part in
                all.withUnsafeBytes { all in
                    let start = index * Digest.count
                    part.copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: all[start..<start + Digest.count]))
                }
            }
        }
    }
}
