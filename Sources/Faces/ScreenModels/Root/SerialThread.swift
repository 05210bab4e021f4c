// SPDX-License-Identifier: MIT
internal import Dispatch

/// Runs the jobs of one actor on its own queue, so that blocking calls there delay no other actor.
final class SerialThread: SerialExecutor {
    private let queue: DispatchQueue

    init(_ name: String) { queue = DispatchQueue(label: name) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
