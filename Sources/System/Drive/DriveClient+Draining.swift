// SPDX-License-Identifier: MIT
internal import FileIO
internal import Glibc
internal import HubAPI
internal import Keys
internal import Synchronization
internal import Tokens

/// What became of an execution of the queue.
package struct DrainReport: Sendable {
    package var done = 0
    package var failed = 0
    package var waiting = 0
    /// Why nothing more could be done; nil when each task was tried.
    package var stop: DriveError?
    /// Whether another process executes the queue, so that this one did nothing.
    package var isElsewhere = false
}

extension DriveClient {
    /// Tasks that are done are shown for a week.
    private static let keptSeconds: UInt64 = 7 * 86_400
    /// Tasks about so many items are executed at once. A server gives an address as many places.
    package static let maximumTransfers = 4

    /// Executes what waits: tasks about one item or one place in the order in which they were written down, four tasks at
    /// once, and what a user waits for before what is only sent.
    ///
    /// - Parameter isRequested: whether the user has asked for it: then tasks are tried whose next try is later.
    package func drain(isRequested: Bool) throws -> DrainReport {
        try translated {
            let lock: StoreLock
            do {
                lock = try StoreLock(path: folder + "/worker.lock")
            } catch let error as KeysError where error.code == .locked {
                return DrainReport(waiting: try store.count(.waiting), isElsewhere: true)
            }
            defer { withExtendedLifetime(lock) {} }
            let now = environment.clock.now().seconds
            try store.forgetDone(before: now > Self.keptSeconds ? now - Self.keptSeconds : 0)
            let round = try DrainRound(folder: folder, now: isRequested ? nil : now)
            let threads = min(makeWorker == nil ? 1 : Self.maximumTransfers, max(1, try store.count(.waiting)))
            let workers = (1..<threads).map { _ in Worker(environment, makeWorker) }
            let others = try workers.map { worker in try BackgroundThread { worker.run(round) } }
            round.run(context)
            for thread in others { thread.join() }
            return try round.report()
        }
    }
}

/// A further thread of an execution.
///
/// Unchecked Sendable: what the environment calls may be called by any thread, see ``DriveEnvironment``.
private final class Worker: @unchecked Sendable {
    private let environment: DriveEnvironment
    private let make: DriveClient.WorkerSource?

    init(_ environment: DriveEnvironment, _ make: DriveClient.WorkerSource?) {
        self.environment = environment
        self.make = make
    }

    func run(_ round: DrainRound) {
        guard let make else { return }
        do {
            let (store, server) = try make()
            round.run(TaskContext(store: store, server: server, environment: environment))
        } catch {
            round.fail(error)
        }
    }
}

/// One execution of the queue, by one thread or several: gives out tasks and counts what becomes of them.
///
/// Unchecked Sendable: the store, which is not for two threads at once, is used with the lock held.
private final class DrainRound: @unchecked Sendable {
    private struct State {
        var counts = DrainReport()
        /// What ends the round at once, such as a store that cannot be written.
        var failure: (any Error)?
        var running = 0
    }

    private let store: DriveStore
    private let now: UInt64?
    private let state = Mutex(State())
    private static let pauseMicroseconds: UInt32 = 20_000

    /// - Parameter now: tasks with a later next try are passed over; nil to try them all.
    init(folder: String, now: UInt64?) throws {
        store = try DriveStore(folder: folder)
        try store.beginRound()
        self.now = now
    }

    /// Executes tasks until none is left.
    func run(_ context: TaskContext) {
        do {
            while !context.environment.isEnding(), let task = try next() {
                let error = try TaskRun(context).attempt(task)
                guard try finish(task, error) else { return }
            }
        } catch {
            fail(error)
        }
    }

    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    /// The next task, as soon as there is one; nil when the round is over.
    private func next() throws -> DriveTask? {
        while true {
            let (task, isOver) = try state.withLock { state -> (DriveTask?, Bool) in
                guard state.failure == nil, state.counts.stop == nil else { return (nil, true) }
                guard let task = try store.nextTask(now: now) else { return (nil, state.running == 0) }
                try store.markTried(task.id)
                state.running += 1
                return (task, false)
            }
            if task != nil || isOver { return task }
            // What is running may make room for what needs it.
            usleep(Self.pauseMicroseconds)
        }
    }

    /// - Returns: whether this thread goes on.
    private func finish(_ task: DriveTask, _ error: DriveError?) throws -> Bool {
        try state.withLock { state in
            state.running -= 1
            guard let error else {
                state.counts.done += 1
                return true
            }
            if error.reason == .busy, state.running > 0 {
                // The server has no place for this thread; another one takes the task.
                try store.unmarkTried(task.id)
                return false
            }
            if !error.reason.isPassing { state.counts.failed += 1 }
            guard error.reason.isOfServer, state.counts.stop == nil else { return true }
            try store.explainWaiting(error)
            state.counts.stop = error
            return false
        }
    }

    /// - Throws: what has ended the round.
    func report() throws -> DrainReport {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.counts.waiting = try store.count(.waiting)
            return state.counts
        }
    }
}
