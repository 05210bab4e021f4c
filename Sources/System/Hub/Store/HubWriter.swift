// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import HubAPI
import PostgreSQL
import SQL
import SQLite
import Tokens

/// The one place where the store changes: takes what is queued, applies it in one transaction, commits, then replies.
///
/// Each job runs in a savepoint of its own, so a refused one never fails its neighbours, unless it is alone and has none;
/// transfers that stand next to each other in the queue are one run through the ``TransferLane``. Jobs keep their order. When the commit fails, all
/// jobs of the batch are refused and nothing of them was applied. There is no timer: while one batch is being
/// committed the next one gathers.
final class HubWriter: @unchecked Sendable {  // the database is touched by one thread at a time: ours, or under `turn`
    private enum Job: Sendable {
        /// Applies the change and returns how to tell its caller once it is durable.
        case change(
            apply: @Sendable (StoreChange) throws -> @Sendable () -> Void, refuse: @Sendable (any Error) -> Void)
        /// A transfer, which is applied together with its neighbours.
        case transfer(QueuedTransfer, TransferLane, reply: @Sendable (TransferSheet.Outcome) -> Void)

        var isTransfer: Bool { if case .transfer = self { true } else { false } }
        var asTransfer: QueuedTransfer? { if case .transfer(let transfer, _, _) = self { transfer } else { nil } }

        func refuse(_ error: any Error) {
            switch self {
            case .change(_, let refuse): refuse(error)
            case .transfer(_, _, let reply): reply(.failure(error))
            }
        }
    }

    /// How a caller is told what became of its job.
    private enum Reply: Sendable {
        case call(@Sendable () -> Void)
        case transfer(@Sendable (TransferSheet.Outcome) -> Void, TransferSheet.Outcome)

        func tell() {
            switch self {
            case .call(let body): body()
            case .transfer(let reply, let outcome): reply(outcome)
            }
        }
    }

    /// What a batch leaves to be done once it is durable.
    private struct Aftermath {
        /// Before anybody is told.
        var commitments: [@Sendable () -> Void] = []
        var replies: [Reply] = []

        init() {}

        init(refusing jobs: [Job], for error: any Error) {
            replies = jobs.map { job in .call { job.refuse(error) } }
        }
    }

    private let database: any SQLConnection
    /// For books in a file that is served.
    private let keeper: LogKeeper?
    /// For books in a file.
    private let doubt: DoubtfulLog?
    /// For the books of a server, which other processes can reach too.
    private let fence: WriterFence?
    private let clock: Clock
    private let configuration: HubConfiguration
    private let queue: BoundedQueue<Job>
    /// Held while the calling thread uses the database, when there is no thread of our own.
    private let turn = Monitor()
    private var thread: WorkerThread?
    /// Touched by whoever has the database.
    private var answered: AnsweredIDs

