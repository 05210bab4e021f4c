// SPDX-License-Identifier: MIT

extension String {
    /// The text with control and invisible characters written out: `\u{202e}`.
    ///
    /// It prevents untrusted text from imitating another line of a review, or another text.
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
