// SPDX-License-Identifier: MIT
package import Money

/// Sums of the transactions in a period, by month and by counterpart.
package struct HistorySummary: Codable, Sendable, Equatable {
    package struct Line: Codable, Sendable, Equatable {
        /// A month such as `2026-11` (UTC), a username, or for transactions without a counterpart the kind in angle
        /// brackets.
        package var name: String
        package var received: Amount
        /// Without a sign.
        package var sent: Amount
        package var count: Int

        enum CodingKeys: String, CodingKey { case name = "name", received = "received", sent = "sent", count = "count" }

        package init(name: String, received: Amount, sent: Amount, count: Int) {
            self.name = name
            self.received = received
            self.sent = sent
            self.count = count
        }
    }

    /// Latest month first.
    package var months: [Line]
    /// Largest total first, at most 100.
    package var counterparts: [Line]
    package var total: Line

    enum CodingKeys: String, CodingKey { case months = "months", counterparts = "counterparts", total = "total" }

    package init(months: [Line], counterparts: [Line], total: Line) {
        self.months = months
        self.counterparts = counterparts
        self.total = total
    }
}
