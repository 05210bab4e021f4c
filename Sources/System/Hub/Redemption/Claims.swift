// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

//  shortfall of a redemption, or of what was not redeemed at its refund date
//    └► claim (unpaid) ─settle date─► paid in part ─► paid ─► case closed once nothing is owed to anybody
//
//  | state      | meaning                                              | recovery                                          |
//  | ---------- | ---------------------------------------------------- | ------------------------------------------------- |
//  | unpaid     | its case still waits for the last possible claim     | the sweep settles at the case's date              |
//  | paid partly| culprit and guarantee fund did not hold enough       | each later sweep tries the culprit's balance again |
//  | paid       | the owner has everything                             | none needed                                       |

/// What honest owners are owed by double spenders, and how it is paid.
struct Claims {
    let store: StoreChange
    /// Hub time; the ledger's too.
    let now: Timestamp
    let ledger: Ledger
    let configuration: HubConfiguration

    /// What a settling paid; a claim that two sources paid counts once.
    struct Paid {
        var units: UInt64 = 0
        fileprivate(set) var claims: Set<Int64> = []
    }

    private var database: any SQLConnection { store.database }

    /// Enters what an owner did not get, in the case that explains it; a culprit has no claim against itself, and a payee
    /// none for what it declined.
    ///
    /// - Parameters:
    ///   - path: the records from the root to the one that falls short.
    ///   - record: the row of the last of them.
    /// - Throws: ``HubError`` with `.internalFault` when nothing explains it, so that nothing of the redemption happens.
    static func add(_ units: UInt64, on path: [RecordID], record: Int64, account: Int64, in store: StoreChange) throws {
        if try FraudCases.isDeclined(on: path, by: account, in: store.database) { return }
        guard let explanation = try FraudCases.explaining(path, in: store.database) else {
            throw HubError(.internalFault, "Record row \(record) falls short by \(units) without evidence of fraud.")
        }
        guard explanation.account != account else { return }
        try store.database.run(
            "INSERT INTO claim (fraud_case, record, account, amount) VALUES (?, ?, ?, ?)",
            [.integer(explanation.id), .integer(record), .integer(account), try .unsigned(units)])
        try store.database.run("UPDATE fraud_case SET closed = NULL WHERE id = ?", [.integer(explanation.id)])
    }

    /// What an account is owed for a redemption of its own, or for a payment that it never redeemed, and how much of it was
    /// paid.
    static func read(
        on record: [UInt8], of caller: Caller, currency: Currency, from database: any SQLConnection
    ) throws -> StatusAnswer.Claim? {
        let row = try database.row(
            "SELECT c.amount, c.paid FROM claim c JOIN record r ON r.id = c.record WHERE r.record = ? AND c.account = ?",
            [.blob(record), .integer(caller.id)])
        return try row.map {
            StatusAnswer.Claim(
                amount: Amount(minorUnits: try $0.int(0), currency: currency),
                paid: Amount(minorUnits: try $0.int(1), currency: currency))
        }
    }

    /// Pays what can be paid in every case whose date has come: pro rata from the culprit's balance, then from the
    /// guarantee fund up to its cap; then pays the fund back from what the culprit has left.
    ///
    /// - Parameter early: settle all open cases now, on the operator's word that no more claims will come.
    /// - Returns: what was paid on how many claims.
    func settleDue(early: Bool) throws -> Paid {
        let cases = try database.rows(
            "SELECT id, account, fund_paid FROM fraud_case WHERE closed IS NULL AND (settle_at <= ? OR ? <> 0) ORDER BY id",
            [try .unsigned(now.seconds), .bool(early)])
        var paid = Paid()
        for row in cases {
            try settle(
                try row.int(0), culprit: try row.optionalInt(1), fundPaid: try row.unsigned(2), paid: &paid)
        }
        return paid
    }

    private func settle(_ id: Int64, culprit: Int64?, fundPaid: UInt64, paid: inout Paid) throws {
        let culpritName = try culprit.map { LedgerName.user(try Accounts.account($0, in: database)) }
        if let culpritName {
            try pay(id, from: culpritName, atMost: try ledger.balance(of: culpritName).units, paid: &paid)
        }
        let room = configuration.guaranteeCap - min(fundPaid, configuration.guaranteeCap)
        let fund = try pay(
            id, from: LedgerName.guarantee, atMost: min(try ledger.balance(of: LedgerName.guarantee).units, room),
            paid: &paid)
        var fundOwed = fundPaid + fund
        let isUnpaid =
            try database.row("SELECT 1 FROM claim WHERE fraud_case = ? AND paid < amount", [.integer(id)]) != nil
        if !isUnpaid, let culpritName { fundOwed -= try payBack(fundOwed, from: culpritName) }
        let isOver = !isUnpaid && fundOwed == 0
        try database.run(
            "UPDATE fraud_case SET fund_paid = ?, closed = ? WHERE id = ?",
            [
                try .unsigned(fundOwed), isOver ? try .unsigned(now.seconds) : .null, .integer(id),
            ])
    }

    /// Divides what an account can give among the unpaid claims of a case.
    ///
    /// - Returns: how much was paid.
    @discardableResult
    private func pay(
        _ id: Int64, from source: AccountName, atMost limit: UInt64, paid: inout Paid
    ) throws -> UInt64 {
        let claims = try database.rows(
            """
            SELECT c.id, c.amount - c.paid, a.uid FROM claim c JOIN account a ON a.id = c.account
            WHERE c.fraud_case = ? AND c.paid < c.amount ORDER BY c.id
            """, [.integer(id)])
        let owed = try claims.map { try $0.unsigned(1) }
        let pool = min(limit, owed.reduce(0, +))
        guard pool > 0 else { return 0 }
        var byAccount: [AccountName: UInt64] = [:]
        var order: [AccountName] = []
        for (claim, share) in zip(claims, ProRata.shares(of: pool, owed: owed)) where share > 0 {
            let name = LedgerName.user(try AccountID(try claim.blob(2)))
            if byAccount[name] == nil { order.append(name) }
            byAccount[name, default: 0] += share
            paid.claims.insert(try claim.int(0))
            try database.run(
                "UPDATE claim SET paid = paid + ? WHERE id = ?", [try .unsigned(share), .integer(try claim.int(0))])
        }
        let credits = try order.map {
            Posting(account: $0, amount: try Amount(units: byAccount[$0] ?? 0, currency: ledger.currency))
        }
        let debit = Posting(account: source, amount: try Amount(units: pool, currency: ledger.currency).negated)
        _ = try ledger.post(try Entry([debit] + credits), .init(.compensation, note: "fraud case \(id)"))
        paid.units += pool
        return pool
    }

    private func payBack(_ owed: UInt64, from culprit: AccountName) throws -> UInt64 {
        let sum = min(owed, try ledger.balance(of: culprit).units)
        guard sum > 0 else { return 0 }
        let amount = try Amount(units: sum, currency: ledger.currency)
        _ = try ledger.post(
            Entry(moving: amount, from: culprit, to: LedgerName.guarantee),
            .init(.compensation, note: "to the guarantee fund"))
        return sum
    }
}
