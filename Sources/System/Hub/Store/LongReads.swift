// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage

/// One thread for reads that take too long for a network thread, such as summing a long history.
///
/// The queue is bounded: beyond it the caller is asked to retry later.
final class LongReads: Sendable {
    private static let maximumWaiting = 256
    /// The queue length from which quick reads are answered on the calling thread, so that slower ones keep their
    /// slots.
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

    /// Answers a call soon, or at once if there is no thread.
    ///
    /// - Parameter quick: a read that may run on a network thread if some calls already wait. Without it the call is
    ///   refused when the queue is full, and the caller is asked to retry.
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

    /// Finishes queued reads and ends.
    func close() {
        queue.close()
        thread?.join()
    }
}
