// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

//  verified path ─► root issued here? ─► each record: insert by id ─► overlaps a sibling? ─► fraud case, revocation
//                                                     │
//                                                     └► last record goes to the hub: credit what was not credited yet
//                                                        ─► shortfall? claim in the case ─► signed receipt, stored
//
//  a decline with it, uploaded by the payer ─► recorded ─► units neither credited nor passed on
//                                                 ─► posted back to the payer ─► signed receipt `refunded`, stored
//
//  | state of a record    | meaning                                    | recovery                                        |
//  | -------------------- | ------------------------------------------ | ----------------------------------------------- |
//  | absent               | never seen, or its batch was rolled back   | the wallet uploads it again                     |
//  | present, no receipt  | seen inside a longer chain                 | a receipt is made when it is uploaded by itself |
//  | recorded             | recorded for its payee, or confirmed by    | the same bytes again, until it is refunded      |
//  |                      | the payee itself: vouched                  |                                                 |
//  | credited, refunded   | final                                      | the same bytes answer every repeat              |

/// The stateful part of redemption, inside one open transaction.
struct RedemptionTable {
    let store: StoreChange
    let keys: KeyRing
    let ledger: Ledger
    let configuration: HubConfiguration

    /// A root in the issuance table.
    struct Issued {
        let id: Int64
        let issuer: KeyID
        let refundAt: Timestamp
        let isSwept: Bool
        let hasCases: Bool
        let hasDeclines: Bool
    }

    var database: any SQLConnection { store.database }

    /// Records every record of a path and, if it is a redemption, credits its account.
    ///
    /// - Parameter caller: vouches for the path if it is the holder; nil if it says that it declined.
    /// - Throws: `HubProblem` with `.unknownRoot` or `.tooLate`.
    func enter(_ path: VerifiedPath, for caller: Caller?) throws -> RedemptionAnswer.Item {
        // Another request of the same batch may have entered it since the look-up before the batch.
        let stored = try RedemptionIntake.stored(path.leafID, path.token, hub: keys.hub, in: database)
        if let stored, try path.account == nil || stored.isFinal {
            if let caller { try Vouching(database: database, now: store.now).add(path.leafID, by: caller) }
            return stored
        }
        let root = try issued(path)
        let due = path.account == nil ? RangeSet() : try uncredited(path.range, of: root.id)
        let receipt = try HubReceipt.issue(
            for: path.leafID, outcome: path.account == nil ? .recorded : .credited, units: due.total, time: store.now,
            signer: try keys.signer(.receipt, at: store.now), hub: keys.hub
        ).encoded
        let (rows, newCases) = try note(path, under: root, settled: due.total, receipt: receipt)
        if let account = path.account, let leaf = rows.last {
            try credit(due, on: path, to: account, leaf: leaf, root: root)
        } else if let caller {
            try Vouching(database: database, now: store.now).add(path.leafID, by: caller)
        }
        let ids = [path.rootID] + path.records.map(\.id)
        let proofs = try root.hasCases || newCases ? FraudCases.proofs(on: ids, in: database) : []
        return RedemptionAnswer.Item(receipt: receipt, proofs: proofs)
    }

    /// Records every record of a path that its holder redeemed too late to be credited.
    func noteOnly(_ path: VerifiedPath, for caller: Caller) throws {
        _ = try note(path, under: try issued(path), settled: 0, receipt: nil)
        try Vouching(database: database, now: store.now).add(path.leafID, by: caller)
    }

    // MARK: - Issuance

    func issued(_ path: VerifiedPath) throws -> Issued {
        let row = try database.row(
            """
            SELECT id, issuer, refund_at, swept IS NOT NULL,
                EXISTS (SELECT 1 FROM fraud_case c WHERE c.root = root.id),
                EXISTS (SELECT 1 FROM decline d WHERE d.root = root.id)
            FROM root WHERE record = ?
            """, [.blob(path.rootID.bytes)])
        guard let row else {
            configuration.log.error(
                "ALARM: a root has a valid signature but was never issued. The key may be stolen: run `satchel-hub rotate-keys`",
                .record(path.rootID.bytes), .key(path.root.issuer.bytes))
            throw HubProblem(
                .unknownRoot, "The hub never issued this token, although its signature is valid. It is worth nothing.")
        }
        let root = Issued(
            id: try row.int(0), issuer: try KeyID(try row.blob(1)), refundAt: Timestamp(seconds: try row.unsigned(2)),
            isSwept: try row.bool(3), hasCases: try row.bool(4), hasDeclines: try row.bool(5))
        guard !root.isSwept else {
            throw HubProblem(.tooLate, "The refund date of this token has passed and its units were returned.")
        }
        return root
    }

    // MARK: - Records

