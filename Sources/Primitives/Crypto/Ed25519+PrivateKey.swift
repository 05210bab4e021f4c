// SPDX-License-Identifier: MIT
package import Bytes
internal import CSodium

extension Ed25519 {
    /// A signing key. It prints as `‹redacted›`, and is erased with the last copy.
    package struct PrivateKey: Sendable {
        /// The seed followed by the public key, libsodium's form.
        private let expanded: SecretBytes

        /// The key that verifies this one's signatures.
        package let publicKey: PublicKey

        /// Takes the 32 bytes that are the private key in RFC 8032.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes.
        package init(seed: SecretBytes) throws {
            guard seed.count == keyCount else {
                throw CryptoError(.malformed, "An Ed25519 seed has 32 bytes, not \(seed.count).")
            }
            _ = Sodium.ready
            var publicBytes = [UInt8](repeating: 0, count: keyCount)
            expanded = SecretBytes(count: Int(crypto_sign_SECRETKEYBYTES)) { expanded in
                seed.withUnsafeBytes { seed in
                    let result = crypto_sign_seed_keypair(
                        &publicBytes, Sodium.start(of: expanded), Sodium.start(of: seed))
                    precondition(result == 0, "libsodium refused a seed of 32 bytes.")
                }
            }
            publicKey = PublicKey(unchecked: publicBytes)
        }

        /// The 32 bytes from which the key was made.
        package var seed: SecretBytes {
            SecretBytes(count: keyCount) { seed in
                expanded.withUnsafeBytes { seed.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<keyCount])) }
            }
        }

        /// Signs the message; the same message always gets the same 64 bytes.
        package func sign(_ message: [UInt8]) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: signatureCount) { signature, filled in
                expanded.withUnsafeBytes { key in
                    let result = crypto_sign_detached(
                        Sodium.start(of: UnsafeMutableRawBufferPointer(signature)), nil, message, UInt64(message.count),
                        Sodium.start(of: key))
                    precondition(result == 0, "libsodium refused to sign.")
                }
                filled = signatureCount
            }
        }
    }
}

extension Ed25519.PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
