// SPDX-License-Identifier: MIT

extension String {
    /// The text without what could move the cursor, recolour the screen or turn the reading direction.
    ///
    /// Names and notes come from strangers: printed as they are, they could fake a line that this program never wrote.
    /// Each such character becomes U+FFFD. Unicode TR36, section 2.10; ECMA-48.
    ///
    /// - Parameter kept: control characters that may stay.
    package func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            scalars.append(String.isHarmless(scalar) || kept.contains(scalar) ? scalar : "\u{FFFD}")
        }
        return String(scalars)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Direction marks, embeddings, overrides and isolates.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default:
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
