// SPDX-License-Identifier: MIT
internal import Bytes

/// A card's display colour: 24 bits of sRGB.
package struct CardColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The display colour of a card without one. It is never stored as the card's colour.
    package static let standard = CardColour(red: 0x00, green: 0x7A, blue: 0xFF)

    /// Parses `#RRGGBB`, in either case, with or without `#`; nil for anything else.
    package init?(hex text: some StringProtocol) {
        var value: UInt32 = 0
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.count == 6 else { return nil }
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The colour as `#RRGGBB` with capital letters.
    package var hex: String { "#" + Hex.encode([red, green, blue]).uppercased() }

    /// Whether black text is easier to read on it than white: the relative luminance of WCAG 2.1 in whole numbers.
    package var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 150_000 }
}
