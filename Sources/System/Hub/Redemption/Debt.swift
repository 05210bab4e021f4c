// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// What one culprit's account owes in all its open cases, and how much of it the guarantee fund may pay. Decision 0068.
struct Debt {
    struct Case {
        let id: Int64
        let settleAt: Timestamp
        /// The minor units that the fund has paid and not got back.
        var fundPaid: UInt64
    }

    /// A claim that is not paid in full.
    struct Claim {
        let id: Int64
        /// The index of its case in ``cases``.
        let place: Int
        let account: Int64
        let name: AccountName
        /// The owner's standing when the culprit's first case was opened.
        let standing: Standing
        /// When the culprit's balance begins to pay it.
        let due: Timestamp
        /// When the guarantee fund begins to pay it.
        let fundFrom: Timestamp
        var owed: UInt64
    }

    /// Nil for all keys together whose account the hub does not know.
    let culprit: (id: Int64, name: AccountName)?
    /// The most that the fund pays over all cases, less repayments, in minor units.
    let cap: UInt64
    var cases: [Case]
    var claims: [Claim]

    /// The minor units that the fund may still pay.
    var room: UInt64 {
        let paid = cases.reduce(0) { $0 + $1.fundPaid }
        return cap - min(paid, cap)
    }

    /// All open debts, ordered by their first case.
    static func open(_ configuration: HubConfiguration, in database: any SQLConnection) throws -> [Debt] {
        let rows = try database.rows(
            """
            SELECT f.id, f.account, f.settle_at, f.fund_paid, a.uid, a.role, a.created,
                \(CaseTerms.columns.map { "f." + $0 }.joined(separator: ", "))
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
        let all = try rows.map { try CaseTerms($0, from: 7, configuration) }
        let first = all.min { $0.opened < $1.opened } ?? CaseTerms(opened: Timestamp(seconds: 0), configuration)
        var isYoung = true
        if let culprit, let row = rows.first {
            self.culprit = (culprit, LedgerName.user(try AccountID(try row.blob(4))))
            isYoung =
                try first.standing(role: row.int(5), created: Timestamp(seconds: row.unsigned(6))).youngUntil != nil
        } else {
            self.culprit = nil
        }
        cap = isYoung ? first.youngCap : first.cap
        cases = try rows.map {
            Case(
                id: try $0.int(0), settleAt: Timestamp(seconds: try $0.unsigned(2)), fundPaid: try $0.unsigned(3))
        }
        claims = []
        for (place, open) in cases.enumerated() {
            for row in claimed[open.id] ?? [] {
                let standing = try first.standing(role: row.int(5), created: Timestamp(seconds: row.unsigned(6)))
                claims.append(
                    Claim(
                        id: try row.int(1), place: place, account: try row.int(3),
                        name: LedgerName.user(try AccountID(try row.blob(4))), standing: standing, due: open.settleAt,
                        fundFrom: first.fundFrom(settleAt: open.settleAt, standing),
                        owed: try row.unsigned(2)))
            }
        }
    }
}

extension Debt {
    /// Divides a sum among the owners of some claims. The number of an owner's claims does not matter.
    ///
    /// - Returns: the share of each claim, in the order of ``claims``, together at most the pool.
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

    /// The minor units owed on the selected claims.
    func owed(_ isMeant: (Claim) -> Bool) -> UInt64 { claims.reduce(0) { $0 + (isMeant($1) ? $1.owed : 0) } }
}
