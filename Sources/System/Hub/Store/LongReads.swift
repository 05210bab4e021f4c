// SPDX-License-Identifier: MIT
import HubAPI

/// One thread for reads that take longer than a network thread may, such as adding up a long history.
///
/// What may wait is bounded: beyond it the caller is told to come back.
final class LongReads: Sendable {
    private static let maximumWaiting = 256
    private let queue = BoundedQueue<@Sendable () -> Void>(capacity: maximumWaiting)
    private let thread: WorkerThread?

    init(configuration: HubConfiguration) throws {
        let queue = queue
        thread =
            configuration.execution == .threads
            ? try WorkerThread {
                while let work = queue.take(maximum: 1) { work.forEach { $0() } }
            } : nil
    }

    /// Answers a call soon, or now when there is no thread.
    func answer<Input, Output>(_ call: Call<Input, Output>, _ read: @escaping @Sendable () throws -> Output) {
        let work: @Sendable () -> Void = { call.finish(Result { try read() }) }
        guard thread != nil else { return work() }
        guard queue.push(work) else {
            let busy = "The hub is searching for many others right now. Try again in a moment."
            return call.refuse(HubProblem(.busy, busy, details: ["retryAfter": "1"]))
        }
    }

    /// Finishes what waits and ends.
    func close() {
        queue.close()
        thread?.join()
    }
}
