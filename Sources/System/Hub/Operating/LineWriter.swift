// SPDX-License-Identifier: MIT
import HubStorage
import Synchronization

/// Writes lines on a thread of its own, so that a slow log delays no request. Lines beyond the capacity are counted
/// and dropped.
package final class LineWriter: Sendable {
    private static let capacity = 65_536
    private static let linesAtOnce = 1_000

    private let queue = BoundedQueue<String>(capacity: capacity)
    private let lost = Atomic(0)
    private let thread: Mutex<WorkerThread?>

    /// - Parameter write: called with one or more whole lines, always on the same thread.
    /// - Throws: ``HubError`` if the system cannot start a thread.
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

    /// The number of dropped lines.
    package var lostLines: Int { lost.load(ordering: .relaxed) }

    /// Writes the queued lines and ends the thread.
    package func close() {
        queue.close()
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}
