// SPDX-License-Identifier: MIT
internal import Bytes

extension P256 {
    /// A verification key, in its 33-byte compressed form.
    ///
    /// Two keys are equal when these bytes are. The bytes may not be a point of the curve: such a key verifies no
    /// signature, and ``prepared()`` throws.
    package struct PublicKey: Hashable, Sendable, CustomStringConvertible {
        /// 2 or 3 for the sign of y, then x, big-endian. SEC 1, section 2.3.3
        package let compressed: [UInt8]
        private let point: CurvePoint?

        package static let count = 33

        /// It does no arithmetic; the first verification finds out whether the point exists.
        ///
        /// - Throws: ``CryptoError`` with `.malformed` unless there are 33 bytes that begin with 2 or 3.
        package init(compressed: [UInt8]) throws {
            guard compressed.count == Self.count, compressed[0] == 2 || compressed[0] == 3 else {
                throw CryptoError(.malformed, "A compressed P-256 key has 33 bytes that begin with 2 or 3.")
            }
            self.compressed = compressed
            point = nil
        }

        /// For bytes that the curve arithmetic produced.
        init(unchecked compressed: [UInt8]) {
            self.compressed = compressed
            point = nil
        }

        private init(compressed: [UInt8], point: CurvePoint) {
            self.compressed = compressed
            self.point = point
        }

        /// The same key with its point computed and cached, for keys that verify many signatures.
        ///
        /// - Throws: ``CryptoError`` with `.invalidKey` when the bytes are not a point of the curve.
        package func prepared() throws -> PublicKey {
            point == nil ? PublicKey(compressed: compressed, point: try CurvePoint(compressed)) : self
        }

        /// Whether this key's owner signed the parts, joined in order, under SHA-256.
        package func isValid(_ signature: Signature, for message: [[UInt8]]) -> Bool {
            SHA256.withDigest(of: message) { digest in
                let scratch = P256Scratch.current
                if let point {
                    return scratch.isValid(signature, digest: digest, key: point.key)
                }
                return scratch.setPublicKey(compressed) && scratch.isValid(signature, digest: digest, key: scratch.key)
            }
        }

        package static func == (left: PublicKey, right: PublicKey) -> Bool {
            left.compressed == right.compressed
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(compressed)
        }

        package var description: String { Hex.encode(compressed) }
    }
}
