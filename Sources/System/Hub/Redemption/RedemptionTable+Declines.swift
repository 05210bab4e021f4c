// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// Declined payments, by the rules of `RootTree.decline`. Decision 0015.
extension RedemptionTable {
    /// Refunds what is left of a declined payment to the account that signed it, once. The receipt states the amount.
    ///
    /// If another account uploads it, it is recorded like any other payment: only the payer can settle it.
    ///
    /// - Parameter decline: names the last record of the path and is signed by the key that was paid.
    /// - Throws: `HubProblem` with `.unknownRoot` or `.tooLate`.
    func settle(_ decline: Decline, of path: VerifiedPath, for caller: Caller) throws -> RedemptionAnswer.Item {
        guard let leaf = path.records.last, try account(of: leaf.spender) == caller.id else {
            return try enter(path, for: nil)
        }
        // Another request of the same batch may have settled it since the look-up before the batch.
        let stored = try RedemptionIntake.stored(path.leafID, path.token, hub: keys.hub, in: database)
        if let stored, try stored.isFinal { return stored }
        let root = try issued(path)
        let noted = try note(path, under: root, settled: 0, receipt: nil)
        guard let row = noted.rows.last else {
            throw HubError(.internalFault, "Record \(leaf.id) was not written.")
        }
        let spent = try spentOn(from: row, root: root.id)
        var due = try uncredited(path.range, of: root.id)
        for child in spent { due.subtract(child.range) }
        try database.run(
            "INSERT INTO decline (record, root, time, bytes) VALUES (?, ?, ?, ?)",
            [.integer(row), .integer(root.id), try .unsigned(store.now.seconds), .blob(decline.encoded)])
        try payBack(due, to: caller, record: row, root: root)
        let receipt = try HubReceipt.issue(
            for: leaf.id, outcome: .refunded, units: due.total, time: store.now,
            signer: try keys.signer(.receipt, at: store.now), hub: keys.hub
        ).encoded
        try database.run("UPDATE record SET receipt = ? WHERE id = ?", [.blob(receipt), .integer(row)])
        let isHandedOn = spent.contains { $0.recipient != keys.rootKey }
        if isHandedOn { try openCase(againstPayeeOf: leaf, under: root) }
        let ids = [path.rootID] + path.records.map(\.id)
        let hasCases = root.hasCases || noted.newCases || isHandedOn
        return RedemptionAnswer.Item(
            receipt: receipt, proofs: hasCases ? try FraudCases.proofs(on: ids, in: database) : [])
    }

    private func payBack(_ due: RangeSet, to payer: Caller, record: Int64, root: Issued) throws {
        guard !due.isEmpty else { return }
        let amount = try Amount(units: due.total, currency: ledger.currency)
        let posted = try ledger.post(
            Entry(moving: amount, from: LedgerName.outstanding(root.issuer), to: payer.ledgerName), .init(.refund))
        for piece in due.pieces {
            try insertCredit(piece, root: root.id, account: payer.id, entry: posted.entry, record: record)
        }
        try database.run(
            "UPDATE root SET credited = credited + ? WHERE id = ?", [try .unsigned(due.total), .integer(root.id)])
    }

    /// The transfers by which the payee passed the declined units on nevertheless.
    private func spentOn(from row: Int64, root: Int64) throws -> [Transfer] {
        try database.rows(
            "SELECT body, signature FROM record WHERE root = ? AND parent = ?", [.integer(root), .integer(row)]
        ).map { try Transfer(body: try $0.blob(0), signature: try P256.Signature(raw: try $0.blob(1))) }
    }

    // MARK: - Conflicts

    /// Whether a new record passes on units that its spender has declined. A redemption is no such record: it gets
    /// only what is left.
    func isAgainstADecline(_ record: ChainRecord, under parent: Int64) throws -> Bool {
        guard record.recipient != keys.rootKey else { return false }
        return try database.row("SELECT 1 FROM decline WHERE record = ?", [.integer(parent)]) != nil
    }

    func openCase(againstPayeeOf declined: ChainRecord, under root: Issued) throws {
        try FraudCases(store: store, keys: keys, configuration: configuration).open(
            againstPayeeOf: declined, root: root.id, refundAt: root.refundAt)
    }

    private func account(of key: P256.PublicKey) throws -> Int64? {
        try database.row("SELECT account FROM escrow WHERE key = ?", [.blob(key.compressed)])?.int(0)
    }
}
