// SPDX-License-Identifier: MIT
package import Bytes
internal import CSecp256k1

extension Secp256k1 {
    /// A signing key. It prints as `‹redacted›`, and its scalar is erased with the last copy.
    ///
    /// The public key is computed at its first use and cached for all copies.
    package struct PrivateKey: Sendable {
        private let pair: SecpKeyPair

        /// 32 bytes, big-endian, in 1..<n.
        package var scalar: SecretBytes { pair.scalar }

        /// The key that verifies this one's signatures.
        package var publicKey: PublicKey { pair.publicKey }

        /// - Throws: ``CryptoError`` with `.invalidKey` unless the scalar has 32 bytes and lies in 1..<n.
        package init(_ scalar: SecretBytes) throws {
            let isScalar = scalar.withUnsafeBytes { bytes in
                guard bytes.count == scalarCount, let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
                    return false
                }
                return secp256k1_ec_seckey_verify(SecpContext.verifying, start) == 1
            }
            guard isScalar else {
                throw CryptoError(.invalidKey, "A secp256k1 private key has 32 bytes and lies in 1..<n.")
            }
            pair = SecpKeyPair(scalar: scalar)
        }

        /// The sum of key and tweak modulo n, as BIP-0032 derives children.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the tweak has 32 bytes, `.invalidKey` when the tweak is not
        ///   below n or the sum is zero.
        package func adding(tweak: SecretBytes) throws -> PrivateKey {
            try tweak.withUnsafeBytes { try adding(tweak: $0) }
        }

        /// Adds a public tweak, such as that of a taproot output.
        package func adding(tweak: [UInt8]) throws -> PrivateKey {
            try tweak.withUnsafeBytes { try adding(tweak: $0) }
        }

        /// Adds a tweak in the caller's storage.
        package func adding(tweak: UnsafeRawBufferPointer) throws -> PrivateKey {
            guard tweak.count == scalarCount, let tweak = tweak.bindMemory(to: UInt8.self).baseAddress else {
                throw CryptoError(.malformed, "A tweak has 32 bytes, not \(tweak.count).")
            }
            let sum = try SecretBytes(count: scalarCount) { sum in
                scalar.withUnsafeBytes { sum.copyMemory(from: $0) }
                guard let start = sum.bindMemory(to: UInt8.self).baseAddress,
                    secp256k1_ec_seckey_tweak_add(SecpContext.verifying, start, tweak) == 1
                else { throw CryptoError(.invalidKey, "The tweak gives no key.") }
            }
            return PrivateKey(checked: sum)
        }

        /// The private key of a taproot output: negated if its public key has an odd y, then tweaked. BIP-0341
        ///
        /// The caller should cache it where one output key signs several inputs.
        ///
        /// - Throws: ``CryptoError`` as ``adding(tweak:)`` does.
        package func tapTweaked(_ tweak: [UInt8]) throws -> PrivateKey {
            guard tweak.count == scalarCount else {
                throw CryptoError(.malformed, "A tweak has 32 bytes, not \(tweak.count).")
            }
            return try pair.withTweaked(tweak) { tweaked in
                PrivateKey(
                    checked: SecretBytes(count: scalarCount) { scalar in
                        guard let start = scalar.bindMemory(to: UInt8.self).baseAddress else { return }
                        let result = secp256k1_keypair_sec(SecpContext.signing, start, tweaked)
                        precondition(result == 1, "A key pair always has its scalar.")
                    })
            }
        }

        /// The same with a known parity of the public key's y, which avoids computing that key.
        ///
        /// With the wrong parity the result is another key, so the caller must compare its public key with the
        /// output's.
        ///
        /// - Throws: ``CryptoError`` as ``adding(tweak:)`` does.
        package func tapTweaked(_ tweak: [UInt8], isOdd: Bool) throws -> PrivateKey {
            guard isOdd else { return try adding(tweak: tweak) }
            let negated = SecretBytes(count: scalarCount) { copy in
                scalar.withUnsafeBytes { copy.copyMemory(from: $0) }
                guard let start = copy.bindMemory(to: UInt8.self).baseAddress else { return }
                let result = secp256k1_ec_seckey_negate(SecpContext.verifying, start)
                precondition(result == 1, "A checked key can always be negated.")
            }
            return try PrivateKey(checked: negated).adding(tweak: tweak)
        }

        /// Signs a digest with the nonce of RFC 6979; s is in the lower half.
        ///
        /// With `isLowR` the nonce is varied until r takes no extra byte, exactly as in Bitcoin Core; on average this
        /// takes two signatures.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the digest has 32 bytes.
        package func sign(digest: [UInt8], isLowR: Bool = false) throws -> Signature {
            try Self.check(digest)
            return scalar.withUnsafeBytes { scalar in
                let scalar = scalar.assumingMemoryBound(to: UInt8.self)
                let context = SecpContext.signing
                var signature = Self.sign(digest, scalar, nil, context)
                // CKey::Sign of Bitcoin Core: the counter, little-endian, begins with one.
                var counter: UInt32 = 0
                while isLowR, !signature.isLowR {
                    counter += 1
                    var entropy = [UInt8](repeating: 0, count: scalarCount)
                    entropy.withUnsafeMutableBytes { $0.storeBytes(of: counter.littleEndian, as: UInt32.self) }
                    signature = Self.sign(digest, scalar, entropy, context)
                }
                return signature
            }
        }

