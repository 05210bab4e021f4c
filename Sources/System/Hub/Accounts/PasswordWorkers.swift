// SPDX-License-Identifier: MIT
import HubAPI

/// Two threads for the work that is meant to be slow, so that log-ins never hold up payments.
///
/// What may wait is bounded, because each check takes 19 MiB and tens of milliseconds: beyond it the caller is told to
/// come back. Two threads bound the memory.
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

    /// Runs the work soon, or now when there are no threads.
    ///
    /// - Throws: `HubProblem` with `.tooManyRequests` when too much waits already.
    func run(_ work: @escaping @Sendable () -> Void) throws {
        guard !threads.isEmpty else { return work() }
        guard queue.push(work) else {
            throw HubProblem(
                .tooManyRequests, "Many people are logging in right now. Try again in a few seconds.",
                details: ["retryAfter": "3"])
        }
    }

    /// Finishes what waits and ends.
    func close() {
        queue.close()
        for thread in threads { thread.join() }
    }
}
