// SPDX-License-Identifier: MIT
internal import COpenSSL
internal import Glibc

/// The reusable OpenSSL objects of one thread's P-256 operations, so that no operation allocates or looks up the curve.
///
/// Creating a key by curve name takes 8 µs and a verification 43 µs, so reuse saves a sixth of the time. The private
/// key is stored only during a signature. C: <https://www.openssl.org/docs/man3.0/man3/EC_KEY_new.html>
final class P256Scratch {
    let key: OpaquePointer
    private let group: OpaquePointer
    private let point: OpaquePointer
    private let numbers: OpaquePointer
    private let signature: OpaquePointer
    // Owned by `signature`, and rewritten in place; also used for the coordinates of a point being set.
    private let r: OpaquePointer
    private let s: OpaquePointer

    /// This thread's instance, created at its first use and freed when the thread ends. pthread_key_create(3)
    static var current: P256Scratch {
        if let stored = pthread_getspecific(slot) {
            return Unmanaged<P256Scratch>.fromOpaque(stored).takeUnretainedValue()
        }
        let made = P256Scratch()
        let result = pthread_setspecific(slot, Unmanaged.passRetained(made).toOpaque())
        precondition(result == 0, "The thread's signature scratch could not be stored: error \(result).")
        return made
    }

    private static let slot: pthread_key_t = {
        var slot = pthread_key_t()
        let result = pthread_key_create(&slot) { stored in
            guard let stored else { return }
            Unmanaged<P256Scratch>.fromOpaque(stored).release()
        }
        precondition(result == 0, "No thread-local slot is left for signatures: error \(result).")
        return slot
    }()

    private init() {
        guard let key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), let group = EC_KEY_get0_group(key),
            let point = EC_POINT_new(group), let numbers = BN_CTX_new(), let signature = ECDSA_SIG_new(),
            let r = BN_new(), let s = BN_new(), ECDSA_SIG_set0(signature, r, s) == 1
        else { preconditionFailure("OpenSSL has no memory left for a P-256 key.") }
        self.key = key
        self.group = group
        self.point = point
        self.numbers = numbers
        self.signature = signature
        self.r = r
        self.s = s
    }

    deinit {
        ECDSA_SIG_free(signature)
        BN_CTX_free(numbers)
        EC_POINT_free(point)
        EC_KEY_free(key)
    }

    /// Sets the point of ``key``; false when the bytes are not a point of the curve.
    func setPublicKey(_ compressed: [UInt8]) -> Bool {
        // An unreduced x would be a second form of another key, and OpenSSL would silently reduce it here.
        let x = compressed.withUnsafeBytes { P256.FieldElement(bigEndian: UnsafeRawBufferPointer(rebasing: $0[1...])) }
        guard let root = x?.curveY else { return false }
        let isSet = withUnsafeTemporaryAllocation(byteCount: P256.scalarCount, alignment: 8) { y in
            root.write(bigEndian: y)
            if (y[P256.scalarCount - 1] ^ compressed[0]) & 1 == 1 { root.negated.write(bigEndian: y) }
            return compressed.withUnsafeBytes { load($0.baseAddress?.advanced(by: 1), into: r) }
                && load(y.baseAddress, into: s)
                // Refuses a point that is not on the curve, so the square root need not be trusted.
                && EC_POINT_set_affine_coordinates(group, point, r, s, numbers) == 1
                && EC_KEY_set_public_key(key, point) == 1
        }
        if !isSet { ERR_clear_error() }
        return isSet
    }

    /// Verifies with a key whose public point is set.
    func isValid(_ signature: P256.Signature, digest: UnsafePointer<UInt8>, key: OpaquePointer) -> Bool {
        let isLoaded = signature.raw.withUnsafeBytes { raw in
            load(raw.baseAddress, into: r) && load(raw.baseAddress?.advanced(by: P256.scalarCount), into: s)
        }
        guard isLoaded, ECDSA_do_verify(digest, Int32(Digest.count), self.signature, key) == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }

    /// Multiplies the base point in constant time; the scalar must be in 1..<n.
    func publicKey(of scalar: UnsafeRawBufferPointer) throws -> [UInt8] {
        try withSecretNumber(scalar) { number in
            try check(EC_POINT_mul(group, point, number, nil, nil, numbers), doing: "compute a public key")
        }
        var compressed = [UInt8](repeating: 0, count: P256.PublicKey.count)
        let written = EC_POINT_point2oct(
            group, point, POINT_CONVERSION_COMPRESSED, &compressed, compressed.count, numbers)
        guard written == compressed.count else {
            throw CryptoError(.unavailable, "OpenSSL could not write a public key.")
        }
        return compressed
    }

    /// Signs a digest as r || s, with either half of s. OpenSSL derives the nonce from key, digest and fresh
    /// randomness.
    func sign(digest: UnsafePointer<UInt8>, scalar: UnsafeRawBufferPointer) throws -> [UInt8] {
        try withSecretNumber(scalar) { number in
            try check(EC_KEY_set_private_key(key, number), doing: "load a private key")
        }
        // Setting nil erases the stored key.
        defer { EC_KEY_set_private_key(key, nil) }
        guard let made = ECDSA_do_sign(digest, Int32(Digest.count), key) else {
            try check(0, doing: "sign")
            preconditionFailure("A failed check throws.")
        }
        defer { ECDSA_SIG_free(made) }
        var raw = [UInt8](repeating: 0, count: P256.Signature.count)
        let isWritten = raw.withUnsafeMutableBufferPointer { raw in
            BN_bn2binpad(ECDSA_SIG_get0_r(made), raw.baseAddress, Int32(P256.scalarCount)) == P256.scalarCount
                && BN_bn2binpad(
                    ECDSA_SIG_get0_s(made), raw.baseAddress?.advanced(by: P256.scalarCount), Int32(P256.scalarCount))
                    == P256.scalarCount
        }
        guard isWritten else { throw CryptoError(.unavailable, "OpenSSL could not write a signature.") }
        return raw
    }

    /// Reads 32 big-endian bytes of a public number in place.
    private func load(_ bytes: UnsafeRawPointer?, into number: OpaquePointer) -> Bool {
        guard let bytes else { return false }
        return BN_bin2bn(bytes.assumingMemoryBound(to: UInt8.self), Int32(P256.scalarCount), number) != nil
    }

    private func withSecretNumber(_ bytes: UnsafeRawBufferPointer, _ body: (OpaquePointer) throws -> Void) throws {
        guard
            let number = BN_bin2bn(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count), nil)
        else { throw CryptoError(.unavailable, "OpenSSL has no memory left for a private key.") }
        defer { BN_clear_free(number) }
        BN_set_flags(number, BN_FLG_CONSTTIME)
        try body(number)
    }
}
