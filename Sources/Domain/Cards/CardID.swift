// SPDX-License-Identifier: MIT
internal import Bytes

/// The permanent identifier of a card on every device that has it: 16 random bytes, formatted as a UUID.
package struct CardID: Hashable, Sendable {
    // Two integers, because sets of ten thousand ids are searched often.
    private let high: UInt64
    private let low: UInt64

    /// The length of an id in bytes.
    package static let count = 16

    /// - Precondition: 16 bytes.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "A card's name has 16 bytes.")
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.count) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                buffer[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
            count = Self.count
        }
    }

    /// Parses 32 hexadecimal digits, with or without the hyphens of RFC 9562, section 4; nil for anything else.
    package init?(text: some StringProtocol) {
        guard text.utf8.count <= 36 else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "-") {
            guard let digit = Self.digit(byte), count < 2 * Self.count else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            count += 1
        }
        guard count == 2 * Self.count else { return nil }
        self.init(high: high, low: low)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Eight, four, four, four and twelve lower-case hexadecimal digits.
    package var text: String {
        let bytes = bytes
        var groups: [String] = []
        var start = 0
        for count in [4, 2, 2, 2, 6] {
            groups.append(Hex.encode(Array(bytes[start..<start + count])))
            start += count
        }
        return groups.joined(separator: "-")
    }
}

extension CardID: Comparable {
    package static func < (left: CardID, right: CardID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension CardID: CustomStringConvertible {
    package var description: String { text }
}
