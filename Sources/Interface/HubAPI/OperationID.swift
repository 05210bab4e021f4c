// SPDX-License-Identifier: MIT
package import Crypto
package import Tokens

/// A client's id for one money operation. The hub always answers the same id with the same result.
///
/// A UUID of version 7 (RFC 9562 5.7): sorted by creation time, unique without coordination.
package struct OperationID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Two integers instead of an array, because ids are dictionary keys in every transfer.
    private let high: UInt64
    private let low: UInt64

    /// 16 bytes.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            for index in 0..<16 { bytes[index] = self[index] }
            count = 16
        }
    }

    private subscript(index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: index < 8 ? high >> UInt64(56 - 8 * index) : low >> UInt64(120 - 8 * index))
    }

    /// Creates an id from the time and 74 random bits.
    ///
    /// - Parameter milliseconds: the milliseconds of the present second. Ids created in the order of their times are
    ///   adjacent in the hub's database, so its commits change few pages.
    package init(at time: Timestamp, milliseconds: UInt64 = 0, random: RandomSource) {
        let milliseconds = time.seconds * 1000 + milliseconds
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
        bytes += random.bytes(10)
        bytes[6] = bytes[6] & 0x0f | 0x70
        bytes[8] = bytes[8] & 0x3f | 0x80
        high = Self.number(bytes[..<8])
        low = Self.number(bytes[8...])
    }

    /// Creates ids with the time and the first 12 random bits of another one. Each has 62 random bits of its own. RFC
    /// 9562, 6.2
    package static func beside(_ other: OperationID, count: Int, random: RandomSource) -> [OperationID] {
        // One system call for all of them.
        let bytes = random.bytes(8 * count)
        return (0..<count).map { index in
            OperationID(high: other.high, low: number(bytes[8 * index..<8 * index + 8]) & (1 << 62 - 1) | 1 << 63)
        }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The creation time, by its creator's clock.
    package var time: Timestamp { Timestamp(seconds: (high >> 16) / 1000) }

    /// Takes 16 stored bytes; returns nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = Self.number(bytes[..<8])
        low = Self.number(bytes[8...])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Parses the canonical lower-case text form; returns nil for any other text.
    package init?(text: String) {
        var text = text
        guard let id = text.withUTF8({ OperationID(text: $0) }) else { return nil }
        self = id
    }

    /// The same for a part of a larger text.
    init?(text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (place, character) in text.enumerated() {
            switch place {
            case 8, 13, 18, 23:
                guard character == UInt8(ascii: "-") else { return nil }
            default:
                guard let digit = Self.value(of: character) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | UInt64(digit)
            }
        }
        (self.high, self.low) = (high, low)
    }

    package var description: String {
        withText { String(decoding: $0, as: UTF8.self) }
    }

    /// Passes the text form to `body`.
    func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
            var count = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text[count] = UInt8(ascii: "-")
                    count += 1
                }
                let byte = self[index]
                text[count] = Self.digit(byte >> 4)
                text[count + 1] = Self.digit(byte & 15)
                count += 2
            }
            return body(UnsafeBufferPointer(text))
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
