// SPDX-License-Identifier: MIT
internal import Dispatch

/// Runs the jobs of one actor on a queue of its own, so that what blocks there holds up nobody else.
final class SerialThread: SerialExecutor {
    private let queue: DispatchQueue

    init(_ name: String) { queue = DispatchQueue(label: name) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
