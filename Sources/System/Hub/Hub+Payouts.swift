// SPDX-License-Identifier: MIT
import Banking
package import HubAPI
import Keys
package import Money
import SQL
import Tokens

/// The operator's part of payouts: each call is durable when it returns.
extension Hub {
    /// A file for a bank.
    package struct BankExport: Sendable, Equatable {
        /// What the bank knows the order by; the same file has the same one.
        package var message: String
        package var path: String
        package var payments: Int
        package var total: Amount
    }

    /// A pending payout that no file takes up, because its account may move nothing.
    package struct WithheldPayout: Sendable, Equatable {
        package var id: OperationID
        package var username: String
        package var amount: Amount
        /// Otherwise a fraud case against it is open.
        package var isLocked: Bool
    }

    /// A file that was never written, though a statement names it or a payout of it, with payouts that are not settled.
    package struct HeldExport: Sendable, Equatable {
        package var message: String
        package var payments: Int64
        package var total: Amount
    }

    /// What a refusal of the bank has changed.
    package struct Refusal: Sendable, Equatable {
        /// Payouts that were given back now.
        package var payouts = 0
        /// What was given back now; nil for nothing.
        package var total: Amount?
    }

    /// Payouts of one commit, so that payments between two commits wait milliseconds.
    private static let refusalsPerCommit: Int64 = 200

    /// Writes a file for each bank whose payouts are pending and not withheld, and again each file that an interrupted export did not finish.
    ///
    /// A payout is exported in the commit that keeps the file's bytes, so what is written is always the same file under the
    /// same id, however often it is interrupted.
    ///
    /// - Parameter folder: an existing folder; files in it are named by their ids and readable by their owner alone.
    package func exportPayouts(to folder: String) throws -> [BankExport] {
        let parts = parts
        let currencies = try parts.store.read { database in
            try database.rows("SELECT currency FROM bank_account ORDER BY currency").map {
                try Currency(code: try $0.text(0))
            }
        }
        for currency in currencies {
            while try parts.store.writeAndWait({ store in
                guard let file = try PayoutBook(parts: parts, store: store).export(currency) else { return false }
                try store.log(
                    .payoutsExported, of: nil, by: parts.configuration.actor, "\(currency.code), file \(file)")
                return true
            }) {}
        }
        return try writeExports(to: folder, where: "written IS NULL AND seen IS NULL", [])
    }

    /// Writes a file again that was exported before: the same bytes.
    ///
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, or a file with payouts that were given back as refused, or that
    ///   the bank has paid or brought back.
    package func exportAgain(_ message: String, to folder: String) throws -> [BankExport] {
        let over = try parts.store.read {
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
            // Banks look for orders that come twice only for a time.
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
        let rows = try parts.store.read {
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
                    "The payment file is made and kept, but could not be written to '\(folder)'. \(error.message) Repeat the "
                        + "command with a folder that this user may write in.", cause: error)
            }
            let id = try row.int(0)
            _ = try parts.store.writeAndWait { store in
                try store.database.run(
                    "UPDATE bank_export SET written = ? WHERE id = ? AND written IS NULL",
                    [try .unsigned(store.now.seconds), .integer(id)])
            }
            return BankExport(
                message: try row.text(1), path: path, payments: Int(try row.int(3)),
                total: Amount(minorUnits: try row.int(4), currency: try Currency(code: try row.text(2))))
        }
    }

    /// The files that no export writes, because the bank seems to have them, with payouts that it still has to pay.
    package func heldExports() throws -> [HeldExport] {
        try parts.store.read { database in
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
        try parts.store.read { try PayoutBook.list(of: nil, limit: limit, from: $0) }
    }

    /// The pending payouts that no file takes up until their accounts may move money again, oldest first, at most a thousand.
    package func withheldPayouts() throws -> [WithheldPayout] {
        try parts.store.read { try PayoutBook.withheld(from: $0) }
    }

    /// Gives a pending payout back to its account, or to suspense what came from there.
    ///
    /// - Parameter reason: what its owner reads in the history.
    /// - Throws: ``HubError`` with `.invalid` for an unknown id, one that is not pending any more, or a reason that cannot be
    ///   shown.
    package func cancelPayout(_ id: OperationID, reason: String) throws -> Amount {
        try Self.check(reason: reason)
        let parts = parts
        return try parts.store.writeAndWait { store in
            let (amount, account) = try PayoutBook(parts: parts, store: store).cancel(id, reason: reason)
            try store.log(
                .payoutCancelled, of: account, by: parts.configuration.actor, "\(id), \(amount.formatted): \(reason)")
            return amount
        }
    }

    /// Gives a payout back that the bank has refused, or all payouts of a file that it has refused; repeating it changes
    /// nothing, and finishes what was interrupted.
    ///
    /// - Parameters:
    ///   - name: the payout's id, as we or the bank write it, or the id of a file.
    ///   - reason: what the owners read in the history.
    /// - Throws: ``HubError`` with `.invalid` for an unknown one, or a payout that no bank can refuse.
    package func refuse(_ name: String, reason: String?) throws -> Refusal {
        if let reason { try Self.check(reason: reason) }
        if let id = OperationID(text: name) ?? PayoutBook.publicID(name) {
            var refusal = Refusal()
            try refuse(reason, adding: &refusal) { _ in [id] }
            return refusal
        }
        let file = try parts.store.read {
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

    /// One commit.
    ///
    /// - Returns: whether it has changed anything.
    @discardableResult
    private func refuse(
        _ reason: String?, adding refusal: inout Refusal,
        _ ids: @escaping @Sendable (PayoutBook) throws -> [OperationID]
    ) throws -> Bool {
        let parts = parts
        let amounts = try parts.store.writeAndWait { store in
            let book = PayoutBook(parts: parts, store: store)
            let named = try OwedPayouts(database: store.database).namedInSuspense()
            return try ids(book).compactMap { id -> Amount? in
                guard let (amount, account) = try book.refuse(id, reason: reason, named: named) else { return nil }
                try store.log(
                    .payoutRefused, of: account, by: parts.configuration.actor,
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
