// SPDX-License-Identifier: MIT
internal import Bytes

/// The 32 bytes of a SHA-256 digest.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// The length of a digest in bytes.
    package static let count = 32

    /// - Throws: ``CryptoError`` with `.malformed` unless there are exactly 32 bytes.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count == Self.count else {
            throw CryptoError(.malformed, "A SHA-256 digest has 32 bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// For bytes that SHA-256 produced.
    init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var description: String { Hex.encode(bytes) }
}
