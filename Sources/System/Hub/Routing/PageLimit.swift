// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger

/// The length of a page of a list.
enum PageLimit {
    private static let usual = 20
    static let field = QueryField<Int>.number("limit", 1...100, usual: usual, "How many of the list.")
    /// The query fields of every list.
    static let fields: [any DescribedField] = [field, PageCursor.field]

    /// - Throws: `HubProblem` with `.badRequest`.
    static func read(_ query: [String: String]) throws -> Int { try field.value(in: query) ?? usual }
}
