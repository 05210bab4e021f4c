// SPDX-License-Identifier: MIT
internal import Glibc

/// A bounded queue of work for a thread.
///
/// Sendable: every access to the state is inside the monitor.
package final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Appends, unless the queue is full or closed.
    ///
    /// - Parameter share: the queue length from which this call is refused, if less than the capacity.
    package func push(_ element: Element, share: Int = .max) -> Bool {
        monitor.synchronized {
            guard !isClosed, elements.count < min(capacity, share) else { return false }
            elements.append(element)
            // A thread that has found work goes on taking it, so only the first element needs to wake one.
            if elements.count == 1 { monitor.signal() }
            return true
        }
    }

    /// Takes at most `maximum` elements, waiting for the first. Returns nil once the queue is closed and empty.
    ///
    /// - Parameter gathering: the number of elements for which other threads are first let run, as long as each of
    ///   their turns brings more. This involves no timer: if no other thread is ready to run, or none adds an element,
    ///   the call returns at once.
    package func take(maximum: Int, gathering: Int = 0) -> [Element]? {
        gather(min(gathering, maximum))
        return monitor.synchronized {
            while elements.isEmpty {
                guard !isClosed else { return nil }
                monitor.wait()
            }
            var taken: [Element] = []
            if elements.count <= maximum {
                swap(&taken, &elements)
            } else {
                taken = Array(elements.prefix(maximum))
                elements.removeFirst(maximum)
            }
            // Other threads may wait for the rest.
            if !elements.isEmpty { monitor.signal() }
            return taken
        }
    }

    private func gather(_ wanted: Int) {
        guard wanted > 1 else { return }
        var seen = monitor.synchronized {
            while elements.isEmpty && !isClosed { monitor.wait() }
            return isClosed ? wanted : elements.count
        }
        for _ in 0..<Self.turns where seen < wanted {
            sched_yield()
            let count = monitor.synchronized { elements.count }
            guard count > seen else { return }
            seen = count
        }
    }

    /// More than it takes to gather the wanted number.
    private static var turns: Int { 16 }

    /// Refuses further work. Queued work is still taken.
    package func close() {
        monitor.synchronized {
            isClosed = true
            monitor.signal()
        }
    }
}
