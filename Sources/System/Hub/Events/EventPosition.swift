// SPDX-License-Identifier: MIT
import HubAPI

/// A position in an account's log: the last delivered posting and the last delivered other event.
///
/// Postings are numbered by their entry, so the ledger itself is the log of movements. Nothing is written twice, so
/// the two cannot disagree.
struct EventPosition: Equatable, Sendable {
    var entry: Int64
    var event: Int64

    /// The position as a query field.
    static let field = QueryField<String>.form(
        "after", "(0|[1-9][0-9]{0,18})[.](0|[1-9][0-9]{0,18})", "The last event seen; without it, begins now.")

    init(entry: Int64, event: Int64) {
        self.entry = entry
        self.event = event
    }

    /// - Throws: `HubProblem` with `.badRequest` for a text that is not a position.
    init(text: String) throws {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count == 2, text.utf8.count <= 40, let entry = Int64(halves[0]), let event = Int64(halves[1]),
            entry >= 0, event >= 0, "\(entry).\(event)" == text
        else { throw HubProblem(.badRequest, "The value of \"after\" is not the id of an event of this hub.") }
        self.init(entry: entry, event: event)
    }

    var text: String { "\(entry).\(event)" }
}