    /// Inserts each record by id and looks for siblings that pass on the same units.
    ///
    /// - Parameters:
    ///   - settled: the units that are credited through this path.
    ///   - receipt: the answer to the last record.
    /// - Returns: the row of each record, and whether a conflict was found.
    func note(
        _ path: VerifiedPath, under root: Issued, settled: UInt64, receipt: [UInt8]?
    ) throws -> (rows: [Int64], newCases: Bool) {
        var rows: [Int64] = []
        var newCases = false
        for (index, record) in path.records.enumerated() {
            let answer = index == path.records.count - 1 ? receipt : nil
            if let known = try database.row("SELECT id FROM record WHERE record = ?", [.blob(record.id.bytes)]) {
                rows.append(try known.int(0))
                try update(try known.int(0), settled: settled, receipt: answer)
                continue
            }
            let transfer = path.token.transfers[index]
            let certificate = index == 0 ? nil : path.token.certificates[index - 1]
            let parent = rows.last ?? -root.id
            let row = try database.returned(
                """
                INSERT INTO record (record, root, parent, low, high, body, signature, certificate, settled, receipt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
                """,
                [
                    .blob(record.id.bytes), .integer(root.id), .integer(parent), try .unsigned(record.range.lower),
                    try .unsigned(record.range.upper), .blob(transfer.body), .blob(transfer.signature.raw),
                    .optional(certificate?.encoded), try .unsigned(settled), .optional(answer),
                ]
            ).int(0)
            rows.append(row)
            if root.hasDeclines, try isAgainstADecline(record, under: parent) {
                newCases = true
                try openCase(againstPayeeOf: path.records[index - 1], under: root)
            }
            let overlapping = try siblings(of: record, row: row, parent: parent, root: root.id)
            guard !overlapping.isEmpty else { continue }
            newCases = true
            try FraudCases(store: store, keys: keys, configuration: configuration).open(
                FraudCases.Conflict(
                    record: record, transfer: transfer, others: overlapping,
                    culprit: certificate.map { .certified($0) } ?? .rootOwner(path.root), root: root.id,
                    refundAt: root.refundAt))
        }
        return (rows, newCases)
    }

    private func update(_ row: Int64, settled: UInt64, receipt: [UInt8]?) throws {
        guard settled > 0 || receipt != nil else { return }
        try database.run(
            "UPDATE record SET settled = settled + ?, receipt = coalesce(?, receipt) WHERE id = ?",
            [try .unsigned(settled), .optional(receipt), .integer(row)])
    }

    /// The largest number of siblings that a new record is compared with. They suffice to convict a double spender who
    /// signs more.
    private static let maximumConflicts: Int64 = 16

    private func siblings(
        of record: ChainRecord, row: Int64, parent: Int64, root: Int64
    ) throws -> [Transfer] {
        let rows = try database.rows(
            """
            SELECT body, signature FROM record
            WHERE root = ? AND parent = ? AND low < ? AND high > ? AND id <> ? ORDER BY id LIMIT ?
            """,
            [
                .integer(root), .integer(parent), try .unsigned(record.range.upper),
                try .unsigned(record.range.lower), .integer(row), .integer(Self.maximumConflicts),
            ])
        return try rows.map {
            try Transfer(body: try $0.blob(0), signature: try P256.Signature(raw: try $0.blob(1)))
        }
    }

    // MARK: - Credit

    /// Credits what is due of the last record, and adds a claim for the rest.
    private func credit(
        _ due: RangeSet, on path: VerifiedPath, to account: AccountID, leaf: Int64, root: Issued
    ) throws {
        guard let owner = try database.row("SELECT id FROM account WHERE uid = ?", [.blob(account.bytes)])?.int(0)
        else { throw HubError(.internalFault, "The redeeming account \(account) does not exist.") }
        let units = due.total
        if units > 0 {
            let amount = try Amount(units: units, currency: ledger.currency)
            let posted = try ledger.post(
                Entry(moving: amount, from: LedgerName.outstanding(root.issuer), to: LedgerName.user(account)),
                .init(.redemption))
            for piece in due.pieces {
                try insertCredit(piece, root: root.id, account: owner, entry: posted.entry, record: leaf)
            }
            try database.run(
                "UPDATE root SET credited = credited + ? WHERE id = ?", [try .unsigned(units), .integer(root.id)])
        }
        let shortfall = path.range.length - units
        guard shortfall > 0 else { return }
        try Claims.add(shortfall, on: path.records.map(\.id), record: leaf, account: owner, in: store)
    }

    /// The part of a range that was not credited yet.
    func uncredited(_ range: UnitRange, of root: Int64) throws -> RangeSet {
        var due = RangeSet(range)
        // Credits never overlap, so of those that start at or below the range only the last one can reach into it.
        let rows = try database.rows(
            """
            SELECT low, high FROM credit WHERE root = ?1 AND low < ?2
                AND low >= coalesce((SELECT max(low) FROM credit WHERE root = ?1 AND low <= ?3), 0)
            """, [.integer(root), try .unsigned(range.upper), try .unsigned(range.lower)])
        for row in rows {
            guard let credited = UnitRange.between(try row.unsigned(0), try row.unsigned(1)) else { continue }
            due.subtract(credited)
        }
        return due
    }

    func insertCredit(_ piece: UnitRange, root: Int64, account: Int64, entry: Int64, record: Int64) throws {
        try database.run(
            "INSERT INTO credit (root, low, high, account, entry, record) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .integer(root), try .unsigned(piece.lower), try .unsigned(piece.upper), .integer(account),
                .integer(entry), .integer(record),
            ])
    }
}
