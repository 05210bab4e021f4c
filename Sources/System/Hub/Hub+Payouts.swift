// SPDX-License-Identifier: MIT
import Banking
package import HubAPI
import HubLedger
import HubStorage
import Keys
package import Money
import SQL
import Tokens

/// The operator's payout commands. Each call is durable when it returns.
extension Hub {
    /// A payment file for a bank.
    package struct BankExport: Sendable, Equatable {
        /// The message id by which the bank recognises the order. It never changes for a file.
        package var message: String
        package var path: String
        package var payments: Int
        package var total: Amount
    }

    /// A pending payout that is left out of every file, because its account may not move money.
    package struct WithheldPayout: Sendable, Equatable {
        package var id: OperationID
        package var username: String
        package var amount: Amount
        /// Whether the account is locked. Otherwise it has an open fraud case.
        package var isLocked: Bool
    }

    /// A file that was never written although a statement names it or one of its payouts, with payouts that are not
    /// settled.
    package struct HeldExport: Sendable, Equatable {
        package var message: String
        package var payments: Int64
        package var total: Amount
    }

    /// The result of a refusal by the bank.
    package struct Refusal: Sendable, Equatable {
        /// Payouts that this call returned to their accounts.
        package var payouts = 0
        /// The amount that this call returned; nil if none.
        package var total: Amount?
    }

    /// The largest number of payouts in one commit, so that payments wait only milliseconds between two commits.
    private static let refusalsPerCommit: Int64 = 200

    /// Writes a file for each bank that has pending payouts that are not withheld, and every file that an interrupted
    /// export did not write.
    ///
    /// A payout is exported in the commit that stores the file's bytes. So the same file is written under the same id,
    /// however often the export is interrupted.
    ///
    /// - Parameter folder: an existing folder. Files are named by their message ids and readable only by their owner.
    package func exportPayouts(to folder: String) throws -> [BankExport] {
        let context = context
        let currencies = try context.store.read { database in
            try database.rows("SELECT currency FROM bank_account ORDER BY currency").map {
                try Currency(code: try $0.text(0))
            }
        }
        for currency in currencies {
            while try context.store.writeAndWait({ store in
                guard let file = try PayoutTable(context: context, store: store).export(currency) else { return false }
                try store.log(
                    .payoutsExported, of: nil, by: context.configuration.actor, "\(currency.code), file \(file)")
                return true
            }) {}
        }
        return try writeExports(to: folder, where: "written IS NULL AND seen IS NULL", [])
    }

    /// Writes an exported file again, with the same bytes.
    ///
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, or a file with payouts that were refused, or that the
    ///   bank has paid or returned.
    package func exportAgain(_ message: String, to folder: String) throws -> [BankExport] {
        let over = try context.store.read {
            try $0.row(
                """
                SELECT p.state FROM payout p JOIN bank_export e ON e.id = p.export
                WHERE e.message = ?
                    AND (p.state <> ? OR p.debited IS NOT NULL OR p.returned IS NOT NULL OR e.seen IS NOT NULL)
                ORDER BY p.state = ? DESC LIMIT 1
                """, [.text(message), .text(Payout.State.exported.rawValue), .text(Payout.State.refused.rawValue)])
        }
        if let over {
            guard try over.text(0) != Payout.State.refused.rawValue else {
                throw HubError(.invalid, "Payouts of this file were refused and given back. No bank may get it again.")
            }
            // Banks detect a repeated order only for a limited time.
            throw HubError(
                .invalid,
                "A statement names payouts of this file, so the bank has had it, and "
                    + "must not get it again. What the bank has refused to pay, `satchel-hub bank refused` gives back.")
        }
        let written = try writeExports(to: folder, where: "message = ?", [.text(message)])
        guard !written.isEmpty else { throw HubError(.invalid, "No file was exported under \(message).") }
        return written
    }

    private func writeExports(to folder: String, where condition: String, _ values: [Value]) throws -> [BankExport] {
        let rows = try context.store.read {
            try $0.rows(
                "SELECT id, message, currency, payments, total, bytes FROM bank_export WHERE \(condition) ORDER BY id",
                values)
        }
        return try rows.map { row in
            let path = folder + "/" + (try row.text(1)) + ".xml"
            do {
                try AtomicFile.write(try row.blob(5), to: path)
            } catch let error as KeysError {
                throw HubError(
                    .system,
                    "The hub made and keeps the payment file, but could not write it to '\(folder)'. \(error.message) Repeat the "
                        + "command with a folder that this user may write in.", cause: error)
            }
            let id = try row.int(0)
            _ = try context.store.writeAndWait { store in
                try store.database.run(
                    "UPDATE bank_export SET written = ? WHERE id = ? AND written IS NULL",
                    [try .unsigned(store.now.seconds), .integer(id)])
            }
            return BankExport(
                message: try row.text(1), path: path, payments: Int(try row.int(3)),
                total: Amount(minorUnits: try row.int(4), currency: try Currency(code: try row.text(2))))
        }
    }

