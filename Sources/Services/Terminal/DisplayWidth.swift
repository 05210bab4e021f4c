// SPDX-License-Identifier: MIT

/// How many columns of a terminal a text takes.
enum DisplayWidth {
    /// The sum over its characters: 2 for East Asian wide letters and emoji, 0 for what only combines. UAX #11.
    static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// The text with spaces behind or before it, up to a width.
    static func padded(_ text: String, to width: Int, onTheLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - of(text)))
        return onTheLeft ? spaces + text : text + spaces
    }

    /// The longest start of a text that fits, ending in an ellipsis when something is cut.
    static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        var (kept, used) = ("", 0)
        for character in text {
            used += of(character)
            guard used < width else { break }
            kept.append(character)
        }
        return width > 0 ? kept + "…" : ""
    }

    private static func of(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if isWide(scalar) || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }

    /// Unicode 15, EastAsianWidth.txt, values W and F, in blocks.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isEmojiPresentation { return true }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }
}
