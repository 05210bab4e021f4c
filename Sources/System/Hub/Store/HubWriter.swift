// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import HubAPI
import PostgreSQL
import SQL
import SQLite
import Tokens

/// The only writer of the database: takes queued jobs, applies them in one transaction, commits, then replies.
///
/// Each job runs in its own savepoint, so a refused job does not affect the others; a job that is alone in its batch
/// needs none. Transfers that are adjacent in the queue run together through the ``TransferBatcher``. Jobs keep their
/// order. If the commit fails, all jobs of the batch are refused and none is applied. There is no timer: while one
/// batch is being committed, the next one gathers.
final class HubWriter: @unchecked Sendable {  // the database is touched by one thread at a time: ours, or under `turn`
    private enum Job: Sendable {
        /// Applies the change and returns the function that replies to its caller once it is durable.
        case change(
            apply: @Sendable (StoreChange) throws -> @Sendable () -> Void, refuse: @Sendable (any Error) -> Void)
        /// A transfer, which is applied together with adjacent ones.
        case transfer(QueuedTransfer, TransferBatcher, reply: @Sendable (TransferBatch.Outcome) -> Void)

        var isTransfer: Bool { if case .transfer = self { true } else { false } }
        var asTransfer: QueuedTransfer? { if case .transfer(let transfer, _, _) = self { transfer } else { nil } }

        func refuse(_ error: any Error) {
            switch self {
            case .change(_, let refuse): refuse(error)
            case .transfer(_, _, let reply): reply(.failure(error))
            }
        }
    }

    /// The reply to the caller of a job.
    private enum Reply: Sendable {
        case call(@Sendable () -> Void)
        case transfer(@Sendable (TransferBatch.Outcome) -> Void, TransferBatch.Outcome)

        func tell() {
            switch self {
            case .call(let body): body()
            case .transfer(let reply, let outcome): reply(outcome)
            }
        }
    }

    /// What is to be done once a batch is durable.
    private struct CommitOutcome {
        /// Called before any reply.
        var commitments: [@Sendable () -> Void] = []
        var replies: [Reply] = []

        init() {}

        init(refusing jobs: [Job], for error: any Error) {
            replies = jobs.map { job in .call { job.refuse(error) } }
        }
    }

    private let database: any SQLConnection
    /// For a database file that is served.
    private let keeper: Checkpointer?
    /// For a database file.
    private let doubt: DirtyLogMarker?
    /// For a database on a server, which other processes can reach too.
    private let fence: WriterFence?
    private let clock: Clock
    private let configuration: HubConfiguration
    private let queue: BoundedQueue<Job>
    /// Held while the calling thread uses the database, if there is no writer thread.
    private let turn = Monitor()
    private var thread: WorkerThread?
    /// Accessed by the thread that uses the database.
    private var answered: AnsweredIDs

    /// Takes ownership of the database: no other code may use it afterwards.
    init(
        database: any SQLConnection, keeper: Checkpointer?, doubt: DirtyLogMarker?, fence: WriterFence?, clock: Clock,
        configuration: HubConfiguration
    ) throws {
        self.database = database
        self.keeper = keeper
        self.doubt = doubt
        self.fence = fence
        self.clock = clock
        self.configuration = configuration
        answered = AnsweredIDs(capacity: configuration.rememberedIDs, now: clock.now())
        queue = BoundedQueue(capacity: configuration.maximumQueue)
        if configuration.execution == .threads { thread = try WorkerThread { [self] in run() } }
    }

    deinit { keepDoubtfulLog() }

    /// Queues a change. `reply` is called exactly once, after the commit or the refusal, on any thread.
    func submit<R: Sendable>(
        _ change: @escaping @Sendable (StoreChange) throws -> R,
        reply: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        submit(
            .change(
                apply: { store in
                    let result = try change(store)
                    return { reply(.success(result)) }
                }, refuse: { reply(.failure($0)) }))
    }

    /// Queues a transfer. `reply` is called exactly once, after the commit or the refusal, on any thread.
    func submit(
        _ transfer: QueuedTransfer, by batcher: TransferBatcher,
        reply: @escaping @Sendable (TransferBatch.Outcome) -> Void
    ) {
        submit(.transfer(transfer, batcher, reply: reply))
    }

    private func submit(_ job: Job) {
        guard thread != nil else {
            return tell(turn.synchronized { process([job], isCareful: false) })
        }
        guard queue.push(job) else {
            let busy = "The hub has more to do than it can hold. Try again in a moment."
            return job.refuse(HubProblem(.busy, busy, details: ["retryAfter": "1"]))
        }
    }

    /// Reads on the writer's connection. Only allowed without a writer thread, when this is the only connection.
    func read<R>(_ body: (any SQLConnection) throws -> R) rethrows -> R {
        precondition(thread == nil, "The writer's connection belongs to its thread.")
        return try turn.synchronized { try body(database) }
    }

    /// See ``Checkpointer/reasonToEnd``.
    var reasonToEnd: String? { keeper?.reasonToEnd }

