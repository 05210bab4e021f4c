// SPDX-License-Identifier: MIT
import HubAPI

/// How long a page of a list is.
enum PageLimit {
    /// What every list takes in its query.
    static let names: Set<String> = ["limit", "before"]
    private static let bounds = 1...100
    private static let usual = 20

    /// - Throws: `HubProblem` with `.badRequest`.
    static func read(_ query: [String: String]) throws -> Int {
        guard let text = query["limit"] else { return usual }
        guard let limit = Int(text), bounds ~= limit else {
            throw HubProblem(.badRequest, "\"limit\" is a whole number from 1 to 100.")
        }
        return limit
    }
}