        /// Signs a digest, with the recovery id for ``Secp256k1/recover(_:recoveryID:digest:)``.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the digest has 32 bytes.
        package func signRecoverable(digest: [UInt8]) throws -> (signature: Signature, recoveryID: UInt8) {
            try Self.check(digest)
            return scalar.withUnsafeBytes { scalar in
                var made = secp256k1_ecdsa_recoverable_signature()
                var identifier: Int32 = 0
                let raw = [UInt8](unsafeUninitializedCapacity: Signature.count) { raw, filled in
                    guard let start = raw.baseAddress, let key = scalar.bindMemory(to: UInt8.self).baseAddress,
                        secp256k1_ecdsa_sign_recoverable(SecpContext.signing, &made, digest, key, nil, nil) == 1,
                        secp256k1_ecdsa_recoverable_signature_serialize_compact(
                            SecpContext.verifying, start, &identifier, &made) == 1
                    else { preconditionFailure("libsecp256k1 refused to sign with a checked key.") }
                    filled = Signature.count
                }
                return (Signature(unchecked: raw), UInt8(truncatingIfNeeded: identifier))
            }
        }

        /// Signs 32 bytes as BIP-0340 says, with the key itself or with the key of a taproot output.
        ///
        /// Without auxiliary randomness the same message always gets the same signature.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless message, tweak and auxiliary bytes are 32 each,
        ///   `.invalidKey` when the tweak gives no key.
        package func signSchnorr(
            _ message: [UInt8], tapTweak: [UInt8]? = nil, auxiliary: [UInt8]? = nil
        ) throws -> [UInt8] {
            try Self.check(message)
            if let auxiliary { try Self.check(auxiliary) }
            guard let tapTweak else { return pair.withPair { Self.signSchnorr(message, $0, auxiliary) } }
            try Self.check(tapTweak)
            return try pair.withTweaked(tapTweak) { Self.signSchnorr(message, $0, auxiliary) }
        }

        /// For a scalar that the library produced.
        private init(checked scalar: SecretBytes) { pair = SecpKeyPair(scalar: scalar) }
    }
}

extension Secp256k1.PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secp256k1.PrivateKey {
    private static func check(_ bytes: [UInt8]) throws {
        guard bytes.count == Secp256k1.scalarCount else {
            throw CryptoError(.malformed, "What is signed has 32 bytes, not \(bytes.count).")
        }
    }

    private static func sign(
        _ digest: [UInt8], _ scalar: UnsafeBufferPointer<UInt8>, _ entropy: [UInt8]?, _ context: OpaquePointer
    ) -> Secp256k1.Signature {
        guard let key = scalar.baseAddress else { preconditionFailure("A key's storage has no address.") }
        var made = secp256k1_ecdsa_signature()
        let isSigned: Bool
        if let entropy {
            isSigned = entropy.withUnsafeBytes {
                secp256k1_ecdsa_sign(context, &made, digest, key, nil, $0.baseAddress) == 1
            }
        } else {
            isSigned = secp256k1_ecdsa_sign(context, &made, digest, key, nil, nil) == 1
        }
        precondition(isSigned, "libsecp256k1 refused to sign with a checked key.")
        return Secp256k1.Signature(
            unchecked: [UInt8](unsafeUninitializedCapacity: Secp256k1.Signature.count) { raw, filled in
                guard let start = raw.baseAddress,
                    secp256k1_ecdsa_signature_serialize_compact(SecpContext.verifying, start, &made) == 1
                else { preconditionFailure("libsecp256k1 could not write a signature.") }
                filled = Secp256k1.Signature.count
            })
    }

    private static func signSchnorr(
        _ message: [UInt8], _ pair: UnsafePointer<secp256k1_keypair>, _ auxiliary: [UInt8]?
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Secp256k1.XOnlyKey.signatureCount) { raw, filled in
            guard let start = raw.baseAddress else { preconditionFailure("A signature's storage has no address.") }
            let context = SecpContext.signing
            let result =
                if let auxiliary {
                    secp256k1_schnorrsig_sign32(context, start, message, pair, auxiliary)
                } else {
                    secp256k1_schnorrsig_sign32(context, start, message, pair, nil)
                }
            precondition(result == 1, "libsecp256k1 refused to sign with a checked key.")
            filled = Secp256k1.XOnlyKey.signatureCount
        }
    }
}
