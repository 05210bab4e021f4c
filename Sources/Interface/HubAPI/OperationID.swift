// SPDX-License-Identifier: MIT
package import Crypto
package import Tokens

/// The name that a client gives to one money operation; the hub answers the same name with the same result for ever.
///
/// A UUID of version 7 (RFC 9562 5.7): sorted by time of making, unique without asking anybody.
package struct OperationID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Two numbers in place of an array: ids are keys of dictionaries on the way of every transfer.
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

    /// Makes a fresh id from the time and 74 random bits.
    ///
    /// - Parameter milliseconds: of the present second. Ids that come in the order of their times lie side by side in the
    ///   hub's books, whose commits then change few pages.
    package init(at time: Timestamp, milliseconds: UInt64 = 0, random: RandomSource) {
        let milliseconds = time.seconds * 1000 + milliseconds
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64($0))) }
        bytes += random.bytes(10)
        bytes[6] = bytes[6] & 0x0f | 0x70
        bytes[8] = bytes[8] & 0x3f | 0x80
        high = Self.number(bytes[..<8])
        low = Self.number(bytes[8...])
    }

    /// Makes fresh ids with the time of another one and its first 12 random bits; 62 bits are each one's own. RFC 9562, 6.2
    package static func beside(_ other: OperationID, count: Int, random: RandomSource) -> [OperationID] {
        // One call of the system for many.
        let bytes = random.bytes(8 * count)
        return (0..<count).map { index in
            OperationID(high: other.high, low: number(bytes[8 * index..<8 * index + 8]) & (1 << 62 - 1) | 1 << 63)
        }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// When it was made, by its maker's clock.
    package var time: Timestamp { Timestamp(seconds: (high >> 16) / 1000) }

    /// Takes 16 stored bytes; any other count gives nil.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = Self.number(bytes[..<8])
        low = Self.number(bytes[8...])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Reads the canonical lower-case text form; anything else gives nil.
    package init?(text: String) {
        var text = text
        guard let id = text.withUTF8({ OperationID(text: $0) }) else { return nil }
        self = id
    }

    /// The same for a text that stands in a larger one.
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

    /// Lends the text form.
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
