// SPDX-License-Identifier: MIT
internal import Bytes
internal import CSodium

extension Ed25519 {
    /// A verification key, in its 32-byte form.
    ///
    /// The bytes may not be a point of the curve, as for many addresses of Solana. Such a key verifies no signature.
    package struct PublicKey: Hashable, Sendable, CustomStringConvertible {
        package let bytes: [UInt8]

        package static let count = keyCount

        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes.
        package init(_ bytes: [UInt8]) throws {
            guard bytes.count == Self.count else {
                throw CryptoError(.malformed, "An Ed25519 key has 32 bytes, not \(bytes.count).")
            }
            self.bytes = bytes
        }

        /// For bytes that the library produced.
        init(unchecked bytes: [UInt8]) { self.bytes = bytes }

        /// Whether this key's owner signed the message. It refuses keys of small order and an s that is not reduced.
        package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard signature.count == signatureCount else { return false }
            _ = Sodium.ready
            return crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
        }

        package var description: String { Hex.encode(bytes) }
    }
}
