// SPDX-License-Identifier: MIT
internal import Bytes
internal import CSecp256k1

extension Secp256k1 {
    /// A point of the curve with even y, named by x alone; it checks Schnorr signatures. BIP-0340
    package struct XOnlyKey: Hashable, Sendable, CustomStringConvertible {
        /// x, 32 bytes, big-endian.
        package let bytes: [UInt8]
        private let point: secp256k1_xonly_pubkey

        package static let count = 32
        package static let signatureCount = 64

        /// - Throws: ``CryptoError`` with `.malformed` unless there are 32 bytes, `.invalidKey` when no point has this x.
        package init(_ bytes: [UInt8]) throws {
            guard bytes.count == Self.count else {
                throw CryptoError(.malformed, "An x-only key has 32 bytes, not \(bytes.count).")
            }
            var point = secp256k1_xonly_pubkey()
            guard secp256k1_xonly_pubkey_parse(SecpContext.verifying, &point, bytes) == 1 else {
                throw CryptoError(.invalidKey, "The 32 bytes of the key name no point of secp256k1.")
            }
            self.bytes = bytes
            self.point = point
        }

        /// For a point that the library itself made.
        init(_ point: secp256k1_xonly_pubkey) {
            self.point = point
            bytes = [UInt8](unsafeUninitializedCapacity: Self.count) { bytes, filled in
                var point = point
                guard let start = bytes.baseAddress,
                    secp256k1_xonly_pubkey_serialize(SecpContext.verifying, start, &point) == 1
                else { preconditionFailure("libsecp256k1 could not write an x-only key.") }
                filled = Self.count
            }
        }

        /// The key plus the tweak times the base point: a taproot output key. BIP-0341
        ///
        /// `isOdd` is the sign of the sum's y, which a control block repeats.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless the tweak has 32 bytes, `.invalidKey` when it gives no key.
        package func tweaked(_ tweak: [UInt8]) throws -> (key: XOnlyKey, isOdd: Bool) {
            guard tweak.count == scalarCount else {
                throw CryptoError(.malformed, "A tweak has 32 bytes, not \(tweak.count).")
            }
            var sum = secp256k1_pubkey()
            var point = point
            guard secp256k1_xonly_pubkey_tweak_add(SecpContext.verifying, &sum, &point, tweak) == 1 else {
                throw CryptoError(.invalidKey, "The tweak gives no key.")
            }
            var key = secp256k1_xonly_pubkey()
            var parity: Int32 = 0
            let result = secp256k1_xonly_pubkey_from_pubkey(SecpContext.verifying, &key, &parity, &sum)
            precondition(result == 1, "A sum that is a key has an x.")
            return (XOnlyKey(key), parity == 1)
        }

        /// Whether this key's owner signed the message: of 32 bytes for every use so far, though BIP-0340 allows any.
        package func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard signature.count == Self.signatureCount else { return false }
            var point = point
            return secp256k1_schnorrsig_verify(
                SecpContext.verifying, signature, message, message.count, &point) == 1
        }

        package static func == (left: XOnlyKey, right: XOnlyKey) -> Bool { left.bytes == right.bytes }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

        package var description: String { Hex.encode(bytes) }
    }
}
