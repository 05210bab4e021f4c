// SPDX-License-Identifier: MIT
import HubAPI

/// One thread for reads that take longer than a network thread may, such as adding up a long history.
///
/// What may wait is bounded: beyond it the caller is told to come back.
final class LongReads: Sendable {
    private static let maximumWaiting = 256
    /// What can be answered at once leaves the other places to what cannot.
    private static let maximumWaitingOfQuick = 16
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
    ///
    /// - Parameter quick: what may be answered at once, on a network thread, when some wait already; without it they are told
    ///   to come back when too many wait.
    func answer<Input, Output>(
        _ call: Call<Input, Output>, _ read: @escaping @Sendable () throws -> Output,
        inRush quick: (() throws -> Output)? = nil
    ) {
        let work: @Sendable () -> Void = { call.finish(Result { try read() }) }
        guard thread != nil else { return work() }
        guard queue.push(work, share: quick == nil ? Self.maximumWaiting : Self.maximumWaitingOfQuick) else {
            if let quick { return call.finish(Result { try quick() }) }
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
