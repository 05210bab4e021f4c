// SPDX-License-Identifier: MIT
import HubAPI
import SQL
import Tokens

/// The one place where the store changes: takes what is queued, applies it in one transaction, commits, then replies.
///
/// Each job runs in a savepoint of its own, so a refused one never fails its neighbours. When the commit fails, all
/// jobs of the batch are refused and nothing of them was applied. There is no timer: while one batch is being
/// committed the next one gathers.
final class HubWriter: @unchecked Sendable {  // the database is touched by one thread at a time: ours, or under `turn`
    private struct Job: Sendable {
        /// Applies the change and returns how to tell its caller once it is durable.
        let apply: @Sendable (StoreChange) throws -> @Sendable () -> Void
        let refuse: @Sendable (any Error) -> Void
    }

    private let database: any SQLConnection
    private let clock: Clock
    private let configuration: HubConfiguration
    private let queue: BoundedQueue<Job>
    /// Held while the calling thread uses the database, when there is no thread of our own.
    private let turn = Monitor()
    private var thread: WorkerThread?

    /// Takes the database over; nobody else may use it afterwards.
    init(database: any SQLConnection, clock: Clock, configuration: HubConfiguration) throws {
        self.database = database
        self.clock = clock
        self.configuration = configuration
        queue = BoundedQueue(capacity: configuration.maximumQueue)
        if configuration.execution == .threads { thread = try WorkerThread { [self] in run() } }
    }

    /// Queues a change; `reply` is called exactly once, after the commit or the refusal, on any thread.
    func submit<R: Sendable>(
        _ change: @escaping @Sendable (StoreChange) throws -> R,
        reply: @escaping @Sendable (Result<R, any Error>) -> Void
    ) {
        let job = Job(
            apply: { store in
                let result = try change(store)
                return { reply(.success(result)) }
            }, refuse: { reply(.failure($0)) })
        guard thread != nil else {
            return tell(turn.synchronized { process([job]) })
        }
        guard queue.push(job) else {
            let busy = "The hub has more to do than it can hold. Try again in a moment."
            return reply(.failure(HubProblem(.busy, busy, details: ["retryAfter": "1"])))
        }
    }

    /// Reads with the writer's own connection; only without a thread, when it is the only one.
    func read<R>(_ body: (any SQLConnection) throws -> R) rethrows -> R {
        precondition(thread == nil, "The writer's connection belongs to its thread.")
        return try turn.synchronized { try body(database) }
    }

    /// Finishes what is queued and ends; nothing is accepted afterwards.
    func close() {
        queue.close()
        thread?.join()
    }

    private func run() {
        while let batch = queue.take(maximum: configuration.maximumBatch) {
            tell(process(batch))
        }
    }

    private func tell(_ replies: [@Sendable () -> Void]) {
        for reply in replies {
            reply()
            announce(.jobReplied)
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

    /// Applies and commits a batch; what it returns tells the callers and is run after it.
    private func process(_ batch: [Job]) -> [@Sendable () -> Void] {
        var replies: [@Sendable () -> Void] = []
        replies.reserveCapacity(batch.count)
        do {
            try configuration.onStep(.batchBegun)
            try database.transaction {
                for job in batch {
                    replies.append(try apply(job))
                    try configuration.onStep(.jobApplied)
                }
                try configuration.onStep(.batchApplied)
            }
        } catch {
            configuration.log("A batch of \(batch.count) changes was refused and nothing of it applied: \(error)")
            return batch.map { job in { job.refuse(error) } }
        }
        announce(.batchCommitted)
        return replies
    }

    private func apply(_ job: Job) throws -> @Sendable () -> Void {
        let change = StoreChange(database: database, now: clock.now())
        switch try change.attempt({ try job.apply(change) }) {
        case .success(let reply):
            let commitments = change.commitments
            return {
                for commitment in commitments { commitment() }
                reply()
            }
        case .failure(let error):
            return { job.refuse(error) }
        }
    }
}
