// SPDX-License-Identifier: MIT
import HubAPI
import Money
import SQL
import Tokens

/// What one culprit account owes in all its open cases, and how much of it the guarantee fund may pay. Decision 0068.
struct Debt {
    struct Case {
        let id: Int64
        let settleAt: Timestamp
        /// Minor units that the fund has paid and not got back.
        var fundPaid: UInt64
    }

    /// A claim that is not paid in full.
    struct Claim {
        let id: Int64
        /// The place of its case in ``cases``.
        let place: Int
        let account: Int64
        let name: AccountName
        /// The owner's standing when the culprit's first case was opened.
        let standing: Standing
        /// From when on it is paid out of what the culprit has.
        let due: Timestamp
        /// From when on it is paid out of the guarantee fund.
        let fundFrom: Timestamp
        var owed: UInt64
    }

    /// Nil for all keys together of which the hub does not know whose they are.
    let culprit: (id: Int64, name: AccountName)?
    /// Minor units that the fund pays at most, over all cases, and has not got back.
    let cap: UInt64
    var cases: [Case]
    var claims: [Claim]

    /// What the fund may still pay.
    var room: UInt64 {
        let paid = cases.reduce(0) { $0 + $1.fundPaid }
        return cap - min(paid, cap)
    }

    /// From when on the fund pays for a culprit whose first open case is of some date.
    ///
    /// By then whatever an honest payee can be owed is claimed: what the culprit's last certificate lets it sign is of roots
    /// that are refunded after so many days more. One day is for clocks and sweeps.
    static func fundFrom(_ opened: Timestamp, _ configuration: HubConfiguration) -> Timestamp {
        if let window = configuration.claimWindow { return opened.adding(seconds: window) }
        return opened.adding(
            days: configuration.certificateDays + LimitPolicy.mostDaysToRefund + 1)
    }

    /// From when on the fund pays on one claim.
    static func fundFrom(
        _ opened: Timestamp, settleAt: Timestamp, _ standing: Standing, _ configuration: HubConfiguration
    ) -> Timestamp {
        let waited = max(fundFrom(opened, configuration), settleAt)
        return standing.youngUntil.map { max(waited, $0) } ?? waited
    }

    /// All debts that are open, by their first case.
    static func open(_ configuration: HubConfiguration, in database: any SQLConnection) throws -> [Debt] {
        let rows = try database.rows(
            """
            SELECT f.id, f.account, f.opened, f.settle_at, f.fund_paid, a.uid, a.role, a.created
            FROM fraud_case f LEFT JOIN account a ON a.id = f.account WHERE f.closed IS NULL ORDER BY f.id
            """)
        let claims = try Dictionary(
            grouping: database.rows(
                """
                SELECT c.fraud_case, c.id, c.amount - c.paid, c.account, a.uid, a.role, a.created
                FROM fraud_case f JOIN claim c ON c.fraud_case = f.id JOIN account a ON a.id = c.account
                WHERE f.closed IS NULL AND c.paid < c.amount ORDER BY c.id
                """), by: { try $0.int(0) })
        var order: [Int64?] = []
        var byCulprit: [Int64?: [Row]] = [:]
        for row in rows {
            let culprit = try row.optionalInt(1)
            if byCulprit[culprit] == nil { order.append(culprit) }
            byCulprit[culprit, default: []].append(row)
        }
        return try order.map { try Debt(of: $0, byCulprit[$0] ?? [], claims, configuration) }
    }

    private init(
        of culprit: Int64?, _ rows: [Row], _ claimed: [Int64: [Row]], _ configuration: HubConfiguration
    ) throws {
        let opened = Timestamp(seconds: try rows.map { try $0.unsigned(2) }.min() ?? 0)
        var isYoung = true
        if let culprit, let row = rows.first {
            self.culprit = (culprit, LedgerName.user(try AccountID(try row.blob(5))))
            isYoung = try Self.standing(row.int(6), row.unsigned(7), opened, configuration).youngUntil != nil
        } else {
            self.culprit = nil
        }
        cap = isYoung ? min(configuration.guaranteeCap, configuration.youngOfflineTotal) : configuration.guaranteeCap
        cases = try rows.map {
            Case(
                id: try $0.int(0), settleAt: Timestamp(seconds: try $0.unsigned(3)), fundPaid: try $0.unsigned(4))
        }
        claims = []
        for (place, open) in cases.enumerated() {
            for row in claimed[open.id] ?? [] {
                let standing = try Self.standing(row.int(5), row.unsigned(6), opened, configuration)
                claims.append(
                    Claim(
                        id: try row.int(1), place: place, account: try row.int(3),
                        name: LedgerName.user(try AccountID(try row.blob(4))), standing: standing, due: open.settleAt,
                        fundFrom: Self.fundFrom(opened, settleAt: open.settleAt, standing, configuration),
                        owed: try row.unsigned(2)))
            }
        }
    }

    private static func standing(
        _ role: Int64, _ created: UInt64, _ opened: Timestamp, _ configuration: HubConfiguration
    ) throws -> Standing {
        Standing(
            role: try Roles.role(numbered: role), created: Timestamp(seconds: created), at: opened, configuration)
    }
}

extension Debt {
    /// Divides a sum among the owners of some claims, whatever number of claims each of them has.
    ///
    /// - Returns: what each claim gets, in the order of ``claims``; together at most the pool.
    func division(of pool: UInt64, among isMeant: (Claim) -> Bool) -> [UInt64] {
        var owners: [Int64] = []
        var owed: [Int64: UInt64] = [:]
        for claim in claims where isMeant(claim) {
            if owed[claim.account] == nil { owners.append(claim.account) }
            owed[claim.account, default: 0] += claim.owed
        }
        let sums = owners.map { owed[$0] ?? 0 }
        let shares = EqualShares.shares(of: min(pool, sums.reduce(0, +)), owed: sums)
        var left = Dictionary(uniqueKeysWithValues: zip(owners, shares))
        return claims.map { claim in
            guard isMeant(claim) else { return 0 }
            let part = min(claim.owed, left[claim.account] ?? 0)
            left[claim.account, default: 0] -= part
            return part
        }
    }

    /// Minor units of the claims that are meant.
    func owed(_ isMeant: (Claim) -> Bool) -> UInt64 { claims.reduce(0) { $0 + (isMeant($1) ? $1.owed : 0) } }
}
