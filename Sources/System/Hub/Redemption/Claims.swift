// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

//  shortfall of a redemption, or of an amount not redeemed at its refund date
//    └► claim (unpaid) ─settle date─► from the culprit's balance ─fund date─► from the guarantee fund ─► paid
//                                                             case closed once no claim is owed anything  ◄┘
//
//  | state       | meaning                                               | recovery                                            |
//  | ----------- | ----------------------------------------------------- | --------------------------------------------------- |
//  | unpaid      | its case still waits for the last possible claim      | the sweep settles at the case's date                |
//  | paid partly | the culprit's balance was too low; the fund waits for | each later sweep tries the culprit's balance again, |
//  |             | its date, has no more for this culprit or this day,   | and the fund within its caps (Decision 0068)        |
//  |             | or is empty                                           |                                                     |
//  | paid        | the owner has been paid in full                       | none needed                                         |

/// What double spenders owe to honest owners, and how it is paid.
struct Claims {
    let store: StoreChange
    /// Hub time, which the ledger uses too.
    let now: Timestamp
    let ledger: Ledger
    let configuration: HubConfiguration

    /// The result of a settlement. A claim paid from two sources counts once.
    struct Paid {
        var units: UInt64 = 0
        fileprivate(set) var claims: Set<Int64> = []
    }

    private var database: any SQLConnection { store.database }

    /// Adds a claim for what an owner did not get, to the case that explains it. A culprit has no claim against
    /// itself, and a payee has none for a payment that it declined.
    ///
    /// - Parameters:
    ///   - path: the records from the root to the one that falls short.
    ///   - record: the row of the last record.
    /// - Throws: ``HubError`` with `.internalFault` if no case explains the shortfall, so that the redemption is
    ///   rolled back.
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

    /// What an account is owed for its own redemption, or for a payment that it never redeemed, and how much of it was
    /// paid.
    static func read(
        on record: [UInt8], of caller: Caller, context: HubContext, from database: any SQLConnection
    ) throws -> StatusAnswer.Claim? {
        let row = try database.row(
            """
            SELECT c.amount, c.paid, f.settle_at, a.role, a.created, f.account
            FROM claim c JOIN record r ON r.id = c.record JOIN fraud_case f ON f.id = c.fraud_case
            JOIN account a ON a.id = c.account WHERE r.record = ? AND c.account = ?
            """, [.blob(record), .integer(caller.id)])
        guard let row else { return nil }
        let (amount, paid) = (try row.int(0), try row.int(1))
        let configuration = context.configuration
        let first = try database.row(
            """
            SELECT \(CaseTerms.columns.joined(separator: ", ")) FROM fraud_case
            WHERE account IS NOT DISTINCT FROM ? AND closed IS NULL ORDER BY opened, id LIMIT 1
            """, [row.value(5)])
        var fundFrom: Timestamp?
        if paid < amount, let terms = try first.map({ try CaseTerms($0, from: 0, configuration) }) {
            let standing = try terms.standing(role: row.int(3), created: Timestamp(seconds: row.unsigned(4)))
            fundFrom = terms.fundFrom(settleAt: Timestamp(seconds: try row.unsigned(2)), standing)
        }
        return StatusAnswer.Claim(
            amount: Amount(minorUnits: amount, currency: context.currency),
            paid: Amount(minorUnits: paid, currency: context.currency),
            fundFrom: fundFrom.flatMap { $0 > context.clock.now() ? $0.seconds : nil })
    }

    /// Pays as much as possible of all open debts that are due: first from the culprit's balance, then from the
    /// guarantee fund within its caps. Then pays the fund back from what a culprit has left.
    ///
    /// - Parameter early: does not wait for dates, because the operator says that no more claims will come. Young
    ///   accounts still wait, and the caps apply.
    /// - Returns: the amount paid, and the claims on which it was paid.
    func settleDue(early: Bool) throws -> Paid {
        var debts = try Debt.open(configuration, in: database)
        var paid = Paid()
        for index in debts.indices { try payFromCulprit(&debts[index], early: early, &paid) }
        try payFromFund(&debts, early: early, &paid)
        for index in debts.indices { try finish(&debts[index], early: early) }
        return paid
    }

    private func payFromCulprit(_ debt: inout Debt, early: Bool, _ paid: inout Paid) throws {
        guard let culprit = debt.culprit, !debt.claims.isEmpty else { return }
        let shares = debt.division(of: try ledger.balance(of: culprit.name).units) { early || $0.due <= now }
        try pay(shares, of: &debt, from: culprit.name, &paid)
    }

    // MARK: - The guarantee fund

