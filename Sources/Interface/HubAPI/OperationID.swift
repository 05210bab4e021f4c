// SPDX-License-Identifier: MIT
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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        var count = 0
        for character in text.utf8 {
            defer { count += 1 }
            if [8, 13, 18, 23].contains(count) {
                guard character == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.value(of: character), bytes.count < 16 else { return nil }
            if let upper = high {
                bytes.append(upper << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard count == 36, bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    package var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var count = 0
            for (index, byte) in bytes.enumerated() {
                if [4, 6, 8, 10].contains(index) {
                    text[count] = UInt8(ascii: "-")
                    count += 1
                }
                text[count] = Self.digit(byte >> 4)
                text[count + 1] = Self.digit(byte & 15)
                count += 2
            }
            return count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
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
