// SPDX-License-Identifier: MIT
internal import Synchronization

/// Runs a closing action once. A second caller waits until it is done.
final class StopOnce: Sendable {
    private let isDone = Mutex(false)

    func run(_ action: () -> Void) {
        isDone.withLock { isDone in
            guard !isDone else { return }
            action()
            isDone = true
        }
    }
}
