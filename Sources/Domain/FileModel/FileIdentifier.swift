// SPDX-License-Identifier: MIT
internal import Bytes

/// What names an item or a space: 16 bytes, written as 32 lowercase hexadecimal digits.
package protocol FileIdentifier: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 16 bytes.
    var bytes: [UInt8] { get }

    /// - Parameter bytes: 16 of them; only the inits below call it.
    init(checked bytes: [UInt8])
}

extension FileIdentifier {
    package static var byteCount: Int { 16 }

    /// - Throws: ``FileModelError`` with `.malformed` unless there are 16 bytes.
    package init(_ bytes: [UInt8]) throws(FileModelError) {
        guard bytes.count == Self.byteCount else {
            throw FileModelError(.malformed, "An id has \(Self.byteCount) bytes, not \(bytes.count).")
        }
        self.init(checked: bytes)
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an id is not 32 hexadecimal digits in lower case")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Names a folder or a file for as long as it exists, wherever it is moved.
package struct ItemID: FileIdentifier {
    package let bytes: [UInt8]

    package init(checked bytes: [UInt8]) { self.bytes = bytes }
}

/// Names a space.
package struct SpaceID: FileIdentifier {
    package let bytes: [UInt8]

    package init(checked bytes: [UInt8]) { self.bytes = bytes }

    /// The folder at the top of the space, which has the same id.
    package var root: ItemID { ItemID(checked: bytes) }
}
