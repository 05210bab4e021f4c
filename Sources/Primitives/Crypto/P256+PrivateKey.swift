// SPDX-License-Identifier: MIT
package import Bytes

extension P256 {
    /// A signing key. It prints as `‹redacted›`, and its scalar is erased with the last copy.
    package struct PrivateKey: Sendable {
        /// 32 bytes, big-endian, in 1..<n.
        package let scalar: SecretBytes
        /// The key that verifies this one's signatures.
        package let publicKey: PublicKey

        /// - Throws: ``CryptoError`` with `.invalidKey` unless the scalar has 32 bytes and lies in 1..<n.
        package init(scalar: SecretBytes) throws {
            guard Self.isScalar(scalar) else {
                throw CryptoError(.invalidKey, "A P-256 private key has 32 bytes and lies in 1..<n.")
            }
            self.scalar = scalar
            publicKey = PublicKey(
                unchecked: try scalar.withUnsafeBytes { try P256Scratch.current.publicKey(of: $0) })
        }

        /// Draws random scalars until one is valid, in practice once.
        package init(random: RandomSource) {
            self = Self.first { _ in SecretBytes(random.bytes(scalarCount)) }
        }

        /// The same seed and info always give the same key; different info gives an unrelated one.
        package static func derived(seed: SecretBytes, info: [UInt8]) -> PrivateKey {
            first { attempt in
                HKDF.derive(from: seed, salt: [], info: info + [attempt], count: scalarCount)
            }
        }

        /// Signs the parts, joined in order, under SHA-256; s is in the lower half.
        ///
        /// - Throws: ``CryptoError`` with `.unavailable` when OpenSSL fails, in practice because of lack of memory.
        package func sign(_ message: [[UInt8]]) throws -> Signature {
            try SHA256.withDigest(of: message) { digest in
                let raw = try scalar.withUnsafeBytes { try P256Scratch.current.sign(digest: digest, scalar: $0) }
                return try Signature(normalizing: raw)
            }
        }
    }
}

extension P256.PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension P256.PrivateKey {
    /// A random candidate is outside 1..<n once in 2^32; a hundred such candidates mean a broken random source.
    private static func first(_ candidate: (UInt8) -> SecretBytes) -> Self {
        for attempt in 0..<UInt8(100) {
            let scalar = candidate(attempt)
            guard isScalar(scalar) else { continue }
            do {
                return try Self(scalar: scalar)
            } catch {
                preconditionFailure("A valid scalar gave no key: \(error)")
            }
        }
        preconditionFailure("The source of randomness gave no valid P-256 key a hundred times in a row.")
    }

    /// Compares with n in constant time: subtracts, and uses only the final borrow.
    private static func isScalar(_ scalar: SecretBytes) -> Bool {
        guard scalar.count == P256.scalarCount else { return false }
        return scalar.withUnsafeBytes { bytes in
            var borrow = 0
            var any: UInt8 = 0
            for index in (0..<P256.scalarCount).reversed() {
                any |= bytes[index]
                borrow = (Int(bytes[index]) - Int(P256.order[index]) - borrow) >> 8 & 1
            }
            return borrow == 1 && any != 0
        }
    }
}
