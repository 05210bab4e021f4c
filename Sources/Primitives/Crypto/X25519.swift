// SPDX-License-Identifier: MIT
package import Bytes
internal import CSodium

/// Key agreement on Curve25519. RFC 7748; C: <https://doc.libsodium.org/advanced/scalar_multiplication>
package enum X25519 {
    /// The length of a private key, of a public key and of an agreed secret in bytes.
    package static let count = 32

    /// A private key. It prints as `‹redacted›`, and is erased with the last copy.
    package struct PrivateKey: Sendable {
        private let scalar: SecretBytes

        /// The bytes for the other side.
        package let publicKey: [UInt8]

        /// Takes 32 bytes in the form of RFC 7748. Five of their bits do not count (section 5, `decodeScalar25519`).
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes.
        package init(_ scalar: SecretBytes) throws {
            guard scalar.count == count else {
                throw CryptoError(.malformed, "An X25519 key has \(count) bytes, not \(scalar.count).")
            }
            _ = Sodium.ready
            self.scalar = scalar
            publicKey = [UInt8](unsafeUninitializedCapacity: count) { point, filled in
                scalar.withUnsafeBytes { scalar in
                    let result = crypto_scalarmult_base(
                        Sodium.start(of: UnsafeMutableRawBufferPointer(point)), Sodium.start(of: scalar))
                    precondition(result == 0, "libsodium refused an X25519 key of 32 bytes.")
                }
                filled = count
            }
        }

        /// Makes a random key.
        package init(random: RandomSource) {
            do { try self.init(SecretBytes(random.bytes(count))) } catch {
                preconditionFailure("32 random bytes were no X25519 key.")
            }
        }

        /// The secret that both sides compute from the other's public key.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes; with `.invalidKey` for a point of
        ///   small order, because the secret would be zero whatever this key is. RFC 7748, section 6.1
        package func agreement(with other: [UInt8]) throws -> SecretBytes {
            guard other.count == count else {
                throw CryptoError(.malformed, "An X25519 key has \(count) bytes, not \(other.count).")
            }
            return try SecretBytes(count: count) { secret in
                let result = scalar.withUnsafeBytes { scalar in
                    crypto_scalarmult(Sodium.start(of: secret), Sodium.start(of: scalar), other)
                }
                // libsodium 1.0.18 reports a result of zero; the second check does not depend on its version.
                guard result == 0, secret.contains(where: { $0 != 0 }) else {
                    throw CryptoError(.invalidKey, "The other side's X25519 key gives an all-zero shared secret.")
                }
            }
        }
    }
}

extension X25519.PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
