// SPDX-License-Identifier: MIT
internal import Bytes

/// Names an upload: 128 random bits, written as 32 lowercase hexadecimal digits.
package struct UploadID: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 16

    package let bytes: [UInt8]

    /// - Throws: ``FileModelError`` with `.malformed` unless there are 16 bytes.
    package init(_ bytes: [UInt8]) throws(FileModelError) {
        guard bytes.count == Self.byteCount else {
            throw FileModelError(.malformed, "The name of an upload has \(Self.byteCount) bytes, not \(bytes.count).")
        }
        self.bytes = bytes
    }

    /// - Returns: nil for a text that ``description`` never is.
    package init?(_ text: String) {
        do {
            try self.init(Hex.decode(text))
        } catch {
            return nil
        }
        guard description == text else { return nil }
    }

    package var description: String { Hex.encode(bytes) }
}
