// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import HubStorage
import Logging
import SQL
import Tokens

/// Cases against keys that signed the same units away twice, with portable proofs, or passed on units that they had
/// declined.
struct FraudCases {
    /// A new record, and the siblings that pass on some of the same units.
    struct Conflict {
        let record: ChainRecord
        let transfer: Transfer
        let others: [Transfer]
        let culprit: FraudProof.Culprit
        let root: Int64
        let refundAt: Timestamp
    }

    let store: StoreChange
    let keys: KeyRing
    let configuration: HubConfiguration

    private var database: any SQLConnection { store.database }

    /// Opens the case of the parent or adds to it, and revokes the keys with which the culprit's account could still
    /// sign.
    func open(_ conflict: Conflict) throws {
        let id = try open(
            conflict.record.parent, culprit: conflict.culprit.key, root: conflict.root, refundAt: conflict.refundAt,
            deed: "signed the same units away twice")
        for other in conflict.others { try convict(conflict, other, in: id) }
    }

    /// Opens the case of a payee who passed on units that it had declined. The decline and the transfer are the
    /// evidence.
    func open(againstPayeeOf declined: ChainRecord, root: Int64, refundAt: Timestamp) throws {
        try open(
            declined.id, culprit: declined.recipient, root: root, refundAt: refundAt,
            deed: "declined a payment and handed its units on all the same")
    }

    /// - Returns: the case, which is open afterwards, whether it is new or was closed.
    @discardableResult
    private func open(
        _ parent: RecordID, culprit: P256.PublicKey, root: Int64, refundAt: Timestamp, deed: String
    ) throws -> Int64 {
        let account = try database.row("SELECT account FROM escrow WHERE key = ?", [.blob(culprit.compressed)])?.int(0)
        let settleAt = configuration.claimWindow.map { store.now.adding(seconds: $0) } ?? refundAt
        let terms = CaseTerms(opened: store.now, configuration)
        let isNew =
            try database.run(
                """
                INSERT INTO fraud_case
                    (parent, root, culprit, account, opened, settle_at, fund_from, young_days, fund_cap, young_total)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (parent) DO NOTHING
                """,
                [
                    .blob(parent.bytes), .integer(root), .blob(culprit.compressed), .optional(account),
                    try .unsigned(store.now.seconds), try .unsigned(settleAt.seconds),
                    try .unsigned(terms.fundFrom.seconds), try .unsigned(terms.youngDays),
                    .integer(Int64(clamping: terms.cap)), .integer(Int64(clamping: terms.youngCap)),
                ]) > 0
        guard let id = try database.row("SELECT id FROM fraud_case WHERE parent = ?", [.blob(parent.bytes)])?.int(0)
        else { throw HubError(.internalFault, "A fraud case was not written.") }
        // New evidence reopens a settled case.
        try database.run("UPDATE fraud_case SET closed = NULL WHERE id = ?", [.integer(id)])
        guard isNew else { return id }
        let log = configuration.log
        store.afterCommit { log.warning("A fraud case was opened. See `satchel-hub audit log`", .fraudCase(id)) }
        try store.log(.caseOpened, of: account, by: "hub", "case \(id): its key \(deed)")
        try Revocations(store: store, keys: keys).revoke(culprit, andKeysOf: account)
        return id
    }

    private func convict(_ conflict: Conflict, _ other: Transfer, in id: Int64) throws {
        let parent = conflict.record.parent
        let proof = try FraudProof.make(
            parent: parent, conflict.transfer, other, culprit: conflict.culprit, announced: keys.announced)
        let records = [proof.first, proof.second].map { $0.id(parent: parent, hub: keys.hub) }
        try database.run(
            "INSERT INTO evidence (first, second, fraud_case, proof) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [.blob(records[0].bytes), .blob(records[1].bytes), .integer(id), .blob(proof.encoded)])
    }

    /// The largest number of proofs in the answer for one item.
    private static let maximumProofs = 8

    /// The proofs that name a record of a path.
    static func proofs(on path: [RecordID], in database: any SQLConnection) throws -> [[UInt8]] {
        var proofs: [[UInt8]] = []
        for record in path where proofs.count < maximumProofs {
            let rows = try database.rows(
                """
                SELECT proof FROM evidence WHERE first = ?1 UNION ALL SELECT proof FROM evidence WHERE second = ?1 LIMIT ?2
                """, [.blob(record.bytes), .integer(Int64(maximumProofs - proofs.count))])
            proofs += try rows.map { try $0.blob(0) }
        }
        return proofs
    }

    /// The case that explains why units of a path were credited to another account: the one nearest to the root.
    static func explaining(_ path: [RecordID], in database: any SQLConnection) throws -> (id: Int64, account: Int64?)? {
        for record in path {
            let row = try database.row(
                """
                SELECT c.id, c.account FROM fraud_case c WHERE c.id IN (
                    SELECT fraud_case FROM evidence WHERE first = ?1
                    UNION ALL SELECT fraud_case FROM evidence WHERE second = ?1
                    UNION ALL SELECT f.id FROM fraud_case f JOIN record r ON r.record = f.parent
                        JOIN decline d ON d.record = r.id WHERE f.parent = ?1) LIMIT 1
                """, [.blob(record.bytes)])
            if let row { return (try row.int(0), try row.optionalInt(1)) }
        }
        return nil
    }

    /// Whether an account declined a record of a path: then its own signature shows that it refused what it lacks.
    static func isDeclined(on path: [RecordID], by account: Int64, in database: any SQLConnection) throws -> Bool {
        for record in path {
            let row = try database.row(
                "SELECT r.body, r.signature FROM record r JOIN decline d ON d.record = r.id WHERE r.record = ?",
                [.blob(record.bytes)])
            guard let row else { continue }
            let transfer = try Transfer(body: try row.blob(0), signature: try P256.Signature(raw: try row.blob(1)))
            let escrow = try database.row(
                "SELECT account FROM escrow WHERE key = ?", [.blob(transfer.recipient.compressed)])
            if try escrow?.int(0) == account { return true }
        }
        return false
    }
}
