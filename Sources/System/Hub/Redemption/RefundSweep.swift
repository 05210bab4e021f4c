// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

/// The result of a sweep.
package struct SweepReport: Equatable, Sendable {
    /// Roots whose refund date had come.
    package var roots = 0
    /// Minor units returned.
    package var returned: UInt64 = 0
    /// The number of claims on which something was paid.
    package var claims = 0
    /// Minor units paid on claims.
    package var compensated: UInt64 = 0
    /// Roots that could not be settled. The log says why, and the next sweep retries them.
    package var failed = 0

    package init(
        roots: Int = 0, returned: UInt64 = 0, claims: Int = 0, compensated: UInt64 = 0, failed: Int = 0
    ) {
        self.roots = roots
        self.returned = returned
        self.claims = claims
        self.compensated = compensated
        self.failed = failed
    }
}

/// Returns unredeemed units to their last known owner, once for each root, after its refund date by hub time. Adds
/// claims for owners who get nothing because another account was credited.
struct RefundSweep {
    let store: StoreChange
    /// Hub time, which the ledger uses too.
    let now: Timestamp
    let ledger: Ledger
    let hub: HubID
    let hubKey: P256.PublicKey

    var database: any SQLConnection { store.database }

    struct Due {
        let id: Int64
        let root: Root
        let issuer: KeyID
        let owner: Int64
    }

    /// Settles one group of due roots.
    ///
    /// - Returns: the last root of the group, for the next call, or nil if there was none.
    func run(after last: Int64, maximum: Int, report: inout SweepReport, log: Log) throws -> Int64? {
        let rows = try database.rows(
            """
            SELECT id, bytes, account FROM root WHERE swept IS NULL AND refund_at <= ? AND id > ? ORDER BY id LIMIT ?
            """, [try .unsigned(now.seconds), .integer(last), .integer(Int64(maximum))])
        for row in rows {
            let id = try row.int(0)
            let root = try Root(decoding: try row.blob(1))
            let due = Due(id: id, root: root, issuer: root.issuer, owner: try row.int(2))
            switch try store.attempt({ try settle(due) }) {
            case .success(let units):
                report.roots += 1
                report.returned += units
            case .failure(let error):
                report.failed += 1
                log.error("A root could not be refunded", .record(root.id(hub: hub).bytes), .error(error))
            }
        }
        return try rows.last?.int(0)
    }

    private func settle(_ due: Due) throws -> UInt64 {
        var rest = RangeSet(due.root.range)
        try database.forEach("SELECT low, high FROM credit WHERE root = ?", [.integer(due.id)]) { row in
            if let credited = UnitRange.between(try row.unsigned(0), try row.unsigned(1)) { rest.subtract(credited) }
        }
        let units = rest.total
        let hasCases = try database.row("SELECT 1 FROM fraud_case WHERE root = ?", [.integer(due.id)]) != nil
        if units > 0 || hasCases {
            let tree = try tree(of: due, unpaid: rest, hasCases: hasCases)
            if units > 0 { try pay(back: rest, by: tree, of: due) }
            if hasCases { try enterClaims(by: tree, of: due) }
        }
        try database.run(
            "UPDATE root SET swept = ?, credited = credited + ? WHERE id = ?",
            [try .unsigned(now.seconds), try .unsigned(units), .integer(due.id)])
        return units
    }

    private func pay(back units: RangeSet, by tree: RootTree, of due: Due) throws {
        let shares = try tree.lastOwners().map { (range: $0.range, account: try account(of: $0.owner) ?? due.owner) }
        var byAccount: [Int64: UInt64] = [:]
        for share in shares { byAccount[share.account, default: 0] += share.range.length }
        let credits = try byAccount.sorted { $0.key < $1.key }.map { account, units in
            Posting(
                account: LedgerName.user(try Accounts.account(account, in: database)),
                amount: try Amount(units: units, currency: ledger.currency))
        }
        let debit = Posting(
            account: LedgerName.outstanding(due.issuer),
            amount: try Amount(units: units.total, currency: ledger.currency).negated)
        let posted = try ledger.post(try Entry([debit] + credits), .init(.refund))
        for share in shares {
            try database.run(
                "INSERT INTO credit (root, low, high, account, entry) VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(due.id), try .unsigned(share.range.lower), try .unsigned(share.range.upper),
                    .integer(share.account), .integer(posted.entry),
                ])
        }
    }

    /// The tree of the records that the hub has seen. A recipient without an account, because its key was never
    /// certified, cannot be paid: its units stay with its payer. If two payees got the same units and neither redeemed
    /// them, one that has confirmed the payment comes before one that only the culprit names.
    private func tree(of due: Due, unpaid: RangeSet, hasCases: Bool) throws -> RootTree {
        let id = due.root.id(hub: hub)
        var credited = RangeSet(due.root.range)
        credited.subtract(unpaid)
        var known: [Int64: ChainRecord] = [:]
        let rows = try database.rows(
            "SELECT id, record, parent, body, signature FROM record WHERE root = ? ORDER BY id", [.integer(due.id)])
        let parents = try Dictionary(uniqueKeysWithValues: rows.map { (try $0.int(0), try $0.int(2)) })
        let handedOn = Set(parents.values)
        var inOrder: [ChainRecord] = []
        var hearsay: [ChainRecord] = []
        for row in rows {
            let transfer = try Transfer(body: try row.blob(3), signature: try P256.Signature(raw: try row.blob(4)))
            let number = try row.int(0)
            let parent = try row.int(2)
            let isFirst = parent == -due.id
            guard try account(of: transfer.recipient) != nil, isFirst || known[parent] != nil else { continue }
            let record = ChainRecord(
                id: try RecordID(try row.blob(1)), parent: known[parent]?.id ?? id, range: transfer.range,
                spender: known[parent]?.recipient ?? due.root.owner, recipient: transfer.recipient)
            known[number] = record
            let isHeard =
                try !hasCases || handedOn.contains(number)
                || Vouching.isComplete(Self.path(to: number, parents), in: database)
            if isHeard { inOrder.append(record) } else { hearsay.append(record) }
        }
        let declined = try database.rows(
            "SELECT r.record FROM decline d JOIN record r ON r.id = d.record WHERE d.root = ?", [.integer(due.id)])
        return try RootTree(
            rootID: id, range: due.root.range, owner: due.root.owner, hubKey: hubKey, records: inOrder + hearsay,
            declined: declined.map { try RecordID(try $0.blob(0)) }, credited: credited)
    }

    /// The rows from the root to a record.
    static func path(to row: Int64, _ parents: [Int64: Int64]) -> [Int64] {
        var path: [Int64] = []
        var next = row
        while let parent = parents[next] {
            path.insert(next, at: 0)
            next = parent
        }
        return path
    }

    func account(of owner: P256.PublicKey) throws -> Int64? {
        try database.row("SELECT account FROM escrow WHERE key = ?", [.blob(owner.compressed)])?.int(0)
    }
}
