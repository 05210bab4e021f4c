// SPDX-License-Identifier: MIT
package import HubAPI
import HubStorage
package import Money
package import SQL
package import Tokens

/// The currencies of a hub, each account's ledger accounts in them, and their exchange rates.
package struct CurrencyTable {
    /// The currency of the hub's offline tokens.
    package let first: Currency
    package let database: any SQLConnection

    package init(first: Currency, database: any SQLConnection) {
        self.first = first
        self.database = database
    }

    /// All currencies, the hub's first one first.
    package func kept() throws -> [Currency] {
        try [first]
            + database.rows("SELECT code FROM currency ORDER BY code").map { try Currency(code: try $0.text(0)) }
    }

    /// - Throws: `HubProblem` with `.unknownCurrency`.
    package func require(_ currency: Currency) throws {
        guard currency != first,
            try database.row("SELECT 1 FROM currency WHERE code = ?", [.text(currency.code)]) == nil
        else { return }
        throw HubProblem(
            .unknownCurrency, "This hub keeps \(try kept().map(\.code).joined(separator: ", ")), not \(currency.code).")
    }

    /// The name of an account's ledger account.
    package func name(of account: AccountID, in currency: Currency) -> AccountName {
        currency == first ? LedgerName.user(account) : LedgerName.user(account, in: currency)
    }

    /// The row of an account's ledger account; nil if the account never had money in the currency.
    package func ledgerAccount(of account: Int64, in currency: Currency) throws -> Int64? {
        guard currency != first else { return account }
        return try database.row(
            "SELECT ledger FROM currency_account WHERE account = ? AND currency = ?",
            [.integer(account), .text(currency.code)])?.int(0)
    }

    /// The same for money that has just moved.
    ///
    /// - Throws: ``HubError`` with `.internalFault` if there is none.
    package func requireLedgerAccount(of account: Int64, in currency: Currency) throws -> Int64 {
        guard let row = try ledgerAccount(of: account, in: currency) else {
            throw HubError(.internalFault, "Account \(account) moved \(currency.code) that it never had.")
        }
        return row
    }

    /// The rows of all ledger accounts of an account, the one in the hub's first currency first.
    package func ledgerAccounts(of account: Int64) throws -> [Int64] {
        try [account]
            + database.rows("SELECT ledger FROM currency_account WHERE account = ?", [.integer(account)])
            .map { try $0.int(0) }
    }

    /// Opens an account's ledger account in a currency of the hub unless it exists, and returns its row.
    @discardableResult
    package func open(_ currency: Currency, for account: Int64, _ id: AccountID, ledger: Ledger) throws -> Int64 {
        if let known = try ledgerAccount(of: account, in: currency) { return known }
        let row = try ledger.open(name(of: id, in: currency), in: currency)
        try database.run(
            "INSERT INTO currency_account (account, currency, ledger) VALUES (?, ?, ?)",
            [.integer(account), .text(currency.code), .integer(row)])
        return row
    }

    // MARK: - Rates

    /// The rate between two currencies, in whichever direction the operator has set it.
    ///
    /// - Throws: `HubProblem` with `.noRate`.
    package func rate(_ one: Currency, _ other: Currency) throws -> ExchangeRate {
        let row = try database.row(
            "SELECT base, counter, billionths, spread FROM rate WHERE base = ? AND counter = ? OR base = ? AND counter = ?",
            [.text(one.code), .text(other.code), .text(other.code), .text(one.code)])
        guard let row else {
            throw HubProblem(
                .noRate, "This hub has no rate between \(one.code) and \(other.code). Ask its operator for one.")
        }
        return try Self.rate(row)
    }

    package func rates() throws -> [CurrencyList.Rate] {
        try database.rows("SELECT base, counter, billionths, spread, time FROM rate ORDER BY base, counter").map {
            let rate = try Self.rate($0)
            return CurrencyList.Rate(
                pair: rate.pair, rate: rate.text, spread: rate.spreadText, time: try $0.unsigned("time"))
        }
    }

    /// Replaces the pair's rate, in whichever direction it was set.
    package func set(_ rate: ExchangeRate, at now: Timestamp) throws {
        try forget(rate.base, rate.counter)
        try database.run(
            "INSERT INTO rate (base, counter, billionths, spread, time) VALUES (?, ?, ?, ?, ?)",
            [
                .text(rate.base.code), .text(rate.counter.code), .integer(rate.billionths), .integer(rate.spread),
                try .unsigned(now.seconds),
            ])
    }

    /// Ends conversion between two currencies. Quotes that were already given stay valid.
    package func forget(_ one: Currency, _ other: Currency) throws {
        try database.run(
            "DELETE FROM rate WHERE base = ? AND counter = ? OR base = ? AND counter = ?",
            [.text(one.code), .text(other.code), .text(other.code), .text(one.code)])
    }

    private static func rate(_ row: Row) throws -> ExchangeRate {
        try ExchangeRate(
            base: try Currency(code: try row.text("base")), counter: try Currency(code: try row.text("counter")),
            billionths: try row.int("billionths"), spread: try row.int("spread"))
    }
}
