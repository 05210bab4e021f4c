// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import HubAPI
import Logging
import SQL
import Tokens

/// The only writer of the database: takes queued jobs, applies them in one transaction, commits, then replies.
///
/// Each job runs in its own savepoint, so a refused job does not affect the others; a job that is alone in its batch
/// needs none. Adjacent ``BatchedJob``s of one runner are applied together. Jobs keep their order. If the commit fails, all jobs of the batch are refused and none is applied. There is no timer: while one
/// batch is being committed, the next one gathers.
final class HubWriter: @unchecked Sendable {  // the database is touched by one thread at a time: ours, or under `turn`
    private enum Job: Sendable {
        /// Applies the change and returns the function that replies to its caller once it is durable.
        case change(
            apply: @Sendable (StoreChange) throws -> @Sendable () -> Void, refuse: @Sendable (any Error) -> Void)
        /// A job that is applied together with adjacent ones.
        case batched(any BatchedJob)

        var batched: (any BatchedJob)? { if case .batched(let job) = self { job } else { nil } }

        func refuse(_ error: any Error) {
            switch self {
            case .change(_, let refuse): refuse(error)
            case .batched(let job): job.refuse(error)
            }
        }
    }

    /// The reply to the caller of a job.
    private enum Reply: Sendable {
        case call(@Sendable () -> Void)
        case batched(any BatchedJob)

        func tell() {
            switch self {
            case .call(let body): body()
            case .batched(let job): job.reply()
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

    private let engine: any StoreEngine
    private let database: any SQLConnection
    private let clock: Clock
    private let options: StoreOptions
    private let queue: BoundedQueue<Job>
    /// Held while the calling thread uses the database, if there is no writer thread.
    private let turn = Monitor()
    private var thread: WorkerThread?

    /// Takes ownership of the engine's connection: no other code may use it afterwards.
    init(engine: any StoreEngine, clock: Clock, options: StoreOptions) throws {
        self.engine = engine
        database = engine.connection
        self.clock = clock
        self.options = options
        queue = BoundedQueue(capacity: options.maximumQueue)
        if options.execution == .threads { thread = try WorkerThread { [self] in run() } }
    }

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

    /// Queues a job. Its caller is told exactly once, after the commit or the refusal, on any thread.
    func submit(_ job: any BatchedJob) { submit(.batched(job)) }

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

    /// Finishes queued jobs and ends. Nothing is accepted afterwards.
    func close() {
        queue.close()
        thread?.join()
        engine.close()
    }

    /// The batch size from which waiting for more jobs no longer pays: all callers of a larger batch would wait for
    /// one commit while the network is idle.
    private static let worthGathering = 128

    private func run() {
        while let batch = queue.take(maximum: options.maximumBatch, gathering: Self.worthGathering) {
            tell(process(batch, isCareful: false))
            engine.batchAnswered()
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
            try options.onStep(step)
        } catch {
            options.log.warning("A step was interrupted", .kind(LogWord(step)), .error(error))
        }
    }

    /// The error of a batch of batched jobs, which was rolled back.
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
    ///   copied, so a batch with batched jobs only runs without. If that fails, it is rolled back and retried with
    ///   savepoints.
    private func process(_ batch: [Job], isCareful: Bool) -> CommitOutcome {
        guard !engine.hasGivenUp else { return CommitOutcome(refusing: batch, for: DirtyLogMarker.over) }
        var commitOutcome = CommitOutcome()
        commitOutcome.replies.reserveCapacity(batch.count)
        // An error from then on is one of the commit itself.
        var isApplied = false
        do {
            if !isCareful { try options.onStep(.batchBegun) }
            let isCareful = isCareful || !batch.allSatisfy { $0.batched != nil }
            try database.transaction {
                try engine.begin()
                var rest = batch[...]
                while let job = rest.first {
                    let applied = try apply(
                        job, and: rest, isCareful: isCareful, isAlone: batch.count == 1, into: &commitOutcome)
                    for _ in 0..<applied { try options.onStep(.jobApplied) }
                    rest = rest.dropFirst(applied)
                }
                try options.onStep(.batchApplied)
                isApplied = true
            }
            engine.committed()
        } catch let error as SQLError {
            if let refusal = refusal(of: batch, for: error, isApplied: isApplied) { return refusal }
        } catch let refused as Refused {
            return CommitOutcome(refusing: batch, for: refused.cause)
        } catch let undone as Undone {
            options.log.notice(
                "A batch of transfers is tried again with care", .count(batch.count), .error(undone.cause))
            return process(batch, isCareful: true)
        } catch {
            return refused(batch, for: error)
        }
        announce(.batchCommitted)
        return commitOutcome
    }

    /// The replies to a batch whose transaction ended with an error of the database; nil if the batch is committed.
    private func refusal(of batch: [Job], for error: SQLError, isApplied: Bool) -> CommitOutcome? {
        switch engine.outcome(of: error, isApplied: isApplied) {
        case .committed:
            engine.committed()
            options.log.warning(
                "The answer to a batch of changes was lost; it is in the database", .count(batch.count), .error(error))
            return nil
        case .lost:
            options.log.warning("A batch of changes is not in the database", .count(batch.count), .error(error))
            return CommitOutcome(refusing: batch, for: SQLError(.lost, error.message, cause: error))
        case .unknown:
            options.log.error(
                "It is not known whether a batch of changes is in the database", .count(batch.count), .error(error))
            let unknown =
                error.code == .unknownOutcome ? error : SQLError(.unknownOutcome, error.message, cause: error)
            return CommitOutcome(refusing: batch, for: unknown)
        case .refused:
            return refused(batch, for: error)
        }
    }

    private func refused(_ batch: [Job], for error: any Error) -> CommitOutcome {
        options.log.error(
            "The hub refused a batch of changes and applied none of them", .count(batch.count), .error(error))
        if engine.reasonToEnd != nil { options.onReasonToEnd() }
        return CommitOutcome(refusing: batch, for: error)
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
        case .batched(let first):
            let runner = first.runner
            let run = rest.prefix { $0.batched?.runner === runner }.compactMap(\.batched)
            try apply(run, by: runner, isCareful: isCareful, in: change)
            for job in run { commitOutcome.replies.append(.batched(job)) }
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

    /// An error of a ``HubStep`` inside a runner.
    private struct StepFailed: Error {
        let cause: any Error
    }

    /// Applies adjacent jobs together.
    ///
    /// - Throws: ``Undone`` on any error of a run without savepoints; then the caller must roll back the whole
    ///   transaction.
    private func apply(
        _ run: [any BatchedJob], by runner: any JobRunner, isCareful: Bool, in change: StoreChange
    ) throws {
        do {
            try runner.apply(run, isCareful: isCareful, in: change) {
                do { try options.onStep(.transfersDecided) } catch { throw StepFailed(cause: error) }
            }
        } catch let step as StepFailed {
            throw step.cause
        } catch let error as SQLError where error.endsBatch {
            throw error
        } catch {
            throw isCareful ? error : Undone(cause: error)
        }
    }
}
