// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
package import Tokens

/// The account's history as the hub keeps it.
extension Wallet {
    /// A page of the transactions that a filter wants, newest first. Without a network it is the first page as the hub gave
    /// it last, if it was ever asked for.
    ///
    /// - Parameters:
    ///   - currency: whose history; nil for the hub's first one. The amounts of the filter are in it.
    ///   - limit: nil for as many as suit the connection.
    ///   - before: what the page before named as `next`, for the same filter.
    /// - Returns: the page, and when the hub gave it if that was not now.
    package func accountHistory(
        _ filter: HistoryFilter, in currency: Currency? = nil, limit: Int? = nil, before: String? = nil
    ) throws -> (page: TransactionPage, asOf: Timestamp?) {
        try run {
            let wanted = max(1, min(limit ?? open.pageSize, 1000))
            let query = filter.query(in: currency)
            guard before == nil else { return (try freshHistory(query, wanted, before: before), nil) }
            // Kept under one name whatever its length: what an excellent line has brought is there when there is none.
            let first = try link.read(
                Routes.transactions, query: query + page(wanted, nil),
                keptAs: "history \(query)", freshFor: 0)
            guard !first.isKept else { return (first.value, first.asOf) }
            guard first.value.items.count < wanted, let next = first.value.next else { return (first.value, nil) }
            let rest = try freshHistory(query, wanted - first.value.items.count, before: next)
            return (TransactionPage(items: first.value.items + rest.items, next: rest.next), nil)
        }
    }

    /// The hub's word of now.
    private func freshHistory(
        _ query: [(String, String)], _ wanted: Int, before: String?
    ) throws -> TransactionPage {
        var page = TransactionPage(items: [], next: before)
        repeat {
            // The hub may answer less than was asked for, or nothing, and name a next page all the same.
            let more = try link.call(
                Routes.transactions, Nothing(),
                query: query + self.page(wanted - page.items.count, page.next))
            page = TransactionPage(items: page.items + more.items, next: more.next)
        } while page.items.count < wanted && page.next != nil
        return page
    }

    /// What a filter wants, added up by month and by counterpart.
    package func historySummary(_ filter: HistoryFilter, in currency: Currency? = nil) throws -> HistorySummary {
        try run { try link.call(Routes.summary, Nothing(), query: filter.query(in: currency)) }
    }

    /// Writes the transactions that a filter wants, newest first, a page at a time.
    ///
    /// - Parameter append: takes each piece of the file.
    /// - Returns: how many transactions were written.
    package func exportHistory(
        _ filter: HistoryFilter, in currency: Currency? = nil, as format: StatementFormat,
        to append: ([UInt8]) throws -> Void
    ) throws -> Int {
        var statement = StatementWriter(format)
        try append(statement.head)
        var before: String?
        repeat {
            // A file that ends where a network did would be taken for the whole: nothing that was kept goes into it.
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
