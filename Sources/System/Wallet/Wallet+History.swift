// SPDX-License-Identifier: MIT
package import HubAPI

/// The account's history as the hub keeps it.
extension Wallet {
    /// A page of the transactions that a filter wants, newest first.
    ///
    /// - Parameter before: what the page before named as `next`, for the same filter.
    package func accountHistory(
        _ filter: HistoryFilter, limit: Int = 20, before: String? = nil
    ) throws -> TransactionPage {
        try run {
            let wanted = max(1, min(limit, 1000))
            var page = TransactionPage(items: [], next: before)
            repeat {
                // The hub may answer less than was asked for, or nothing, and name a next page all the same.
                let more = try link.call(
                    Routes.transactions, Nothing(),
                    query: filter.query + Self.page(wanted - page.items.count, page.next))
                page = TransactionPage(items: page.items + more.items, next: more.next)
            } while page.items.count < wanted && page.next != nil
            return page
        }
    }

    /// What a filter wants, added up by month and by counterpart.
    package func historySummary(_ filter: HistoryFilter) throws -> HistorySummary {
        try run { try link.call(Routes.summary, Nothing(), query: filter.query) }
    }

    /// Writes the transactions that a filter wants, newest first, a page at a time.
    ///
    /// - Parameter append: takes each piece of the file.
    /// - Returns: how many transactions were written.
    package func exportHistory(
        _ filter: HistoryFilter, as format: StatementFormat, to append: ([UInt8]) throws -> Void
    ) throws -> Int {
        var statement = StatementWriter(format)
        try append(statement.head)
        var before: String?
        repeat {
            let page = try accountHistory(filter, limit: 100, before: before)
            try append(statement.piece(page.items))
            before = page.next
        } while before != nil
        try append(statement.tail)
        return statement.count
    }
}
