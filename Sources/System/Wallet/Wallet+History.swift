// SPDX-License-Identifier: MIT
package import HubAPI
package import Tokens

/// The account's history as the hub keeps it.
extension Wallet {
    /// A page of the transactions that a filter wants, newest first. Without a network it is the first page as the hub gave
    /// it last, if it was ever asked for.
    ///
    /// - Parameters:
    ///   - limit: nil for as many as suit the connection.
    ///   - before: what the page before named as `next`, for the same filter.
    /// - Returns: the page, and when the hub gave it if that was not now.
    package func accountHistory(
        _ filter: HistoryFilter, limit: Int? = nil, before: String? = nil
    ) throws -> (page: TransactionPage, asOf: Timestamp?) {
        try run {
            let wanted = max(1, min(limit ?? open.pageSize, 1000))
            guard before == nil else { return (try freshHistory(filter, wanted, before: before), nil) }
            // Kept under one name whatever its length: what an excellent line has brought is there when there is none.
            let first = try link.read(
                Routes.transactions, query: filter.query + page(wanted, nil),
                keptAs: "history \(filter.query)", freshFor: 0)
            guard !first.isKept else { return (first.value, first.asOf) }
            guard first.value.items.count < wanted, let next = first.value.next else { return (first.value, nil) }
            let rest = try freshHistory(filter, wanted - first.value.items.count, before: next)
            return (TransactionPage(items: first.value.items + rest.items, next: rest.next), nil)
        }
    }

    /// The hub's word of now.
    private func freshHistory(
        _ filter: HistoryFilter, _ wanted: Int, before: String?
    ) throws -> TransactionPage {
        var page = TransactionPage(items: [], next: before)
        repeat {
            // The hub may answer less than was asked for, or nothing, and name a next page all the same.
            let more = try link.call(
                Routes.transactions, Nothing(),
                query: filter.query + self.page(wanted - page.items.count, page.next))
            page = TransactionPage(items: page.items + more.items, next: more.next)
        } while page.items.count < wanted && page.next != nil
        return page
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
            // A file that ends where a network did would be taken for the whole: nothing that was kept goes into it.
            let page = try run { try freshHistory(filter, 100, before: before) }
            try append(statement.piece(page.items))
            before = page.next
        } while before != nil
        try append(statement.tail)
        return statement.count
    }
}