    /// Takes the database over; nobody else may use it afterwards.
    init(
        database: any SQLConnection, keeper: LogKeeper?, doubt: DoubtfulLog?, fence: WriterFence?, clock: Clock,
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

    /// Queues a change; `reply` is called exactly once, after the commit or the refusal, on any thread.
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

    /// Queues a transfer; `reply` is called exactly once, after the commit or the refusal, on any thread.
    func submit(
        _ transfer: QueuedTransfer, by lane: TransferLane, reply: @escaping @Sendable (TransferSheet.Outcome) -> Void
    ) {
        submit(.transfer(transfer, lane, reply: reply))
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

    /// Reads with the writer's own connection; only without a thread, when it is the only one.
    func read<R>(_ body: (any SQLConnection) throws -> R) rethrows -> R {
        precondition(thread == nil, "The writer's connection belongs to its thread.")
        return try turn.synchronized { try body(database) }
    }

    /// See ``LogKeeper/reasonToEnd``.
    var reasonToEnd: String? { keeper?.reasonToEnd }

    /// Whether what the file says may be wrong; nothing is decided from it then.
    ///
    /// Who does not serve learns it from the file beside the books: a program that stays open beside a hub would go on with them.
    var hasGivenUp: Bool { keeper?.hasGivenUp ?? doubt?.isNoted ?? false }

    static let over = HubError(
        .inUse, "The disk has not taken in the file of the books. Nothing is read from it and written to it any more.")

    /// Finishes what is queued and ends; nothing is accepted afterwards.
    func close() {
        queue.close()
        thread?.join()
        keeper?.close()
        keepDoubtfulLog()
        // Its lock goes with it, so that the next process need not wait for our end.
        (database as? ServerDatabase)?.disconnect()
    }

    /// Whoever closes a file last moves its log, which must stay while any of what was moved may be missing.
    private func keepDoubtfulLog() {
        guard hasGivenUp || doubt?.isNoted == true, let database = database as? Database else { return }
        do { try database.keepLog() } catch { configuration.log("\(error)") }
    }

    /// From there on a larger batch saves less than is lost while the network has nothing to do: all its callers would wait
    /// for one commit.
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

    private func tell(_ aftermath: Aftermath) {
        GatheredAnswers.during {
            for commitment in aftermath.commitments { commitment() }
            for reply in aftermath.replies {
                reply.tell()
                announce(.jobReplied)
            }
        }
        announce(.batchReplied)
    }

    /// A step after the commit: nothing can be undone any more, so what it throws is only written down.
    private func announce(_ step: HubStep) {
        do {
            try configuration.onStep(step)
        } catch {
            configuration.log("The step \(step) was interrupted: \(error)")
        }
    }

    /// What went wrong with a batch of transfers alone, nothing of which has happened.
    private struct Undone: Error {
        let cause: any Error
    }

    /// What the one change of a batch was refused for; nothing of it has happened.
    private struct Refused: Error {
        let cause: any Error
    }

    /// Applies and commits a batch; what it returns tells the callers and is run after it.
    ///
    /// - Parameter isCareful: whether each part gets a savepoint. Every page that is changed after one is copied first, so a
    ///   batch that is one run of transfers goes without; what goes wrong undoes it, and it is tried again carefully.
    private func process(_ batch: [Job], isCareful: Bool) -> Aftermath {
        guard !hasGivenUp else { return Aftermath(refusing: batch, for: Self.over) }
        var aftermath = Aftermath()
        aftermath.replies.reserveCapacity(batch.count)
        // What fails from then on is the commit itself.
        var isApplied = false
        do {
            if !isCareful { try configuration.onStep(.batchBegun) }
            let isCareful = isCareful || !batch.allSatisfy(\.isTransfer)
            try database.transaction {
                if let fence, let database = database as? ServerDatabase { try fence.enter(on: database) }
                var rest = batch[...]
                while let job = rest.first {
                    let applied = try apply(
                        job, and: rest, isCareful: isCareful, isAlone: batch.count == 1, into: &aftermath)
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
                return Aftermath(refusing: batch, for: lost)
            case nil:
                configuration.log("It is not known whether a batch of \(batch.count) changes is in the books: \(error)")
                return Aftermath(refusing: batch, for: error)
            }
        } catch let error as SQLError where error.code == .inputOutput || isApplied && mayStand(error) {
            // All of it may stand in the log, and be found there after a crash, until the next commit overwrites it. Whoever asks
            // again under the same id learns what is true then.
            configuration.log("It is not known whether a batch of \(batch.count) changes is in the books: \(error)")
            return Aftermath(refusing: batch, for: SQLError(.unknownOutcome, error.message, cause: error))
        } catch let refused as Refused {
            return Aftermath(refusing: batch, for: refused.cause)
        } catch let undone as Undone {
            configuration.log("A batch of \(batch.count) transfers is tried again with care: \(undone.cause)")
            return process(batch, isCareful: true)
        } catch {
            configuration.log("A batch of \(batch.count) changes was refused and nothing of it applied: \(error)")
            if fence?.reasonToEnd != nil { configuration.onReasonToEnd() }
            return Aftermath(refusing: batch, for: error)
        }
        announce(.batchCommitted)
        return aftermath
    }

    /// Whether a batch may stand in the log of a file though its commit failed so: what is done last, such as making room in
    /// the index of the log, is done when the batch is on the disk, and SQLite may call its failure a full disk.
    private func mayStand(_ error: SQLError) -> Bool {
        guard let database = database as? Database else { return false }
        return switch error.code {
        case .constraint, .rolledBack: false
        case .full: !database.isLogCut
        default: true
        }
    }

    /// Whether the batch whose answer was lost is in the books: asked before anybody is told anything.
    ///
    /// While the server cannot be reached it is asked again, for a minute. After that the clients are told that nothing is
    /// known; they ask again under the same ids, and then the books decide.
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

    /// Applies a job, and with a transfer all that follow it at once; notes how to tell each caller.
    ///
    /// - Returns: how many jobs they were.
    private func apply(
        _ job: Job, and rest: ArraySlice<Job>, isCareful: Bool, isAlone: Bool, into aftermath: inout Aftermath
    ) throws -> Int {
        let change = StoreChange(database: database, now: clock.now())
        switch job {
        case .change(let apply, let refuse):
            switch try isAlone ? .success(alone { try apply(change) }) : change.attempt({ try apply(change) }) {
            case .success(let reply): aftermath.replies.append(.call(reply))
            case .failure(let error): aftermath.replies.append(.call { refuse(error) })
            }
            aftermath.commitments += change.commitments
            return 1
        case .transfer(_, let lane, _):
            let run = rest.prefix(while: \.isTransfer)
            let transfers = run.compactMap(\.asTransfer)
            let outcomes =
                try isCareful ? apply(transfers, by: lane, in: change) : applyAtOnce(transfers, by: lane, in: change)
            for (job, outcome) in zip(run, outcomes) {
                if case .transfer(_, _, let reply) = job { aftermath.replies.append(.transfer(reply, outcome)) }
            }
            aftermath.commitments += change.commitments
            return run.count
        }
    }

    /// For a change that nothing else stands beside: the whole transaction is its savepoint. A change of many pages would
    /// take a time that grows with their square in a savepoint of SQLite's.
    ///
    /// - Throws: ``Refused`` when it is refused; then the whole transaction must be undone.
    private func alone<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as SQLError where error.endsBatch {
            throw error
        } catch {
            throw Refused(cause: error)
        }
    }

    /// Applies a run of transfers together, without savepoints.
    ///
    /// - Throws: ``Undone`` when something is wrong with them; then the whole transaction must be undone.
    private func applyAtOnce(
        _ run: [QueuedTransfer], by lane: TransferLane, in change: StoreChange
    ) throws -> [TransferSheet.Outcome] {
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
        let (sheet, outcomes) = try undoing { try lane.decide(run, asking: mayBeAnswered, in: change) }
        try configuration.onStep(.transfersDecided)
        try undoing { try lane.write(sheet, in: change) }
        return outcomes
    }

    /// Applies a run of transfers together; when that cannot be written, each alone, so that only the one at fault fails.
    private func apply(
        _ run: [QueuedTransfer], by lane: TransferLane, in change: StoreChange
    ) throws -> [TransferSheet.Outcome] {
        let keys = run.map(\.key)
        for key in keys { _ = answered.note(key, at: change.now) }
        let decided = try change.attempt { try lane.decide(run, asking: keys, in: change) }
        try configuration.onStep(.transfersDecided)
        let written: Result<[TransferSheet.Outcome], any Error>
        switch decided {
        case .success(let (sheet, outcomes)):
            written = try change.attempt { try lane.write(sheet, in: change) }.map { outcomes }
        case .failure(let error): written = .failure(error)
        }
        switch written {
        case .success(let outcomes): return outcomes
        case .failure(let error) where run.count == 1: return [.failure(error)]
        case .failure(let error):
            configuration.log("\(run.count) transfers could not be applied together and are tried one by one: \(error)")
            return try run.flatMap { try apply([$0], by: lane, in: change) }
        }
    }
}
