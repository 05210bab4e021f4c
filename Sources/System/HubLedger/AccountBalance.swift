// SPDX-License-Identifier: MIT
package import HubAPI
import HubStorage
package import Money
package import SQL

/// The balance of an account, and whether it is held.
package enum AccountBalance {
    /// While a fraud case against an account is open, its whole balance is held for the claims. While the account is
    /// locked, it is held for the operator.
    package static func read(_ account: Int64, currency: Currency, from database: any SQLConnection) throws -> Balance {
        let row = try database.row(
            """
            SELECT balance, CASE
                WHEN EXISTS (SELECT 1 FROM fraud_case WHERE account = ? AND closed IS NULL) THEN 1
                WHEN EXISTS (SELECT 1 FROM account WHERE id = ? AND locked IS NOT NULL) THEN 1 ELSE 0 END
            FROM holding WHERE account = ?
            """, [.integer(account), .integer(account), .integer(account)])
        guard let row else { throw HubError(.internalFault, "Account \(account) has no ledger account.") }
        let balance = Amount(minorUnits: try row.int(0), currency: currency)
        let isFrozen = try row.bool(1)
        return Balance(
            balance: balance, available: isFrozen ? .zero(currency) : balance,
            frozen: isFrozen ? balance : .zero(currency))
    }

    /// The account's balance in every currency that it has had, the hub's first one first.
    package static func all(_ account: Int64, first: Currency, from database: any SQLConnection) throws -> [Balance] {
        // One statement, because beginning and ending a read transaction costs more than the read.
        let rows = try database.rows(
            """
            SELECT 0 AS place, h.balance, '' AS currency,
                CASE WHEN EXISTS (SELECT 1 FROM fraud_case WHERE account = ? AND closed IS NULL) THEN 1 ELSE 0 END,
                CASE WHEN EXISTS (SELECT 1 FROM account WHERE id = ? AND locked IS NOT NULL) THEN 1 ELSE 0 END
            FROM holding h WHERE h.account = ?
            UNION ALL
            SELECT 1, h.balance, c.currency, 0, 0 FROM currency_account c JOIN holding h ON h.account = c.ledger
            WHERE c.account = ?
            """, [.integer(account), .integer(account), .integer(account), .integer(account)])
        guard let own = try rows.first(where: { try $0.int(0) == 0 }) else {
            throw HubError(.internalFault, "Account \(account) has no ledger account.")
        }
        let isHeld = try own.bool(3) || own.bool(4)
        // Most accounts have one currency.
        guard rows.count > 1 else { return [try balance(own.int(1), first, isHeld: isHeld)] }
        let others = try rows.filter { try $0.int(0) == 1 }.map { (code: try $0.text(2), units: try $0.int(1)) }
        return try [balance(try own.int(1), first, isHeld: isHeld)]
            + others.sorted { $0.code < $1.code }.map {
                balance($0.units, try Currency(code: $0.code), isHeld: isHeld)
            }
    }

    private static func balance(_ units: Int64, _ currency: Currency, isHeld: Bool) -> Balance {
        let (amount, nothing) = (Amount(minorUnits: units, currency: currency), Amount.zero(currency))
        return Balance(balance: amount, available: isHeld ? nothing : amount, frozen: isHeld ? amount : nothing)
    }

    /// The account's balance in one currency, zero if it never had any.
    package static func one(_ account: Int64, in currency: Currency, first: Currency, from database: any SQLConnection)
        throws
        -> Balance
    {
        guard currency != first else { return try read(account, currency: first, from: database) }
        let zero = Amount.zero(currency)
        return try all(account, first: first, from: database).first { $0.balance.currency == currency }
            ?? Balance(balance: zero, available: zero, frozen: zero)
    }

    /// Whether a fraud case against the account is open.
    package static func isFrozen(_ account: Int64, in database: any SQLConnection) throws -> Bool {
        try database.row("SELECT 1 FROM fraud_case WHERE account = ? AND closed IS NULL LIMIT 1", [.integer(account)])
            != nil
    }

    /// - Throws: `HubProblem` with `.accountFrozen` or `.accountLocked`.
    package static func requireUnfrozen(_ account: Int64, in database: any SQLConnection) throws {
        try AccountLocks.requireUnlocked(account, in: database)
        guard try isFrozen(account, in: database) else { return }
        throw frozen
    }

    package static let frozen = HubProblem(
        .accountFrozen,
        "A double spend was signed with a key of this account. It is frozen until the case is settled; ask the operator."
    )

    package static func insufficient(_ balance: Amount, for amount: Amount) -> HubProblem {
        HubProblem(
            .insufficientBalance, "The account holds \(balance.formatted), which is less than \(amount.formatted).",
            details: ["balance": balance.decimalText])
    }
}
