// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Tokens

/// The account's history at the hub.
extension Wallet {
    /// A page of the transactions that match a filter, newest first. Offline, it is the first page as the hub last gave
    /// it, if the wallet ever requested it.
    ///
    /// - Parameters:
    ///   - currency: the currency of the history and of the filter's amounts; nil for the hub's first one.
    ///   - limit: nil for a page size that suits the connection.
    ///   - before: the previous page's `next`, for the same filter.
    /// - Returns: the page, and when the hub gave it if that was not now.
    package func accountHistory(
        _ filter: HistoryFilter, in currency: Currency? = nil, limit: Int? = nil, before: String? = nil
    ) throws -> (page: TransactionPage, asOf: Timestamp?) {
        try run {
            let wanted = max(1, min(limit ?? open.pageSize, 1000))
            let query = filter.query(in: currency)
            guard before == nil else { return (try freshHistory(query, wanted, before: before), nil) }
            // One cache key for all page sizes, so that a page loaded over a fast connection is there offline.
            let first = try link.read(
                Routes.transactions, query: query + page(wanted, nil),
                keptAs: "history \(query)", freshFor: 0)
            guard !first.isKept else { return (first.value, first.asOf) }
            guard first.value.items.count < wanted, let next = first.value.next else { return (first.value, nil) }
            let rest = try freshHistory(query, wanted - first.value.items.count, before: next)
            return (TransactionPage(items: first.value.items + rest.items, next: rest.next), nil)
        }
    }

    /// Fetches a page from the hub, never from the cache.
    private func freshHistory(
        _ query: [(String, String)], _ wanted: Int, before: String?
    ) throws -> TransactionPage {
        var page = TransactionPage(items: [], next: before)
        repeat {
            // The hub may return fewer items than requested, or none, and still name a next page.
            let more = try link.call(
                Routes.transactions, Nothing(),
                query: query + self.page(wanted - page.items.count, page.next))
            page = TransactionPage(items: page.items + more.items, next: more.next)
        } while page.items.count < wanted && page.next != nil
        return page
    }

    /// The totals of the transactions that match a filter, by month and by counterpart.
    package func historySummary(_ filter: HistoryFilter, in currency: Currency? = nil) throws -> HistorySummary {
        try run { try link.call(Routes.summary, Nothing(), query: filter.query(in: currency)) }
    }

    /// Writes the transactions that match a filter, newest first, one page at a time.
    ///
    /// - Parameter append: takes each piece of the file.
    /// - Returns: the number of transactions written.
    package func exportHistory(
        _ filter: HistoryFilter, in currency: Currency? = nil, as format: StatementFormat,
        to append: ([UInt8]) throws -> Void
    ) throws -> Int {
        var statement = StatementWriter(format)
        try append(statement.head)
        var before: String?
        repeat {
            // Cached pages are not exported: a file that ends where the network failed would look complete.
            let page = try run { try freshHistory(filter.query(in: currency), 100, before: before) }
            try append(statement.piece(page.items))
            before = page.next
        } while before != nil
        try append(statement.tail)
        return statement.count
    }
}

extension HistoryFilter {
    fileprivate func query(in currency: Currency?) -> [(String, String)] {
        query + (currency.map { [("currency", $0.code)] } ?? [])
    }
}
