// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Synchronization

/// Calls whoever listens to the hub away from it: to begin anew, or to stop for good.
final class EventBell: Sendable {
    private struct State {
        var isRung = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Whether nobody listens any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether listening goes on.
    var isSilent: Bool { state.withLock { !$0.isRung && !$0.isOver } }

    /// What is open is closed, no pause is waited for, and the next attempt begins.
    func ring() {
        state.withLock { $0.isRung = true }
        semaphore.signal()
    }

    func end() {
        state.withLock { $0.isOver = true }
        semaphore.signal()
    }

    /// An attempt begins, which answers what was rung before.
    func answer() {
        while semaphore.wait(timeout: .now()) == .success {}
        state.withLock { $0.isRung = false }
    }

    /// Waits on this thread for so long, or until it rings.
    func wait(milliseconds: Int) {
        guard isSilent else { return }
        _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
    }
}
