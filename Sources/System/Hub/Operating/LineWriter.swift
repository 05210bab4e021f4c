// SPDX-License-Identifier: MIT
import HubStorage
import Synchronization

/// Writes lines on a thread of its own, so that a slow log delays no request. Lines beyond the capacity are counted
/// and dropped.
package final class LineWriter<Line: Sendable>: Sendable {
    private static var capacity: Int { 65_536 }
    private static var linesAtOnce: Int { 1_000 }

    private let queue = BoundedQueue<Line>(capacity: capacity)
    private let lost = Atomic(0)
    private let thread: Mutex<WorkerThread?>

    /// - Parameter write: called with one or more lines, always on the same thread.
    /// - Throws: ``HubError`` if the system cannot start a thread.
    package init(_ write: @escaping @Sendable ([Line]) -> Void) throws {
        let queue = queue
        thread = Mutex(
            try WorkerThread {
                while let lines = queue.take(maximum: Self.linesAtOnce) { write(lines) }
            })
    }

    /// Queues a line; returns at once.
    package func write(_ line: Line) {
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
