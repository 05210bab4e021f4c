// SPDX-License-Identifier: MIT
import Crypto
import HubLedger
import SQL
import Tokens

/// Payees' confirmations that a payment arrived. Decision 0022.
///
/// A payee confirms it by signing any of the units away, to another payee or to the hub, or by uploading the chain
/// from its own account. A payer's upload confirms nothing.
struct Vouching {
    let database: any SQLConnection
    let now: Timestamp

    /// Records that a record's own payee has uploaded it. An upload by another account, a repeat, and an upload after
    /// the refund date change nothing.
    func add(_ record: RecordID, by caller: Caller) throws {
        guard let row = try Self.unsaid(record, by: caller, in: database) else { return }
        try database.run(
            "INSERT INTO vouched (record, time) VALUES (?, ?)", [.integer(row), try .unsigned(now.seconds)])
    }

    /// The row of a record whose payee is the caller and has not confirmed it yet, while the confirmation can matter.
    static func unsaid(_ record: RecordID, by caller: Caller, in database: any SQLConnection) throws -> Int64? {
        let row = try database.row(
            """
            SELECT r.id, r.body, r.signature FROM record r JOIN root o ON o.id = r.root
            WHERE r.record = ? AND o.swept IS NULL AND NOT EXISTS (SELECT 1 FROM vouched v WHERE v.record = r.id)
            """, [.blob(record.bytes)])
        guard let row else { return nil }
        let payee = try payee(body: try row.blob(1), signature: try row.blob(2), in: database)
        return payee == caller.id ? try row.int(0) : nil
    }

    /// Whether every payee on a path whom a culprit paid has confirmed the payment: the first holder, in an account
    /// other than the culprit's, of a transfer that is evidence in a case.
    ///
    /// An honest payer in between has signed the units away and so has no claim to them. Its confirmation is enough.
    ///
    /// - Parameter path: the rows of the records from the root to the one that falls short.
    static func isComplete(_ path: [Int64], in database: any SQLConnection) throws -> Bool {
        guard let first = path.first else { return false }
        var holder = try database.row(
            "SELECT o.account FROM record r JOIN root o ON o.id = r.root WHERE r.id = ?", [.integer(first)])?.int(0)
        // Whether the units come from a culprit's account, and no other account has held them since.
        var isOpen = false
        for record in path {
            let row = try database.row(
                """
                SELECT body, signature, EXISTS (SELECT 1 FROM evidence WHERE first = r.record)
                        OR EXISTS (SELECT 1 FROM evidence WHERE second = r.record)
                        OR EXISTS (SELECT 1 FROM decline d WHERE d.record = r.parent),
                    EXISTS (SELECT 1 FROM vouched v WHERE v.record = r.id)
                        OR EXISTS (SELECT 1 FROM record c WHERE c.root = r.root AND c.parent = r.id)
                FROM record r WHERE id = ?
                """, [.integer(record)])
            guard let row else { return false }
            let payee = try payee(body: try row.blob(0), signature: try row.blob(1), in: database)
            if try row.bool(2) { isOpen = true }
            if isOpen, payee != holder {
                guard try row.bool(3) else { return false }
                isOpen = false
            }
            holder = payee
        }
        return !isOpen
    }

    private static func payee(body: [UInt8], signature: [UInt8], in database: any SQLConnection) throws -> Int64? {
        let transfer = try Transfer(body: body, signature: try P256.Signature(raw: signature))
        return try database.row(
            "SELECT account FROM escrow WHERE key = ?", [.blob(transfer.recipient.compressed)])?.int(0)
    }
}
