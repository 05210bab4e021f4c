// SPDX-License-Identifier: MIT
import HubAPI

/// How long a page of a list is.
enum PageLimit {
    private static let usual = 20
    static let field = QueryField<Int>.number("limit", 1...100, usual: usual, "How many of the list.")
    /// What every list takes in its query.
    static let fields: [any DescribedField] = [field, PageCursor.field]

    /// - Throws: `HubProblem` with `.badRequest`.
    static func read(_ query: [String: String]) throws -> Int { try field.value(in: query) ?? usual }
}
