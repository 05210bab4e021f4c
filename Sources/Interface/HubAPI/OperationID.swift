// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
package import Tokens

/// The name that a client gives to one money operation; the hub answers the same name with the same result for ever.
///
/// A UUID of version 7 (RFC 9562 5.7): sorted by time of making, unique without asking anybody.
package struct OperationID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 16 bytes.
    package let bytes: [UInt8]

    /// Makes a fresh id from the time (milliseconds are taken as zero) and 74 random bits.
    package init(at time: Timestamp, random: RandomSource) {
        let milliseconds = time.seconds * 1000
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
        bytes += random.bytes(10)
        bytes[6] = bytes[6] & 0x0f | 0x70
        bytes[8] = bytes[8] & 0x3f | 0x80
        self.bytes = bytes
    }

    /// Takes 16 stored bytes; any other count gives nil.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the canonical lower-case text form; anything else gives nil.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        do {
            bytes = try Hex.decode(parts.joined())
        } catch {
            return nil
        }
        guard description == text else { return nil }
    }

    package var description: String {
        let hex = Array(Hex.encode(bytes))
        return [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]].map { String($0) }
            .joined(separator: "-")
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = OperationID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an id is not a lower-case UUID")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
