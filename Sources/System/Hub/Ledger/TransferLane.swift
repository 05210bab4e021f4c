// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Money
import SQL
import Tokens

//  run of queued transfers ─► one read of what it touches ─► TransferSheet, in memory ─► written in bulk
//        (answers, names, accounts, frozen flags)                                        (entries, postings, answers,
//                                                                                         one sum for each account)

/// The way of transfers through the writer: a run of them costs a few bulk statements in place of a dozen each.
///
/// Everything is read inside the batch's own transaction, because another process may have changed it since the last one;
/// only names are remembered, which never change owner.
final class TransferLane: Sendable {
    private let currency: Currency
    private let random: RandomSource
    private let events: EventDesk
    private let names = AccountNames()
    /// What one transfer of each role may be, where there is a limit.
    private let perTransfer: [Role: UInt64]

    init(currency: Currency, random: RandomSource, events: EventDesk, configuration: HubConfiguration) {
        perTransfer = configuration.roleLimits.compactMapValues(\.perTransfer)
        self.currency = currency
        self.random = random
        self.events = events
    }

    /// Decides a run from what the books say now; nothing is written.
    func decide(
        _ run: [QueuedTransfer], at now: Timestamp, in database: any SQLConnection
    ) throws -> (sheet: TransferSheet, outcomes: [TransferSheet.Outcome]) {
        let recipients = try names.find(Set(run.map(\.order.recipient)), in: database)
        var touched = Set(run.map(\.caller.id))
        touched.formUnion(recipients.values)
        var sheet = TransferSheet(
            currency: currency, now: now, recipients: recipients, accounts: try accounts(touched, in: database),
            answers: try answers(to: run, in: database))
        let outcomes = run.map { transfer -> TransferSheet.Outcome in
            do {
                return try sheet.decide(transfer)
            } catch {
                // A fault with one of them is its own; nothing of it is in the sheet.
                return .failure(error)
            }
        }
        return (sheet, outcomes)
    }

    /// Writes what a sheet has collected.
    ///
    /// - Throws: ``HubError`` with `.internalFault` or `SQLError`, for all of it: then it must be undone.
    func write(_ sheet: TransferSheet, in change: StoreChange) throws {
        let database = change.database
        let first = try sheet.movements.isEmpty ? 0 : database.reserveIDs(sheet.movements.count, of: "entry")
        try writeEntries(of: sheet, from: first, in: database)
        try database.insert(
            into: "operation", ["account", "id", "request", "status", "answer", "entry"],
            sheet.kept.map { kept in
                [
                    .integer(kept.transfer.caller.id), .blob(kept.transfer.order.id.bytes),
                    .blob(kept.transfer.request), .integer(Int64(kept.answer.status)), .blob(kept.answer.body),
                    .optional(kept.movement.map { first + Int64($0) }),
                ]
            })
        // In one order always, so that two writers on one server never wait for each other in a circle.
        let sums = sheet.accounts.filter { $0.value.balance != $0.value.before }.sorted { $0.key < $1.key }
        let changed = try database.run(
            "UPDATE ledger_account SET balance = balance + ? WHERE id = ?",
            forEach: sums.map { id, account in
                let before = Amount(minorUnits: account.before, currency: currency)
                let change = try Amount(minorUnits: account.balance, currency: currency).subtracting(before)
                return [.integer(change.minorUnits), .integer(id)]
            })
        guard changed.allSatisfy({ $0 == 1 }) else {
            throw HubError(.internalFault, "An account of a transfer has vanished from the ledger.")
        }
        for account in sheet.movements.lazy.flatMap({ [$0.transfer.caller.id, $0.recipient] }) {
            events.touched(account, in: change)
        }
    }

    private func writeEntries(of sheet: TransferSheet, from first: Int64, in database: any SQLConnection) throws {
        var entries: [[Value]] = []
        var postings: [(account: Int64, row: [Value])] = []
        entries.reserveCapacity(sheet.movements.count)
        postings.reserveCapacity(sheet.movements.count * 2)
        for (index, movement) in sheet.movements.enumerated() {
            let (order, sender) = (movement.transfer.order, movement.transfer.caller.id)
            let id = first + Int64(index)
            entries.append([
                .integer(id), .blob(OperationID(at: sheet.now, random: random).bytes),
                .integer(EntryKind.transfer.rawValue), try .unsigned(sheet.now.seconds), .optional(order.note),
                .integer(sender), .integer(movement.recipient), .blob(order.id.bytes), .integer(sender),
            ])
            for (account, amount, after) in [
                (sender, try order.amount.negated, movement.senderAfter),
                (movement.recipient, order.amount, movement.recipientAfter),
            ] {
                let row: [Value] = [.integer(account), .integer(id), .integer(amount.minorUnits), .integer(after)]
                postings.append((account, row))
            }
        }
        try database.insert(
            into: "entry",
            ["id", "public_id", "kind", "time", "note", "sender", "recipient", "operation", "operator"], entries)
        // By account, as the table lies: neighbours share pages.
        try database.insert(
            into: "posting", ["account", "entry", "amount", "balance_after"],
            postings.sorted { $0.account < $1.account }.map(\.row))
    }

    // MARK: - Reading

    private func accounts(
        _ ids: Set<Int64>, in database: any SQLConnection
    ) throws -> [Int64: TransferSheet.Account] {
        let rows = try database.rows(
            """
            SELECT l.id, l.balance, CASE WHEN EXISTS (
                SELECT 1 FROM fraud_case c WHERE c.account = l.id AND c.closed IS NULL) THEN 1 ELSE 0 END,
                a.locked, a.lock_reason, a.role
            FROM ledger_account l LEFT JOIN account a ON a.id = l.id
            """, where: ["l.id"], in: ids.sorted().map { [.integer($0)] })
        var accounts: [Int64: TransferSheet.Account] = [:]
        for row in rows {
            let balance = try row.int(1)
            accounts[try row.int(0)] = TransferSheet.Account(
                isFrozen: try row.bool(2),
                lock: try row.optionalInt(3).map { AccountLocks.problem(since: $0, reason: try row.optionalText(4)) },
                perTransfer: try row.optionalInt(5).flatMap { perTransfer[try Roles.role(numbered: $0)] },
                before: balance, balance: balance)
        }
        return accounts
    }

    private func answers(
        to run: [QueuedTransfer], in database: any SQLConnection
    ) throws -> [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)] {
        let rows = try database.rows(
            "SELECT account, id, request, status, answer FROM operation", where: ["account", "id"],
            in: Set(run.map(\.key)).map { [.integer($0.account), .blob($0.id.bytes)] })
        var answers: [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)] = [:]
        for row in rows {
            guard let id = OperationID(bytes: try row.blob(1)) else { continue }
            answers[QueuedTransfer.Key(account: try row.int(0), id: id)] = (
                try row.blob(2), Operations.Answer(status: Int(try row.int(3)), body: try row.blob(4), isReplay: true)
            )
        }
        return answers
    }
}
