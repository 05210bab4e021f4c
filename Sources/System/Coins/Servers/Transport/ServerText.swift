// SPDX-License-Identifier: MIT

/// Words of a server that a person will read.
enum ServerText {
    private static let maximumCount = 240

    /// The text on one line, without what moves a cursor or hides, cut off where it becomes a flood.
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
