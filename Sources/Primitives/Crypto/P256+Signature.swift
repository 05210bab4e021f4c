// SPDX-License-Identifier: MIT

extension P256 {
    /// A signature r || s with s in the lower half. It is not verified for any key or message.
    package struct Signature: Hashable, Sendable {
        /// r, then s, 32 bytes each, big-endian.
        package let raw: [UInt8]

        package static let count = 64

        /// - Throws: ``CryptoError`` with `.malformed` for another length, `.invalidSignature` when r or s is outside
        ///   1..<n or s is above (n - 1) / 2, which would be a second form of another signature.
        package init(raw: [UInt8]) throws {
            try Self.checkRange(raw)
            guard !halfOrder.lexicographicallyPrecedes(raw[scalarCount...]) else {
                throw CryptoError(
                    .invalidSignature, "The signature's s is in the upper half; only the lower is accepted.")
            }
            self.raw = raw
        }

        /// Takes a signature from software that allows a high s, and replaces a high s by n - s.
        ///
        /// - Throws: ``CryptoError`` as ``init(raw:)`` does, except for a high s.
        package init(normalizing raw: [UInt8]) throws {
            try Self.checkRange(raw)
            guard halfOrder.lexicographicallyPrecedes(raw[scalarCount...]) else {
                self.raw = raw
                return
            }
            self.raw = raw[..<scalarCount] + P256.subtract(raw[scalarCount...], from: order)
        }

        private static func checkRange(_ raw: [UInt8]) throws {
            guard raw.count == count else {
                throw CryptoError(.malformed, "A signature has \(count) bytes, not \(raw.count).")
            }
            guard isScalar(raw[..<scalarCount]), isScalar(raw[scalarCount...]) else {
                throw CryptoError(.invalidSignature, "The signature's r or s is outside 1..<n.")
            }
        }
    }

    /// Big-endian subtraction of public values; the subtrahend must not be larger.
    private static func subtract(_ small: ArraySlice<UInt8>, from large: [UInt8]) -> [UInt8] {
        var result = large
        var borrow = 0
        for (index, byte) in zip(large.indices, small).reversed() {
            let difference = Int(large[index]) - Int(byte) - borrow
            borrow = difference < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: difference)
        }
        return result
    }
}
