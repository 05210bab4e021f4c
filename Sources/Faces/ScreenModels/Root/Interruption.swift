// SPDX-License-Identifier: MIT
internal import Dispatch
internal import HTTP
internal import HubAPI
internal import Synchronization

/// Lets the user's work cancel slow read-only requests: a sync with the hub, a refresh of coins.
///
/// The wallet does one operation at a time, so a payment by barcode would wait for a hub that takes half a minute to
/// answer. A cancelled sync loses its answers, as on a failed connection, and the next one continues, because every
/// request has its own id. Requests that move money immediately are never cancelled.
///
/// A background sync is cancelled by any work that needs the wallet; one that the user started only by more urgent
/// work.
final class Interruption: Sendable {
    private struct State {
        var isRunning = false
        /// Whether the running request is background work.
        var isIdle = false
        var wasCut = false
        /// The number of callers that need the wallet now.
        var wanting = 0
        /// The number of callers that cancel only background work.
        var wantingBeforeIdle = 0
        /// Signalled when a caller needs the wallet.
        var waiting: [DispatchSemaphore] = []

        /// Whether the running request must end.
        var mustEnd: Bool { wanting > 0 || (isIdle && wantingBeforeIdle > 0) }
    }

    private let state = Mutex(State())

    /// Runs a cancellable operation, and returns whether it was cancelled.
    ///
    /// - Parameter isIdle: background work, which any other work cancels.
    func whileRunning<R>(
        isIdle: Bool = false, _ body: () throws -> R
    ) -> (outcome: Result<R, any Error>, wasCut: Bool) {
        state.withLock { ($0.isRunning, $0.isIdle, $0.wasCut) = (true, isIdle, false) }
        let outcome = Result { try body() }
        let wasCut = state.withLock { state in
            defer { (state.isRunning, state.isIdle, state.wasCut) = (false, false, false) }
            return state.wasCut
        }
        return (outcome, wasCut)
    }

    /// Registers a caller that needs the wallet. If it waits longer than `timeout`, it cancels the running request.
    ///
    /// - Parameter beforeIdle: cancels only background work.
    func preempt(after timeout: Duration, beforeIdle: Bool = false) -> Preemption {
        let preemption = Preemption(self, beforeIdle)
        if timeout == .zero {
            preemption.begin()
        } else {
            let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { preemption.begin() }
        }
        return preemption
    }

    /// A caller's need for the wallet, until it has the wallet.
    final class Preemption: Sendable {
        private enum Phase { case waiting, preempting, ended }

        private let phase = Mutex(Phase.waiting)
        private let interruption: Interruption
        private let isBeforeIdle: Bool

        init(_ interruption: Interruption, _ isBeforeIdle: Bool) {
            self.interruption = interruption
            self.isBeforeIdle = isBeforeIdle
        }

        func begin() {
            phase.withLock { phase in
                guard phase == .waiting else { return }
                phase = .preempting
                interruption.count(1, isBeforeIdle)
            }
        }

        /// The caller has the wallet, or gave up.
        func end() {
            phase.withLock { phase in
                if phase == .preempting { interruption.count(-1, isBeforeIdle) }
                phase = .ended
            }
        }
    }

    private func count(_ change: Int, _ isBeforeIdle: Bool) {
        state.withLock { state in
            if isBeforeIdle { state.wantingBeforeIdle += change } else { state.wanting += change }
            guard state.mustEnd, state.isRunning else { return }
            for semaphore in state.waiting { semaphore.signal() }
            state.waiting = []
        }
    }

    /// Performs blocking work, on another thread if it can be cancelled.
    ///
    /// - Returns: whether it finished; a late answer of cancelled work is dropped.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard state.withLock({ $0.isRunning }) else {
            work()
            return true
        }
        let done = DispatchSemaphore(value: 0)
        let hasBegun = state.withLock { state in
            guard !state.mustEnd else {
                state.wasCut = true
                return false
            }
            state.waiting.append(done)
            return true
        }
        guard hasBegun else { return false }
        return finish(work, done)
    }

    private func finish(_ work: @escaping @Sendable () -> Void, _ done: DispatchSemaphore) -> Bool {
        let end = End()
        DispatchQueue.global().async {
            work()
            end.hasCome.store(true, ordering: .releasing)
            done.signal()
        }
        done.wait()
        state.withLock { $0.waiting.removeAll { $0 === done } }
        guard end.hasCome.load(ordering: .acquiring) else {
            state.withLock { $0.wasCut = true }
            return false
        }
        return true
    }

    private final class End: Sendable {
        let hasCome = Atomic(false)
    }

    /// A hub connection that ends immediately when cancelled; the hub's late answer is dropped.
    func pipe(_ inner: @escaping HubPipe) -> HubPipe {
        { request in
            let answer = Answer()
            guard self.run({ answer.fill(Result { try inner(request) }) }), let result = answer.result else {
                throw Self.cut
            }
            return try result.get()
        }
    }

    private static let cut = HTTPError(.timedOut, "The hub was slow, and something more urgent came first.")

    /// The hub's answer, once it has arrived.
    private final class Answer: Sendable {
        private let value = Mutex<Result<Response, any Error>?>(nil)

        var result: Result<Response, any Error>? { value.withLock { $0 } }
        func fill(_ result: Result<Response, any Error>) { value.withLock { $0 = result } }
    }
}