    /// Whether the database file may lack pages. Then no decision is based on it.
    ///
    /// A process that does not serve learns this from the mark beside the file. Without the check, a command that
    /// stays open beside a hub would go on using the database.
    var hasGivenUp: Bool { keeper?.hasGivenUp ?? doubt?.isNoted ?? false }

    static let over = HubError(
        .inUse, "The disk has not taken in the file of the books. Nothing is read from it and written to it any more.")

    /// Finishes queued jobs and ends. Nothing is accepted afterwards.
    func close() {
        queue.close()
        thread?.join()
        keeper?.close()
        keepDoubtfulLog()
        // The connection's lock is released with it, so that the next process need not wait until this one ends.
        (database as? ServerDatabase)?.disconnect()
    }

    /// The process that closes a file last checkpoints its log. The log must stay while pages may be missing in the
    /// file.
    private func keepDoubtfulLog() {
        guard hasGivenUp || doubt?.isNoted == true, let database = database as? Database else { return }
        do { try database.keepLog() } catch { configuration.log("\(error)") }
    }

    /// The batch size from which waiting for more jobs no longer pays: all callers of a larger batch would wait for
    /// one commit while the network is idle.
    private static let worthGathering = 128

    private func run() {
        while let batch = queue.take(maximum: configuration.maximumBatch, gathering: Self.worthGathering) {
            tell(process(batch, isCareful: false))
            lookAfterLog()
        }
    }

    private func lookAfterLog() {
        guard let keeper, let database = database as? Database else { return }
        guard keeper.committed(pages: database.logPages) else { return }
        do {
            try database.moveLog()
        } catch let error as SQLError where error.code == .inputOutput {
            keeper.giveUp(error)
        } catch {
            configuration.log("The log of the books could not be moved into their file and will be later: \(error)")
        }
    }

    private func tell(_ commitOutcome: CommitOutcome) {
        GatheredAnswers.during {
            for commitment in commitOutcome.commitments { commitment() }
            for reply in commitOutcome.replies {
                reply.tell()
                announce(.jobReplied)
            }
        }
        announce(.batchReplied)
    }

    /// Announces a step after the commit. Nothing can be rolled back any more, so an error is only logged.
    private func announce(_ step: HubStep) {
        do {
            try configuration.onStep(step)
        } catch {
            configuration.log("The step \(step) was interrupted: \(error)")
        }
    }

    /// The error of a batch of transfers, which was rolled back.
    private struct Undone: Error {
        let cause: any Error
    }

    /// The refusal of the only change of a batch, which was rolled back.
    private struct Refused: Error {
        let cause: any Error
    }

    /// Applies and commits a batch. The result contains the replies, for the caller to send.
    ///
    /// - Parameter isCareful: whether each part gets a savepoint. After a savepoint every changed page is first
    ///   copied, so a batch with transfers only runs without. If that fails, it is rolled back and retried with
    ///   savepoints.
    private func process(_ batch: [Job], isCareful: Bool) -> CommitOutcome {
        guard !hasGivenUp else { return CommitOutcome(refusing: batch, for: Self.over) }
        var commitOutcome = CommitOutcome()
        commitOutcome.replies.reserveCapacity(batch.count)
        // An error from then on is one of the commit itself.
        var isApplied = false
        do {
            if !isCareful { try configuration.onStep(.batchBegun) }
            let isCareful = isCareful || !batch.allSatisfy(\.isTransfer)
            try database.transaction {
                if let fence, let database = database as? ServerDatabase { try fence.enter(on: database) }
                var rest = batch[...]
                while let job = rest.first {
                    let applied = try apply(
                        job, and: rest, isCareful: isCareful, isAlone: batch.count == 1, into: &commitOutcome)
                    for _ in 0..<applied { try configuration.onStep(.jobApplied) }
                    rest = rest.dropFirst(applied)
                }
                try configuration.onStep(.batchApplied)
                isApplied = true
            }
            fence?.committed()
        } catch let error as SQLError where error.code == .unknownOutcome {
            switch outcome() {
            case true?:
                fence?.committed()
                configuration.log("A batch of \(batch.count) changes is in the books; its answer was lost: \(error)")
            case false?:
                configuration.log("A batch of \(batch.count) changes is not in the books: \(error)")
                let lost = SQLError(.lost, error.message, cause: error)
                return CommitOutcome(refusing: batch, for: lost)
            case nil:
                configuration.log("It is not known whether a batch of \(batch.count) changes is in the books: \(error)")
                return CommitOutcome(refusing: batch, for: error)
            }
        } catch let error as SQLError where error.code == .inputOutput || isApplied && mayStand(error) {
            // The whole batch may be in the log, and be found there after a crash, until the next commit overwrites
            // it. A client that repeats its request under the same id then gets the true result.
            configuration.log("It is not known whether a batch of \(batch.count) changes is in the books: \(error)")
            return CommitOutcome(refusing: batch, for: SQLError(.unknownOutcome, error.message, cause: error))
        } catch let refused as Refused {
            return CommitOutcome(refusing: batch, for: refused.cause)
        } catch let undone as Undone {
            configuration.log("A batch of \(batch.count) transfers is tried again with care: \(undone.cause)")
            return process(batch, isCareful: true)
        } catch {
            configuration.log("A batch of \(batch.count) changes was refused and nothing of it applied: \(error)")
            if fence?.reasonToEnd != nil { configuration.onReasonToEnd() }
            return CommitOutcome(refusing: batch, for: error)
        }
        announce(.batchCommitted)
        return commitOutcome
    }

