// SPDX-License-Identifier: MIT

/// Makes a server's text safe for display.
enum ServerText {
    private static let maximumCount = 240

    /// The text on one line, without control and invisible characters, and truncated when it is too long.
    static func shown(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            guard shown.unicodeScalars.count < maximumCount else { return shown + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                if shown.last != " " { shown += " " }
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
