// SPDX-License-Identifier: MIT

/// Which texts from outside may be stored: those with only visible characters, so that texts that look the same are
/// the same.
extension String {
    /// Whether the text is one line with visible content, and has no character that is invisible or changes the text
    /// direction. Unicode Standard Annex 44, `Default_Ignorable_Code_Point`
    package var isVisibleLine: Bool {
        hasVisibleCharacters(beside: []) && unicodeScalars.contains { !$0.properties.isWhitespace }
    }

    /// The same for a text that may be empty or have several lines.
    package var isVisibleText: Bool { hasVisibleCharacters(beside: ["\n", "\r", "\t"]) }

    private func hasVisibleCharacters(beside spaces: Set<Unicode.Scalar>) -> Bool {
        let scalars = Array(unicodeScalars)
        return scalars.indices.allSatisfy { index in
            let scalar = scalars[index]
            let properties = scalar.properties
            switch properties.generalCategory {
            case .control: return spaces.contains(scalar)
            case .lineSeparator, .paragraphSeparator: return false
            default: break
            }
            guard properties.isDefaultIgnorableCodePoint else { return properties.generalCategory != .format }
            return Self.isPart(scalars, index)
        }
    }

    /// Whether an invisible character changes the look of its neighbours: joiners in Persian, Indic scripts and emoji,
    /// variation selectors of emoji, tag letters in flags of regions.
    private static func isPart(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        let before = index > 0 ? scalars[index - 1] : nil
        let after = index + 1 < scalars.count ? scalars[index + 1] : nil
        let isDrawn = { (scalar: Unicode.Scalar?) in
            scalar.map { !$0.isASCII && (!$0.properties.isDefaultIgnorableCodePoint || $0.value == 0xFE0F) } ?? false
        }
        return switch scalars[index].value {
        case 0x200C, 0x200D: isDrawn(before) && isDrawn(after)
        // Also after a digit, which becomes a keycap.
        case 0xFE0E, 0xFE0F: before.map { $0.properties.isEmoji } ?? false
        case 0xE0020...0xE007F: before.map { $0.value == 0x1F3F4 || 0xE0020...0xE007E ~= $0.value } ?? false
        default: false
        }
    }
}
