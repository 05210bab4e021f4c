// SPDX-License-Identifier: MIT
package import Bytes
package import HubAPI
import HubStorage
package import Money
package import SQL

/// An account's view of the ledger: its own postings, newest first.
package struct AccountHistory {
    package let currency: Currency
    /// Authenticates the cursors, so that only the hub can make them.
    package let secret: SecretBytes

    package init(currency: Currency, secret: SecretBytes) {
        self.currency = currency
        self.secret = secret
    }

    package static let columns = """
        SELECT p.entry, e.public_id, e.kind, p.amount, p.balance_after, e.note, e.time, e.operation, e.operator, l.currency,
            coalesce(c.account, p.account) AS holder,
            (SELECT username FROM account WHERE id =
                CASE WHEN e.sender = coalesce(c.account, p.account) THEN e.recipient ELSE e.sender END) AS other
        FROM posting p JOIN entry e ON e.id = p.entry JOIN ledger_account l ON l.id = p.account
        LEFT JOIN currency_account c ON c.ledger = p.account
        """

    /// One page of the transactions of a ledger account. An account has one ledger account for each of its currencies.
    ///
    /// - Throws: `HubProblem` with `.badRequest` for a cursor that was not issued to this account.
    package func page(of account: Int64, before cursor: String?, limit: Int, from database: any SQLConnection) throws
        -> TransactionPage
    {
        let places = PageCursor(secret: secret, account: account, list: "history")
        let before = try cursor.map { try places.position(of: $0) }
        let rows = try PostingChain.page(
            Self.columns, of: account, before: before, limit: limit + 1, in: database)
        let shown = rows.prefix(limit)
        let next = try rows.count > limit ? shown.last.map { places.text(at: try $0.int(0)) } : nil
        return TransactionPage(items: try shown.map { try transaction($0) }, next: next)
    }

    /// The transaction with this id in any currency, if the account takes part in it.
    package func transaction(_ id: OperationID, of account: Int64, from database: any SQLConnection) throws
        -> AccountTransaction?
    {
        for ledger in try ledgerAccounts(of: account, from: database) {
            let own = try database.row(
                Self.columns
                    + " JOIN operation o ON o.entry = p.entry WHERE o.account = ? AND o.id = ? AND p.account = ?",
                [.integer(account), .blob(id.bytes), .integer(ledger)])
            if let own { return try transaction(own) }
            let row = try database.row(
                Self.columns + " WHERE p.account = ? AND p.entry = (SELECT id FROM entry WHERE public_id = ?)",
                [.integer(ledger), .blob(id.bytes)])
            if let row { return try transaction(row) }
        }
        return nil
    }

    /// An entry that was just written to a ledger account.
    package func transaction(entry: Int64, of ledger: Int64, from database: any SQLConnection) throws
        -> AccountTransaction
    {
        let row = try database.row(
            Self.columns + " WHERE p.account = ? AND p.entry = ?", [.integer(ledger), .integer(entry)])
        guard let row else { throw HubError(.internalFault, "Entry \(entry) has no posting to account \(ledger).") }
        return try transaction(row)
    }

    /// A row of ``columns`` as a transaction of the holder of its ledger account.
    package func transaction(_ row: Row) throws -> AccountTransaction {
        guard let kind = EntryKind(rawValue: try row.int("kind")),
            var id = OperationID(bytes: try row.blob("public_id"))
        else { throw HubError(.internalFault, "Entry \(try row.int(0)) cannot be read.") }
        if try row.optionalInt("operator") == row.int("holder"), let own = try row.optionalBlob("operation") {
            id = OperationID(bytes: own) ?? id
        }
        let amount = try row.int("amount")
        let currency = try Currency(code: try row.text("currency"))
        return AccountTransaction(
            id: id.description, kind: kind.kind(seenWith: amount),
            amount: Amount(minorUnits: amount, currency: currency),
            balanceAfter: Amount(minorUnits: try row.int("balance_after"), currency: currency),
            counterpart: try row.optionalText("other"), note: try row.optionalText("note"),
            time: try row.unsigned("time"))
    }

    /// The rows of the account's ledger accounts, one for each currency.
    package func ledgerAccounts(of account: Int64, from database: any SQLConnection) throws -> [Int64] {
        try CurrencyTable(first: currency, database: database).ledgerAccounts(of: account)
    }
}
