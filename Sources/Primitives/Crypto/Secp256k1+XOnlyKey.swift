// SPDX-License-Identifier: MIT
internal import Bytes
internal import CSecp256k1

extension Secp256k1 {
    /// A verification key for Schnorr signatures: a point with even y, identified by x alone. BIP-0340
    package struct XOnlyKey: Hashable, Sendable, CustomStringConvertible {
        /// x, 32 bytes, big-endian.
        package let bytes: [UInt8]
        /// The same point with its even y, for additions.
        private let point: secp256k1_pubkey

        package static let count = 32
        package static let signatureCount = 64

        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes, `.invalidKey` when no point has this x.
        package init(_ bytes: [UInt8]) throws {
            guard bytes.count == Self.count else {
                throw CryptoError(.malformed, "An x-only key has 32 bytes, not \(bytes.count).")
            }
            var point = secp256k1_pubkey()
            let even = [2] + bytes
            guard secp256k1_ec_pubkey_parse(SecpContext.verifying, &point, even, even.count) == 1 else {
                throw CryptoError(.invalidKey, "The 32 bytes of the key name no point of secp256k1.")
            }
            self.bytes = bytes
            self.point = point
        }

        /// The key without the sign of y, as BIP-0340 uses it.
        init(_ key: PublicKey) {
            var point = key.point
            if key.isOdd {
                let result = secp256k1_ec_pubkey_negate(SecpContext.verifying, &point)
                precondition(result == 1, "A parsed key always has a negative.")
            }
            self.point = point
            bytes = Array(key.compressed.dropFirst())
        }

        /// The key plus the tweak times the base point: a taproot output key. BIP-0341
        ///
        /// `isOdd` is the sign of the sum's y, which a control block repeats.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the tweak has 32 bytes, `.invalidKey` when it gives no key.
        package func tweaked(_ tweak: [UInt8]) throws -> (key: XOnlyKey, isOdd: Bool) {
            let sum = PublicKey(try tweak.withUnsafeBytes { try Secp256k1.sum(of: point, andTweak: $0) })
            return (XOnlyKey(sum), sum.isOdd)
        }

        /// Whether this key's owner signed the message; 32 bytes in every use so far, although BIP-0340 allows any
        /// length.
        package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard signature.count == Self.signatureCount else { return false }
            var (point, key) = (point, secp256k1_xonly_pubkey())
            return secp256k1_xonly_pubkey_from_pubkey(SecpContext.verifying, &key, nil, &point) == 1
                && secp256k1_schnorrsig_verify(SecpContext.verifying, signature, message, message.count, &key) == 1
        }

        package static func == (left: XOnlyKey, right: XOnlyKey) -> Bool { left.bytes == right.bytes }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

        package var description: String { Hex.encode(bytes) }
    }
}
