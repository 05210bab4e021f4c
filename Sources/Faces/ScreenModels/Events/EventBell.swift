// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Synchronization

/// Interrupts an event listener, to reconnect or to stop for good.
final class EventBell: Sendable {
    private struct State {
        var isRung = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Whether listening has ended for good.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether listening continues undisturbed.
    var isSilent: Bool { state.withLock { !$0.isRung && !$0.isOver } }

    /// Closes the open connection and ends any pause, so that the next attempt begins.
    func ring() {
        state.withLock { $0.isRung = true }
        semaphore.signal()
    }

    func end() {
        state.withLock { $0.isOver = true }
        semaphore.signal()
    }

    /// Marks the start of an attempt, which satisfies earlier requests to reconnect.
    func answer() {
        while semaphore.wait(timeout: .now()) == .success {}
        state.withLock { $0.isRung = false }
    }

    /// Blocks this thread for the given time, or until an interruption.
    func wait(milliseconds: Int) {
        guard isSilent else { return }
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
    }
}
