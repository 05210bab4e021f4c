// SPDX-License-Identifier: MIT
internal import Bytes

/// Bytes, encoded in JSON as base64url without padding (RFC 4648 5).
package struct Blob: Codable, Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a value is not base64url")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode(bytes))
    }
}
