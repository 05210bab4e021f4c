// SPDX-License-Identifier: MIT
package import Crypto
package import HubAPI
import HubStorage
package import Money
package import SQL
package import Tokens

/// The double-entry ledger inside an open transaction.
///
/// A balanced `Entry` is the only way to move money. Each posting is written together with the balance that it leaves.
package struct Ledger {
    /// A written entry.
    package struct Posted {
        package let entry: Int64
        /// The public id of the entry.
        package let publicID: OperationID
        /// The balance of each account after the entry.
        package let balances: [AccountName: Amount]
    }

    /// The metadata of an entry.
    package struct EntryMetadata {
        let kind: EntryKind
        var note: String?
        var sender: Int64?
        var recipient: Int64?
        /// The id that the client gave the operation, and the client's account.
        var operation: OperationID?
        var operatedBy: Int64?

        package init(
            _ kind: EntryKind, note: String? = nil, sender: Int64? = nil, recipient: Int64? = nil,
            operation: OperationID? = nil, operatedBy: Int64? = nil
        ) {
            self.kind = kind
            self.note = note
            self.sender = sender
            self.recipient = recipient
            self.operation = operation
            self.operatedBy = operatedBy
        }
    }

    package let database: any SQLConnection
    package let now: Timestamp
    package let currency: Currency
    package let random: RandomSource
    /// Called with each account whose balance a posting changes.
    package var touch: (Int64) -> Void

    package init(
        database: any SQLConnection, now: Timestamp, currency: Currency, random: RandomSource,
        touch: @escaping (Int64) -> Void = { _ in }
    ) {
        self.database = database
        self.now = now
        self.currency = currency
        self.random = random
        self.touch = touch
    }

    /// Opens an account with balance zero and returns its id. An existing account stays unchanged.
    @discardableResult
    package func open(_ name: AccountName, in other: Currency? = nil, mayOverdraw: Bool = false) throws -> Int64 {
        if let row = try database.row("SELECT id FROM ledger_account WHERE name = ?", [.text(name.text)]) {
            return try row.int(0)
        }
        let id = try database.returned(
            "INSERT INTO ledger_account (name, currency) VALUES (?, ?) RETURNING id",
            [.text(name.text), .text((other ?? currency).code)]
        ).int(0)
        try database.run(
            "INSERT INTO holding (account, floor, balance, postings, newest) VALUES (?, ?, 0, 0, 0)",
            [.integer(id), .integer(mayOverdraw ? .min : 0)])
        return id
    }

    /// The balance of an account, zero if it was never opened.
    package func balance(of name: AccountName, in other: Currency? = nil) throws -> Amount {
        let row = try database.row("SELECT balance FROM ledger WHERE name = ?", [.text(name.text)])
        return Amount(minorUnits: try row?.int(0) ?? 0, currency: other ?? currency)
    }

    /// Writes an entry. The caller has checked funds; the minimum balance of each account is checked here again.
    ///
    /// - Throws: ``HubError`` with `.internalFault` if an account does not exist, has another currency, or would fall
    ///   below its minimum balance.
    package func post(_ entry: Entry, _ metadata: EntryMetadata) throws -> Posted {
        let publicID = OperationID(at: now, random: random)
        let accounts = try accounts(of: entry)
        let id = try database.reserveIDs(1, of: "entry")
        var balances: [AccountName: Amount] = [:]
        var postings: [EntryRows.PostingRow] = []
        var sums: [EntryRows.Sum] = []
        for posting in entry.postings {
            guard var account = accounts[posting.account], balances[posting.account] == nil else {
                throw HubError(.internalFault, "An entry has two postings of the account \(posting.account).")
            }
            let (after, overflows) = account.balance.addingReportingOverflow(posting.amount.minorUnits)
            guard !overflows, after >= account.floor else {
                throw HubError(.internalFault, "The account \(posting.account) would fall below its floor.")
            }
            postings.append(
                .init(
                    account: account.id, entry: id, amount: posting.amount.minorUnits, after: after,
                    place: account.chain.add(id)))
            sums.append(.init(account: account.id, change: posting.amount.minorUnits, chain: account.chain))
            balances[posting.account] = Amount(minorUnits: after, currency: posting.amount.currency)
        }
        postings.sort { $0.account < $1.account }
        sums.sort { $0.account < $1.account }

        let rows = EntryRows(database: database)
        try rows.insert(1, at: now) { _ in
            .init(
                id: id, publicID: publicID, kind: metadata.kind, note: metadata.note, sender: metadata.sender,
                recipient: metadata.recipient, operation: metadata.operation, operatedBy: metadata.operatedBy)
        }
        try rows.insert(postings)
        try rows.change(sums.count) { sums[$0] }

        // Only in the hub's first currency is an account's id also that of its ledger account.
        for account in [metadata.sender, metadata.recipient, metadata.operatedBy] { account.map(touch) }
        for posting in postings { touch(posting.account) }
        return Posted(entry: id, publicID: publicID, balances: balances)
    }

    /// An account before an entry.
    private struct Standing {
        let id: Int64
        let balance: Int64
        let floor: Int64
        var chain: PostingChain.End
    }

    private func accounts(of entry: Entry) throws -> [AccountName: Standing] {
        var found: [AccountName: Standing] = [:]
        for posting in entry.postings where found[posting.account] == nil {
            let row = try database.row(
                """
                SELECT h.account, h.balance, h.floor, h.postings, h.newest FROM ledger_account l
                JOIN holding h ON h.account = l.id WHERE l.name = ? AND l.currency = ?
                """, [.text(posting.account.text), .text(posting.amount.currency.code)])
            guard let row else {
                throw HubError(.internalFault, "There is no account \(posting.account) in \(posting.amount.currency).")
            }
            found[posting.account] = Standing(
                id: try row.int(0), balance: try row.int(1), floor: try row.int(2),
                chain: PostingChain.End(postings: try row.int(3), newest: try row.int(4)))
        }
        return found
    }
}