    /// Pays within three limits: the fund's balance, its daily limit, and its limit for one culprit.
    ///
    /// Accounts that were no longer young when their culprit was found out come first; the others get what remains. In
    /// each round culprits get equal shares. Of the share for one culprit's victims, half goes to merchants and
    /// operators, and the rest to all alike.
    private func payFromFund(_ debts: inout [Debt], early: Bool, _ paid: inout Paid) throws {
        guard debts.contains(where: { !$0.claims.isEmpty }) else { return }
        let today = configuration.guaranteePerDay - min(try paidToday(), configuration.guaranteePerDay)
        var left = min(try ledger.balance(of: LedgerName.guarantee).units, today)
        for isYoung in [false, true] {
            let isMeant = { (claim: Debt.Claim) in
                (claim.standing.youngUntil != nil) == isYoung && isDue(claim, early)
            }
            let owed = debts.map { min($0.room, $0.owed(isMeant)) }
            let shares = EqualShares.shares(of: min(left, owed.reduce(0, +)), owed: owed)
            for (index, share) in shares.enumerated() where share > 0 {
                let isNamed = { isMeant($0) && $0.standing == .named }
                let first = try pay(share / 2, of: &debts[index], &paid, isNamed)
                _ = try pay(share - first, of: &debts[index], &paid, isMeant)
                left -= share
            }
        }
    }

    private func isDue(_ claim: Debt.Claim, _ early: Bool) -> Bool {
        early ? claim.standing.youngUntil.map { $0 <= now } ?? true : claim.fundFrom <= now
    }

    /// Pays some claims from the fund.
    ///
    /// - Returns: the amount paid, in minor units.
    private func pay(
        _ pool: UInt64, of debt: inout Debt, _ paid: inout Paid, _ isMeant: (Debt.Claim) -> Bool
    ) throws -> UInt64 {
        let context = debt.division(of: pool, among: isMeant)
        try pay(context, of: &debt, from: LedgerName.guarantee, &paid)
        for (part, claim) in zip(context, debt.claims) { debt.cases[claim.place].fundPaid += part }
        return context.reduce(0, +)
    }

    /// The minor units that the fund has paid since midnight UTC, from the ledger.
    private func paidToday() throws -> UInt64 {
        let fund = try ledger.open(LedgerName.guarantee)
        let midnight = now.seconds - now.seconds % Timestamp.secondsPerDay
        var (paid, before): (UInt64, Int64?) = (0, nil)
        while true {
            let rows = try PostingChain.page(
                "SELECT p.entry, p.amount, e.time, e.kind FROM posting p JOIN entry e ON e.id = p.entry", of: fund,
                before: before, limit: Int(PostingChain.marked), in: database)
            for row in rows {
                guard try row.unsigned(2) >= midnight else { return paid }
                let amount = try row.int(1)
                if amount < 0, try row.int(3) == EntryKind.compensation.rawValue { paid += amount.magnitude }
            }
            guard let last = rows.last else { return paid }
            before = try last.int(0)
        }
    }

    // MARK: - Paying

    /// Pays each claim its part, with one entry for each case.
    private func pay(
        _ context: [UInt64], of debt: inout Debt, from source: AccountName, _ paid: inout Paid
    ) throws {
        for place in debt.cases.indices {
            var byAccount: [AccountName: UInt64] = [:]
            var order: [AccountName] = []
            for (index, part) in context.enumerated() where part > 0 && debt.claims[index].place == place {
                let claim = debt.claims[index]
                if byAccount[claim.name] == nil { order.append(claim.name) }
                byAccount[claim.name, default: 0] += part
                debt.claims[index].owed -= part
                paid.claims.insert(claim.id)
                try database.run(
                    "UPDATE claim SET paid = paid + ? WHERE id = ?", [try .unsigned(part), .integer(claim.id)])
            }
            let sum = byAccount.values.reduce(0, +)
            guard sum > 0 else { continue }
            let credits = try order.map {
                Posting(account: $0, amount: try Amount(units: byAccount[$0] ?? 0, currency: ledger.currency))
            }
            let debit = Posting(account: source, amount: try Amount(units: sum, currency: ledger.currency).negated)
            _ = try ledger.post(
                try Entry([debit] + credits), .init(.compensation, note: "fraud case \(debt.cases[place].id)"))
            paid.units += sum
        }
    }

    /// Pays the fund back once the culprit owes nothing else, stores what the fund has paid, and closes settled cases.
    private func finish(_ debt: inout Debt, early: Bool) throws {
        let isOwed = debt.claims.contains { $0.owed > 0 }
        if let culprit = debt.culprit, !isOwed, debt.cases.allSatisfy({ early || $0.settleAt <= now }) {
            try payBack(&debt, from: culprit.name)
        }
        for (place, open) in debt.cases.enumerated() {
            let isUnpaid = debt.claims.contains { $0.place == place && $0.owed > 0 }
            let isOver = (early || open.settleAt <= now) && !isUnpaid && open.fundPaid == 0
            try database.run(
                "UPDATE fraud_case SET fund_paid = ?, closed = ? WHERE id = ?",
                [
                    try .unsigned(open.fundPaid), isOver ? try .unsigned(now.seconds) : .null, .integer(open.id),
                ])
        }
    }

    private func payBack(_ debt: inout Debt, from culprit: AccountName) throws {
        let owed = debt.cases.reduce(0) { $0 + $1.fundPaid }
        var sum = min(owed, try ledger.balance(of: culprit).units)
        guard sum > 0 else { return }
        let amount = try Amount(units: sum, currency: ledger.currency)
        _ = try ledger.post(
            Entry(moving: amount, from: culprit, to: LedgerName.guarantee),
            .init(.compensation, note: "to the guarantee fund"))
        for place in debt.cases.indices {
            let part = min(sum, debt.cases[place].fundPaid)
            debt.cases[place].fundPaid -= part
            sum -= part
        }
    }
}
