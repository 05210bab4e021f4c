// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage

/// Two threads for password checks, which are slow on purpose, so that log-ins do not delay payments.
///
/// Each check takes 19 MiB and tens of milliseconds; two threads bound the memory. The queue is bounded: when it is
/// full, the caller is asked to retry later.
final class PasswordWorkers: Sendable {
    private let queue: BoundedQueue<@Sendable () -> Void>
    private let threads: [WorkerThread]

    init(configuration: HubConfiguration) throws {
        let queue = BoundedQueue<@Sendable () -> Void>(capacity: configuration.maximumPasswordQueue)
        self.queue = queue
        let count = configuration.execution == .threads ? 2 : 0
        threads = try (0..<count).map { _ in
            try WorkerThread {
                while let work = queue.take(maximum: 1) { work.forEach { $0() } }
            }
        }
    }

    /// Queues the work, or runs it at once if there are no threads.
    ///
    /// - Throws: `HubProblem` with `.tooManyRequests` when the queue is full.
    func run(_ work: @escaping @Sendable () -> Void) throws {
        guard !threads.isEmpty else { return work() }
        guard queue.push(work) else {
            throw HubProblem(
                .tooManyRequests, "Many people are logging in right now. Try again in a few seconds.",
                details: ["retryAfter": "3"])
        }
    }

    /// Finishes the queued work and ends the threads.
    func close() {
        queue.close()
        for thread in threads { thread.join() }
    }
}