    /// The files that no export writes because the bank seems to have them, with payouts that it still has to pay.
    package func heldExports() throws -> [HeldExport] {
        try context.store.read { database in
            try database.rows(
                "SELECT message, currency FROM bank_export WHERE written IS NULL AND seen IS NOT NULL ORDER BY id"
            ).compactMap { row in
                let (message, currency) = (try row.text(0), try Currency(code: try row.text(1)))
                return try OwedPayouts(database: database).all(of: [message], in: currency).map {
                    HeldExport(message: message, payments: $0.payouts, total: $0.total)
                }
            }
        }
    }

    /// The newest payouts of all accounts.
    package func payouts(limit: Int) throws -> [Payout] {
        try context.store.read { try PayoutTable.list(of: nil, limit: limit, from: $0) }
    }

    /// The pending payouts that are withheld until their accounts may move money again, oldest first, at most a
    /// thousand.
    package func withheldPayouts() throws -> [WithheldPayout] {
        try context.store.read { try PayoutTable.withheld(from: $0) }
    }

    /// Cancels a pending payout. The money returns to its account, or to suspense if it came from there.
    ///
    /// - Parameter reason: the note that the owner sees in the history.
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, a payout that is no longer pending, or a reason that
    ///   cannot be displayed.
    package func cancelPayout(_ id: OperationID, reason: String) throws -> Amount {
        try Self.check(reason: reason)
        let context = context
        return try context.store.writeAndWait { store in
            let (amount, account) = try PayoutTable(context: context, store: store).cancel(id, reason: reason)
            try store.log(
                .payoutCancelled, of: account, by: context.configuration.actor, "\(id), \(amount.formatted): \(reason)")
            return amount
        }
    }

    /// Returns the money of a payout that the bank refused, or of all payouts in a refused file. Repeating it changes
    /// nothing, and finishes an interrupted call.
    ///
    /// - Parameters:
    ///   - name: the payout's id in the hub's or the bank's form, or the id of a file.
    ///   - reason: the note that the owners see in the history.
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, or a payout that the bank cannot have refused.
    package func refuse(_ name: String, reason: String?) throws -> Refusal {
        if let reason { try Self.check(reason: reason) }
        if let id = OperationID(text: name) ?? PayoutTable.publicID(name) {
            var refusal = Refusal()
            try refuse(reason, adding: &refusal) { _ in [id] }
            return refusal
        }
        let file = try context.store.read {
            try $0.row("SELECT coalesce(written, seen) FROM bank_export WHERE message = ?", [.text(name)])
        }
        guard let file else { throw HubError(.invalid, "No payout and no file has the id \(name).") }
        guard try file.optionalInt(0) != nil else {
            throw HubError(.invalid, "The file was never finished. Run `satchel-hub bank export`, which writes it.")
        }
        var refusal = Refusal()
        var pace = CommitPace()
        repeat {
            pace.giveWay()
        } while try refuse(reason, adding: &refusal) { try $0.refusable(in: name, limit: Self.refusalsPerCommit) }
        return refusal
    }

    /// Refuses payouts in one commit.
    ///
    /// - Returns: whether it changed anything.
    @discardableResult
    private func refuse(
        _ reason: String?, adding refusal: inout Refusal,
        _ ids: @escaping @Sendable (PayoutTable) throws -> [OperationID]
    ) throws -> Bool {
        let context = context
        let amounts = try context.store.writeAndWait { store in
            let table = PayoutTable(context: context, store: store)
            let named = try OwedPayouts(database: store.database).namedInSuspense()
            return try ids(table).compactMap { id -> Amount? in
                guard let (amount, account) = try table.refuse(id, reason: reason, named: named) else { return nil }
                try store.log(
                    .payoutRefused, of: account, by: context.configuration.actor,
                    "\(id), \(amount.formatted)" + (reason.map { ": " + $0 } ?? ""))
                return amount
            }
        }
        for amount in amounts {
            refusal.payouts += 1
            refusal.total = try refusal.total.map { try $0.adding(amount) } ?? amount
        }
        return !amounts.isEmpty
    }

    private static func check(reason: String) throws {
        guard 1...140 ~= reason.utf8.count, reason.isVisibleLine else {
            throw HubError(.invalid, "A reason has 1 to 140 bytes, on one line, and no invisible characters.")
        }
    }
}
