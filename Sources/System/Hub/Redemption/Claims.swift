// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

//  shortfall of a redemption, or of what was not redeemed at its refund date
//    └► claim (unpaid) ─settle date─► from the culprit's balance ─fund date─► from the guarantee fund ─► paid
//                                                             case closed once nothing is owed to anybody ◄┘
//
//  | state      | meaning                                              | recovery                                             |
//  | ---------- | ---------------------------------------------------- | ---------------------------------------------------- |
//  | unpaid     | its case still waits for the last possible claim     | the sweep settles at the case's date                 |
//  | paid partly| the culprit did not hold enough; the fund waits for  | each later sweep tries the culprit's balance again,  |
//  |            | its date, has no more for this culprit or this day,  | and the fund within its caps (Decision 0068)         |
//  |            | or is empty                                          |                                                      |
//  | paid       | the owner has everything                             | none needed                                          |

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
        on record: [UInt8], of caller: Caller, parts: HubParts, from database: any SQLConnection
    ) throws -> StatusAnswer.Claim? {
        let row = try database.row(
            """
            SELECT c.amount, c.paid, f.settle_at, a.role, a.created, f.account
            FROM claim c JOIN record r ON r.id = c.record JOIN fraud_case f ON f.id = c.fraud_case
            JOIN account a ON a.id = c.account WHERE r.record = ? AND c.account = ?
            """, [.blob(record), .integer(caller.id)])
        guard let row else { return nil }
        let (amount, paid) = (try row.int(0), try row.int(1))
        let configuration = parts.configuration
        let first = try database.row(
            """
            SELECT opened, fund_from, young_days FROM fraud_case
            WHERE account IS NOT DISTINCT FROM ? AND closed IS NULL ORDER BY opened, id LIMIT 1
            """, [row.value(5)])
        var fundFrom: Timestamp?
        if paid < amount, let terms = try first.map({ try CaseTerms($0, from: 0, configuration) }) {
            let standing = try terms.standing(role: row.int(3), created: Timestamp(seconds: row.unsigned(4)))
            fundFrom = terms.fundFrom(settleAt: Timestamp(seconds: try row.unsigned(2)), standing)
        }
        return StatusAnswer.Claim(
            amount: Amount(minorUnits: amount, currency: parts.currency),
            paid: Amount(minorUnits: paid, currency: parts.currency),
            fundFrom: fundFrom.flatMap { $0 > parts.clock.now() ? $0.seconds : nil })
    }

    /// Pays what can be paid of all open debts whose date has come: from the culprit's balance, then from the guarantee fund
    /// within its caps; then pays the fund back from what a culprit has left.
    ///
    /// - Parameter early: do not wait for dates, on the operator's word that no more claims will come. Young accounts wait all
    ///   the same, and the caps hold.
    /// - Returns: what was paid on how many claims.
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

    /// Pays within three bounds: the fund's balance, what it pays on one day, and what it pays for one culprit.
    ///
    /// First are all accounts that were no longer young when their culprit was found out, and only what they leave is for the
    /// others. In each round culprits share alike; of what there is for the victims of one of them half goes to those whom the
    /// operator has named, and the rest to all alike.
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

    /// Pays some claims out of the fund.
    ///
    /// - Returns: how much was paid.
    private func pay(
        _ pool: UInt64, of debt: inout Debt, _ paid: inout Paid, _ isMeant: (Debt.Claim) -> Bool
    ) throws -> UInt64 {
        let parts = debt.division(of: pool, among: isMeant)
        try pay(parts, of: &debt, from: LedgerName.guarantee, &paid)
        for (part, claim) in zip(parts, debt.claims) { debt.cases[claim.place].fundPaid += part }
        return parts.reduce(0, +)
    }

    /// Minor units that the fund has paid since midnight UTC, as the ledger says.
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

    /// Pays each claim its part, with an entry for each case.
    private func pay(
        _ parts: [UInt64], of debt: inout Debt, from source: AccountName, _ paid: inout Paid
    ) throws {
        for place in debt.cases.indices {
            var byAccount: [AccountName: UInt64] = [:]
            var order: [AccountName] = []
            for (index, part) in parts.enumerated() where part > 0 && debt.claims[index].place == place {
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

    /// Pays the fund back once the culprit owes nobody else anything, keeps what the fund has paid, and closes what is over.
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
