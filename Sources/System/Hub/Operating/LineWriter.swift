// SPDX-License-Identifier: MIT
import Synchronization

/// Writes lines on a thread of its own, so that a slow log holds up no request; what does not fit is counted.
package final class LineWriter: Sendable {
    private static let capacity = 65_536
    private static let linesAtOnce = 1_000

    private let queue = BoundedQueue<String>(capacity: capacity)
    private let lost = Atomic(0)
    private let thread: Mutex<WorkerThread?>

    /// - Parameter write: called with some whole lines; only from one thread.
    /// - Throws: ``HubError`` when the system has no thread left.
    package init(_ write: @escaping @Sendable (String) -> Void) throws {
        let queue = queue
        thread = Mutex(
            try WorkerThread {
                while let lines = queue.take(maximum: Self.linesAtOnce) { write(lines.joined(separator: "\n") + "\n") }
            })
    }

    /// Queues a line; returns at once.
    package func write(_ line: String) {
        if !queue.push(line) { lost.add(1, ordering: .relaxed) }
    }

    /// Lines that did not fit.
    package var lostLines: Int { lost.load(ordering: .relaxed) }

    /// Writes what is queued, and ends.
    package func close() {
        queue.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}
