// SPDX-License-Identifier: MIT
internal import Glibc

/// Work that waits for a thread, at most so much of it.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {  // every access to the state is inside the monitor
    private let monitor = Monitor()
    private let capacity: Int
    private var elements: [Element] = []
    private var isClosed = false

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Appends, unless the queue is full or closed.
    ///
    /// - Parameter share: how many may wait already, where that is less than the queue holds.
    func push(_ element: Element, share: Int = .max) -> Bool {
        monitor.synchronized {
            guard !isClosed, elements.count < min(capacity, share) else { return false }
            elements.append(element)
            // A thread that finds work goes on taking it, so only the first element must wake one.
            if elements.count == 1 { monitor.signal() }
            return true
        }
    }

    /// Takes what is there, at most `maximum`, waiting for the first; nil once the queue is closed and empty.
    ///
    /// - Parameter gathering: for how many others are let run first, for as long as each turn of theirs brings more. Nobody
    ///   waits for a time: where no other thread wants the processor, or none has anything to bring, it takes at once.
    func take(maximum: Int, gathering: Int = 0) -> [Element]? {
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
            // Others may wait for what is left.
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

    /// More than it takes until as many as are wanted are there.
    private static var turns: Int { 16 }

    /// Refuses further work; what is there is still taken.
    func close() {
        monitor.synchronized {
            isClosed = true
            monitor.signal()
        }
    }
}
