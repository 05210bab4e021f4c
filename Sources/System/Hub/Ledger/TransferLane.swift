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
    /// Absent when the calling thread does everything; then the tree is made from the books.
    private let leaves: FreshLeaves?
    private let names = AccountNames()
    /// What one transfer of each role may be, where there is a limit.
    private let perTransfer: [Role: UInt64]

    init(
        currency: Currency, random: RandomSource, events: EventDesk, leaves: FreshLeaves?,
        configuration: HubConfiguration
    ) {
        self.leaves = leaves
        perTransfer = configuration.roleLimits.compactMapValues(\.perTransfer)
        self.currency = currency
        self.random = random
        self.events = events
    }

    /// Decides a run from what the books say now; nothing is written.
    func decide(
        _ run: [QueuedTransfer], in change: StoreChange
    ) throws -> (sheet: TransferSheet, outcomes: [TransferSheet.Outcome]) {
        let database = change.database
        let recipients = try names.find(Set(run.map(\.order.recipient)), in: change)
        var touched = Set(run.map(\.caller.id))
        touched.formUnion(recipients.values.map(\.id))
        var sheet = TransferSheet(
            currency: currency, now: change.now, recipients: recipients, accounts: try accounts(touched, in: database),
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
        let publicIDs = publicIDs(of: sheet)
        try writeEntries(of: sheet, from: first, publicIDs, in: database)
        let kept = sheet.kept
        // Row by row, here and below, so that each is gone before the next one is made.
        try database.insert(
            into: "operation", ["account", "id", "request", "status", "answer", "entry"], count: kept.count
        ) { index in
            let (transfer, answer) = (kept[index].transfer, kept[index].answer)
            return [
                .integer(transfer.caller.id), .blob(transfer.order.id.bytes), .blob(transfer.request),
                .integer(Int64(answer.status)), .blob(answer.body),
                .optional(kept[index].movement.map { first + Int64($0) }),
            ]
        }
        try writePostings(of: sheet, from: first, in: database)
        for account in sheet.movements.lazy.flatMap({ [$0.transfer.caller.id, $0.recipient.id] }) {
            events.touched(account, in: change)
        }
        guard let leaves, !sheet.movements.isEmpty else { return }
        let run = FreshLeaves.Run(
            first: first, time: sheet.now, currency: currency, movements: sheet.movements, publicIDs: publicIDs)
        change.afterCommit { leaves.add(run) }
    }

    /// Ids of one writing share their first bits of chance, so that they lie side by side in the index of ids.
    private func publicIDs(of sheet: TransferSheet) -> [OperationID] {
        let alike = OperationID(at: sheet.now, random: random)
        return OperationID.beside(alike, count: sheet.movements.count, random: random)
    }

    private func writeEntries(
        of sheet: TransferSheet, from first: Int64, _ publicIDs: [OperationID], in database: any SQLConnection
    ) throws {
        let movements = sheet.movements
        let time = try Value.unsigned(sheet.now.seconds)
        try database.insert(
            into: "entry",
            ["id", "public_id", "kind", "time", "note", "sender", "recipient", "operation", "operator"],
            count: movements.count
        ) { index in
            let (movement, order) = (movements[index], movements[index].transfer.order)
            let sender = movement.transfer.caller.id
            return [
                .integer(first + Int64(index)), .blob(publicIDs[index].bytes),
                .integer(EntryKind.transfer.rawValue), time, .optional(order.note), .integer(sender),
                .integer(movement.recipient.id), .blob(order.id.bytes), .integer(sender),
            ]
        }
    }

    /// One side of a transfer.
    private struct Leg {
        let account: Int64
        let entry: Int64
        let amount: Int64
        let after: Int64
        var place: (number: Int64, previous: Int64) = (0, 0)
    }

    /// Adds both sides of each transfer to the chains of their accounts, and moves the ends of those.
    private func writePostings(of sheet: TransferSheet, from first: Int64, in database: any SQLConnection) throws {
        var legs: [Leg] = []
        legs.reserveCapacity(sheet.movements.count * 2)
        for (index, movement) in sheet.movements.enumerated() {
            let (entry, amount) = (first + Int64(index), movement.transfer.order.amount)
            let sent = Leg(
                account: movement.transfer.caller.id, entry: entry, amount: try amount.negated.minorUnits,
                after: movement.senderAfter)
            let received = Leg(
                account: movement.recipient.id, entry: entry, amount: amount.minorUnits,
                after: movement.recipientAfter)
            // As the table lies.
            legs += sent.account < received.account ? [sent, received] : [received, sent]
        }
        var chains: [Int64: PostingChain.End] = [:]
        chains.reserveCapacity(legs.count)
        for index in legs.indices {
            let (account, entry) = (legs[index].account, legs[index].entry)
            guard var chain = chains[account] ?? sheet.accounts[account]?.chain else { throw Self.vanished }
            legs[index].place = chain.add(entry)
            chains[account] = chain
        }
        try database.insert(
            into: "posting", ["entry", "account", "amount", "balance_after", "number", "previous"], count: legs.count
        ) {
            let leg = legs[$0]
            return [
                .integer(leg.entry), .integer(leg.account), .integer(leg.amount), .integer(leg.after),
                .integer(leg.place.number), .integer(leg.place.previous),
            ]
        }
        let marks = legs.filter { PostingChain.isMarked($0.place.number) }
        try database.insert(into: "posting_mark", ["account", "entry"], count: marks.count) {
            [.integer(marks[$0].account), .integer(marks[$0].entry)]
        }
        // In one order always, so that two writers on one server never wait for each other in a circle.
        let ends = chains.sorted { $0.key < $1.key }
        let changed = try database.update(
            "holding", key: "account", adding: ["balance"], setting: ["postings", "newest"], count: ends.count
        ) {
            let (id, chain) = ends[$0]
            guard let account = sheet.accounts[id] else { throw Self.vanished }
            let before = Amount(minorUnits: account.before, currency: currency)
            let change = try Amount(minorUnits: account.balance, currency: currency).subtracting(before)
            return [.integer(id), .integer(change.minorUnits), .integer(chain.postings), .integer(chain.newest)]
        }
        guard changed == ends.count else { throw Self.vanished }
    }

    private static let vanished = HubError(
        .internalFault, "An account of a transfer has vanished from the ledger.")

    // MARK: - Reading

    private func accounts(
        _ ids: Set<Int64>, in database: any SQLConnection
    ) throws -> [Int64: TransferSheet.Account] {
        let sorted = ids.sorted()
        let rows = try database.rows(
            """
            SELECT h.account, h.balance, CASE WHEN EXISTS (
                SELECT 1 FROM fraud_case c WHERE c.account = h.account AND c.closed IS NULL) THEN 1 ELSE 0 END,
                h.postings, h.newest
            FROM holding h
            """, where: ["h.account"], count: sorted.count
        ) { [.integer(sorted[$0])] }
        let locks = try locks(of: sorted, in: database)
        let limits = try limits(of: sorted, in: database)
        var accounts: [Int64: TransferSheet.Account] = [:]
        accounts.reserveCapacity(rows.count)
        for row in rows {
            let (id, balance) = (try row.int(0), try row.int(1))
            accounts[id] = TransferSheet.Account(
                isFrozen: try row.bool(2), lock: locks[id], perTransfer: limits[id], before: balance, balance: balance,
                chain: PostingChain.End(postings: try row.int(3), newest: try row.int(4)))
        }
        return accounts
    }

    /// Locked accounts are few, and an index holds them alone; only when they are many is each account looked up.
    private func locks(of ids: [Int64], in database: any SQLConnection) throws -> [Int64: HubProblem] {
        let columns = "SELECT id, locked, lock_reason FROM account"
        var rows = try database.rows(
            columns + " WHERE locked IS NOT NULL LIMIT ?", [.integer(Int64(Self.fewLocks) + 1)])
        if rows.count > Self.fewLocks {
            rows = try database.rows(columns, where: ["id"], count: ids.count) { [.integer(ids[$0])] }
        }
        var locks: [Int64: HubProblem] = [:]
        for row in rows {
            guard let since = try row.optionalInt(1) else { continue }
            locks[try row.int(0)] = AccountLocks.problem(since: since, reason: try row.optionalText(2))
        }
        return locks
    }

    private static let fewLocks = 20

    private func limits(of ids: [Int64], in database: any SQLConnection) throws -> [Int64: UInt64] {
        guard !perTransfer.isEmpty else { return [:] }
        var limits: [Int64: UInt64] = [:]
        let rows = try database.rows(
            "SELECT id, role FROM account", where: ["id"], count: ids.count
        ) { [.integer(ids[$0])] }
        for row in rows { limits[try row.int(0)] = perTransfer[try Roles.role(numbered: row.int(1))] }
        return limits
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
