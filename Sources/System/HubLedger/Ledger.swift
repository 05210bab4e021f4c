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
        let id = try database.returned(
            """
            INSERT INTO entry (public_id, kind, time, note, sender, recipient, operation, operator)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """,
            [
                .blob(publicID.bytes), .integer(metadata.kind.rawValue), try .unsigned(now.seconds),
                .optional(metadata.note), .optional(metadata.sender), .optional(metadata.recipient),
                .optional(metadata.operation?.bytes), .optional(metadata.operatedBy),
            ]
        ).int(0)
        var balances: [AccountName: Amount] = [:]
        // Only in the hub's first currency is an account's id also that of its ledger account.
        for account in [metadata.sender, metadata.recipient, metadata.operatedBy] { account.map(touch) }
        for posting in entry.postings { balances[posting.account] = try write(posting, of: id) }
        return Posted(entry: id, publicID: publicID, balances: balances)
    }

    private func write(_ posting: Posting, of entry: Int64) throws -> Amount {
        let row = try database.row(
            """
            SELECT h.account, h.postings, h.newest FROM ledger_account l JOIN holding h ON h.account = l.id
            WHERE l.name = ? AND l.currency = ?
            """, [.text(posting.account.text), .text(posting.amount.currency.code)])
        guard let row else {
            throw HubError(.internalFault, "There is no account \(posting.account) in \(posting.amount.currency).")
        }
        let account = try row.int(0)
        var chain = PostingChain.End(postings: try row.int(1), newest: try row.int(2))
        let place = chain.add(entry)
        let balance: Int64
        do {
            balance = try database.returned(
                "UPDATE holding SET balance = balance + ?, postings = ?, newest = ? WHERE account = ? RETURNING balance",
                [
                    .integer(posting.amount.minorUnits), .integer(chain.postings), .integer(chain.newest),
                    .integer(account),
                ]
            ).int(0)
        } catch let error as SQLError where error.code == .constraint {
            throw HubError(.internalFault, "The account \(posting.account) would fall below its floor.", cause: error)
        }
        try database.run(
            "INSERT INTO posting (entry, account, amount, balance_after, number, previous) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(entry), .integer(account), .integer(posting.amount.minorUnits), .integer(balance),
                .integer(place.number), .integer(place.previous),
            ])
        if PostingChain.isMarked(place.number) {
            try database.run(
                "INSERT INTO posting_mark (account, entry) VALUES (?, ?)", [.integer(account), .integer(entry)])
        }
        touch(account)
        return Amount(minorUnits: balance, currency: posting.amount.currency)
    }
}
