// SPDX-License-Identifier: MIT
package import Crypto
package import HubAPI
package import HubStorage
package import Logging
package import Money
import SQL
import Synchronization
import Tokens

//  run of queued transfers ─► one read of what it touches ─► TransferBatch, in memory ─► written in bulk
//        (answers, names, accounts, frozen flags)                                        (entries, postings, answers,
//                                                                                         one sum for each account)

/// Processes queued transfers in the writer: a run of them costs a few bulk statements instead of a dozen for each.
///
/// Everything is read inside the batch's own transaction, because another process may have changed it since the last
/// one. Only names are cached, because they never change owner.
package final class TransferBatcher: Sendable {
    private let currency: Currency
    private let random: RandomSource
    /// Called with each account whose balance changes.
    private let touch: @Sendable (Int64, StoreChange) -> Void
    package let log: Log
    private let answered: Mutex<AnsweredIDs>
    /// Nil when the calling thread does everything; then the tree is made from the database.
    private let leaves: PendingLeaves?
    private let names = AccountNames()
    private let reader = Mutex<WorkerThread?>(nil)
    private let isClosed = Flag()
    /// The largest transfer of each role, where there is a limit, in minor units.
    private let perTransfer: [Role: UInt64]

    /// A class, because an atomic cannot be captured by a thread's closure.
    private final class Flag: Sendable {
        let isUp = Atomic(false)
    }

    /// - Parameters:
    ///   - perTransfer: the largest transfer of each role, where there is a limit, in minor units.
    ///   - answered: the ids that may have an answer in the database.
    ///   - touch: called with each account whose balance changes, inside the change.
    package init(
        currency: Currency, random: RandomSource, leaves: PendingLeaves?, perTransfer: [Role: UInt64],
        answered: consuming AnsweredIDs, log: Log,
        touch: @escaping @Sendable (Int64, StoreChange) -> Void
    ) {
        self.leaves = leaves
        self.perTransfer = perTransfer
        self.currency = currency
        self.random = random
        self.answered = Mutex(answered)
        self.log = log
        self.touch = touch
    }

    /// Remembers the ids of a run, and returns those that may already have an answer.
    func noteAnswered(_ run: [QueuedTransfer], at now: Timestamp) -> [QueuedTransfer.Key] {
        answered.withLock { answered in run.map(\.key).filter { answered.note($0, at: now) } }
    }

    /// Decides a run from the present state of the database, and writes nothing.
    ///
    /// - Parameter keys: the keys of the run that may already have an answer; those get it. If any other key has an
    ///   answer, writing the sheet fails and the whole run is rolled back.
    func decide(
        _ run: [QueuedTransfer], asking keys: [QueuedTransfer.Key], in change: StoreChange
    ) throws -> (sheet: TransferBatch, outcomes: [TransferBatch.Outcome]) {
        let database = change.database
        let recipients = try names.find(run, in: change)
        var ids: [Int64] = []
        ids.reserveCapacity(run.count * 2)
        for (transfer, recipient) in zip(run, recipients) {
            ids.append(transfer.caller.id)
            if let recipient { ids.append(recipient.id) }
        }
        ids.sort()
        let touched = ids.enumerated().filter { $0.offset == 0 || ids[$0.offset - 1] != $0.element }.map(\.element)
        var sheet = TransferBatch(
            currency: currency, now: change.now, accounts: try accounts(touched, in: database),
            restrictions: try restrictions(of: touched, in: database),
            answers: keys.isEmpty ? nil : try answers(to: keys, in: database)
        )
        let outcomes = zip(run, recipients).map { transfer, recipient -> TransferBatch.Outcome in
            do {
                return try sheet.decide(transfer, to: recipient)
            } catch {
                // A failure affects only this transfer; the sheet contains nothing of it.
                return .failure(error)
            }
        }
        return (sheet, outcomes)
    }

    /// The account of a name, if it is cached. Any thread may call this, which saves the writer the look-up.
    package func known(_ name: String) -> AccountNames.Named? { names.known(name) }

    /// Fills the cache of names in a background thread; see ``AccountNames/readAhead(in:while:)``.
    ///
    /// - Throws: ``HubError`` with `.system`.
    package func readNamesAhead(in store: HubStore, log: Log) throws {
        let reader = try WorkerThread { [names, isClosed] in
            do {
                try names.readAhead(in: store) { !isClosed.isUp.load(ordering: .relaxed) }
            } catch {
                log.warning(
                    "The hub could not read account names ahead, and will read each name when it needs it",
                    .error(error))
            }
        }
        self.reader.withLock { $0 = reader }
    }

    /// Ends the background thread.
    package func close() {
        isClosed.isUp.store(true, ordering: .relaxed)
        reader.withLock { $0.take() }?.join()
    }

    /// Writes what a sheet has collected.
    ///
    /// - Throws: ``HubError`` with `.internalFault` or `SQLError`. The caller must then roll the whole sheet back.
    func write(_ sheet: TransferBatch, in change: StoreChange) throws {
        let database = change.database
        let first = try sheet.movements.isEmpty ? 0 : database.reserveIDs(sheet.movements.count, of: "entry")
        let publicIDs = publicIDs(of: sheet)
        let rows = EntryRows(database: database)
        try writeEntries(of: sheet, from: first, publicIDs, in: rows)
        let kept = sheet.kept
        // Row by row, as in ``EntryRows``.
        try database.insert(
            into: "operation", ["account", "id", "request", "status", "answer", "entry"], count: kept.count
        ) { index, row in
            let (transfer, answer) = (kept[index].transfer, kept[index].answer)
            row.append(.integer(transfer.caller.id))
            row.append(.blob(transfer.order.id.bytes))
            row.append(.blob(transfer.request))
            row.append(.integer(Int64(answer.status)))
            row.append(.blob(answer.body))
            row.append(.optional(kept[index].movement.map { first + Int64($0) }))
        }
        try writePostings(of: sheet, from: first, in: rows)
        for account in sheet.accounts where account.isMoved { touch(account.id, change) }
        guard let leaves, !sheet.movements.isEmpty else { return }
        let run = PendingLeaves.Run(
            first: first, time: sheet.now, currency: currency, movements: sheet.movements, publicIDs: publicIDs)
        change.afterCommit { leaves.add(run) }
    }

    /// The ids of one write share their first random bits, so that they are adjacent in the index of ids.
    private func publicIDs(of sheet: TransferBatch) -> [OperationID] {
        let alike = OperationID(at: sheet.now, random: random)
        return OperationID.beside(alike, count: sheet.movements.count, random: random)
    }

    private func writeEntries(
        of sheet: TransferBatch, from first: Int64, _ publicIDs: [OperationID], in rows: EntryRows
    ) throws {
        let movements = sheet.movements
        try rows.insert(movements.count, at: sheet.now) { index in
            let (movement, order) = (movements[index], movements[index].transfer.order)
            let sender = movement.transfer.caller.id
            return .init(
                id: first + Int64(index), publicID: publicIDs[index], kind: .transfer, note: order.note, sender: sender,
                recipient: movement.recipient.id, operation: order.id, operatedBy: sender)
        }
    }

    /// Adds both postings of each transfer to the chains of their accounts, and updates the ends of the chains.
    private func writePostings(of sheet: TransferBatch, from first: Int64, in rows: EntryRows) throws {
        let accounts = sheet.accounts
        var chains = accounts.map(\.chain)
        var postings: [EntryRows.PostingRow] = []
        postings.reserveCapacity(sheet.movements.count * 2)
        for (index, movement) in sheet.movements.enumerated() {
            let (entry, amount) = (first + Int64(index), movement.transfer.order.amount)
            let places = movement.places
            let sent = EntryRows.PostingRow(
                account: accounts[places.sender].id, entry: entry, amount: try amount.negated.minorUnits,
                after: movement.senderAfter, place: chains[places.sender].add(entry))
            let received = EntryRows.PostingRow(
                account: accounts[places.recipient].id, entry: entry, amount: amount.minorUnits,
                after: movement.recipientAfter, place: chains[places.recipient].add(entry))
            // In the order of the table.
            if sent.account < received.account {
                postings.append(sent)
                postings.append(received)
            } else {
                postings.append(received)
                postings.append(sent)
            }
        }
        try rows.insert(postings)
        let moved = accounts.indices.filter { accounts[$0].isMoved }
        try rows.change(moved.count) {
            let account = accounts[moved[$0]]
            let before = Amount(minorUnits: account.before, currency: currency)
            let change = try Amount(minorUnits: account.balance, currency: currency).subtracting(before)
            return .init(account: account.id, change: change.minorUnits, chain: chains[moved[$0]])
        }
    }

    // MARK: - Reading

    /// - Parameter ids: each once, in ascending order.
    private func accounts(_ ids: [Int64], in database: any SQLConnection) throws -> [TransferBatch.Account] {
        let numbers = try database.numbers(
            "SELECT account, balance, postings, newest FROM holding", where: "account", in: ids)
        var accounts: [TransferBatch.Account] = []
        accounts.reserveCapacity(ids.count)
        for start in stride(from: 0, to: numbers.count, by: 4) {
            accounts.append(
                TransferBatch.Account(
                    id: numbers[start], balance: numbers[start + 1],
                    chain: PostingChain.End(postings: numbers[start + 2], newest: numbers[start + 3])))
        }
        // A server returns the rows in any order.
        accounts.sort { $0.id < $1.id }
        return accounts
    }

    private func restrictions(of ids: [Int64], in database: any SQLConnection) throws -> TransferBatch.Restrictions {
        TransferBatch.Restrictions(
            frozen: try frozen(of: ids, in: database), locks: try locks(of: ids, in: database),
            perTransfer: try limits(of: ids, in: database))
    }

    /// The accounts with an open fraud case. They are few and have their own index; only if they are many is each
    /// account looked up.
    private func frozen(of ids: [Int64], in database: any SQLConnection) throws -> Set<Int64> {
        var rows = try database.rows(
            "SELECT account FROM fraud_case WHERE closed IS NULL AND account IS NOT NULL LIMIT ?",
            [.integer(Int64(Self.few) + 1)])
        if rows.count > Self.few {
            rows = try database.rows(
                """
                SELECT h.account FROM (SELECT account FROM holding i WHERE EXISTS (
                    SELECT 1 FROM fraud_case c WHERE c.account = i.account AND c.closed IS NULL)) h
                """, where: ["h.account"], count: ids.count
            ) { [.integer(ids[$0])] }
        }
        return Set(try rows.map { try $0.int(0) })
    }

    /// The locked accounts. They are few and have their own index; only if they are many is each account looked up.
    private func locks(of ids: [Int64], in database: any SQLConnection) throws -> [Int64: HubProblem] {
        let columns = "SELECT id, locked, lock_reason FROM account"
        var rows = try database.rows(columns + " WHERE locked IS NOT NULL LIMIT ?", [.integer(Int64(Self.few) + 1)])
        if rows.count > Self.few {
            rows = try database.rows(columns, where: ["id"], count: ids.count) { [.integer(ids[$0])] }
        }
        var locks: [Int64: HubProblem] = [:]
        for row in rows {
            guard let since = try row.optionalInt(1) else { continue }
            locks[try row.int(0)] = AccountLocks.problem(since: since, reason: try row.optionalText(2))
        }
        return locks
    }

    private static let few = 20

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
        to keys: [QueuedTransfer.Key], in database: any SQLConnection
    ) throws -> [QueuedTransfer.Key: (request: [UInt8], answer: Operations.Answer)] {
        let rows = try database.rows(
            "SELECT account, id, request, status, answer FROM operation", where: ["account", "id"],
            in: Set(keys).map { [.integer($0.account), .blob($0.id.bytes)] })
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
