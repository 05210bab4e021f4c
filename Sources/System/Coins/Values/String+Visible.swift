// SPDX-License-Identifier: MIT

extension String {
    /// With every sign that a terminal or a line of text would obey, or that hides, written out: `\u{202e}`. So that what
    /// others wrote cannot look like another line of a review, or like another text.
    package var visible: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