    /// Whether a batch may be in the log of a file although its commit failed with this error. SQLite's last steps,
    /// such as enlarging the log's index, run when the batch is already on disk, and their failure may be reported as
    /// a full disk.
    private func mayStand(_ error: SQLError) -> Bool {
        guard let database = database as? Database else { return false }
        return switch error.code {
        case .constraint, .rolledBack: false
        case .full: !database.isLogCut
        default: true
        }
    }

    /// Whether the batch whose answer was lost is committed. Determined before any reply.
    ///
    /// While the server cannot be reached, the question is repeated for a minute. After that the clients are told that
    /// the outcome is unknown. They repeat their requests under the same ids, and then the database decides.
    private func outcome() -> Bool? {
        guard let fence, let database = database as? ServerDatabase else { return nil }
        for _ in 0..<configuration.outcomeTrials {
            do {
                return try fence.hasCommitted(on: database)
            } catch {
                configuration.log("What became of a commit cannot be asked yet: \(error)")
                usleep(250_000)
            }
        }
        return nil
    }

    /// Applies a job, together with all adjacent transfers if it is one, and collects the replies.
    ///
    /// - Returns: the number of jobs applied.
    private func apply(
        _ job: Job, and rest: ArraySlice<Job>, isCareful: Bool, isAlone: Bool, into commitOutcome: inout CommitOutcome
    ) throws -> Int {
        let change = StoreChange(database: database, now: clock.now())
        switch job {
        case .change(let apply, let refuse):
            switch try isAlone ? .success(alone { try apply(change) }) : change.attempt({ try apply(change) }) {
            case .success(let reply): commitOutcome.replies.append(.call(reply))
            case .failure(let error): commitOutcome.replies.append(.call { refuse(error) })
            }
            commitOutcome.commitments += change.commitments
            return 1
        case .transfer(_, let batcher, _):
            let run = rest.prefix(while: \.isTransfer)
            let transfers = run.compactMap(\.asTransfer)
            let outcomes =
                try isCareful
                ? apply(transfers, by: batcher, in: change) : applyAtOnce(transfers, by: batcher, in: change)
            for (job, outcome) in zip(run, outcomes) {
                if case .transfer(_, _, let reply) = job { commitOutcome.replies.append(.transfer(reply, outcome)) }
            }
            commitOutcome.commitments += change.commitments
            return run.count
        }
    }

    /// Runs the only change of a batch: the whole transaction is its savepoint. In an SQLite savepoint the time of a
    /// change of many pages would grow with the square of their number.
    ///
    /// - Throws: ``Refused`` if it is refused; then the caller must roll back the whole transaction.
    private func alone<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as SQLError where error.endsBatch {
            throw error
        } catch {
            throw Refused(cause: error)
        }
    }

    /// Applies adjacent transfers together, without savepoints.
    ///
    /// - Throws: ``Undone`` on any error; then the caller must roll back the whole transaction.
    private func applyAtOnce(
        _ run: [QueuedTransfer], by batcher: TransferBatcher, in change: StoreChange
    ) throws -> [TransferBatch.Outcome] {
        func undoing<R>(_ body: () throws -> R) throws -> R {
            do {
                return try body()
            } catch let error as SQLError where error.endsBatch {
                throw error
            } catch {
                throw Undone(cause: error)
            }
        }
        let mayBeAnswered = run.map(\.key).filter { answered.note($0, at: change.now) }
        let (sheet, outcomes) = try undoing { try batcher.decide(run, asking: mayBeAnswered, in: change) }
        try configuration.onStep(.transfersDecided)
        try undoing { try batcher.write(sheet, in: change) }
        return outcomes
    }

    /// Applies adjacent transfers together. If they cannot be written, applies each alone, so that only the faulty one
    /// fails.
    private func apply(
        _ run: [QueuedTransfer], by batcher: TransferBatcher, in change: StoreChange
    ) throws -> [TransferBatch.Outcome] {
        let keys = run.map(\.key)
        for key in keys { _ = answered.note(key, at: change.now) }
        let decided = try change.attempt { try batcher.decide(run, asking: keys, in: change) }
        try configuration.onStep(.transfersDecided)
        let written: Result<[TransferBatch.Outcome], any Error>
        switch decided {
        case .success(let (sheet, outcomes)):
            written = try change.attempt { try batcher.write(sheet, in: change) }.map { outcomes }
        case .failure(let error): written = .failure(error)
        }
        switch written {
        case .success(let outcomes): return outcomes
        case .failure(let error) where run.count == 1: return [.failure(error)]
        case .failure(let error):
            configuration.log("\(run.count) transfers could not be applied together and are tried one by one: \(error)")
            return try run.flatMap { try apply([$0], by: batcher, in: change) }
        }
    }
}
