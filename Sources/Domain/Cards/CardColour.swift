// SPDX-License-Identifier: MIT
internal import Bytes

/// The colour that a card is shown in: 24 bits of sRGB.
package struct CardColour: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// What a card has that was given none.
    package static let standard = CardColour(red: 0x00, green: 0x7A, blue: 0xFF)

    /// Reads `#RRGGBB`, in either case, with or without the mark; nil for anything else.
    package init?(hex text: some StringProtocol) {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
        // Safe: what is no hexadecimal is no colour.
        guard digits.utf8.count == 6, let bytes = try? Hex.decode(digits.lowercased()), bytes.count == 3 else {
            return nil
        }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    /// The colour as `#RRGGBB` with capital letters.
    package var hex: String { "#" + Hex.encode([red, green, blue]).uppercased() }

    /// Whether black is easier to read on it than white: the relative luminance of WCAG 2.1 in whole numbers.
    package var isLight: Bool { 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 150_000 }
}
