// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger

/// Limits for texts that users attach to payments: their length is bounded, and every character is visible.
enum PaymentText {
    static let maximumNote = 256
    static let maximumName = 64

    /// - Throws: `HubProblem` with `.badRequest`.
    static func check(note: String?) throws {
        guard note?.utf8.count ?? 0 <= maximumNote else {
            throw HubProblem(.badRequest, "A note has at most \(maximumNote) bytes.")
        }
        guard note?.isVisibleText ?? true else {
            throw HubProblem(
                .badRequest, "The note has a character that cannot be seen. Type it again instead of pasting it.",
                details: ["field": "note"])
        }
    }

    /// Checks a text of one line, such as a name, a reference or a note for a bank.
    ///
    /// - Throws: `HubProblem` with `.badRequest`.
    static func check(line: String?, called field: String, maximum: Int = maximumName) throws {
        guard let line else { return }
        guard 1...maximum ~= line.utf8.count, line.isVisibleLine else {
            throw HubProblem(
                .badRequest, "\"\(field)\" has 1 to \(maximum) bytes, on one line, and no invisible characters.",
                details: ["field": field])
        }
    }
}
