// SPDX-License-Identifier: MIT
internal import Dispatch
internal import HTTP
internal import HubAPI
internal import Synchronization

/// Lets a person's wish cut short what only asks somebody slow: a sync with the hub, news of a chain.
///
/// The wallet does one thing at a time, so a payment by code would wait for a hub that takes half a minute to answer. A sync
/// that is interrupted loses its answers, as on any bad line, and the next one goes on: every request has its own id. What
/// moves money at once is never cut short.
///
/// A sync that nobody asked for, because its time had come, gives way to anybody who wants the wallet; one that a person asked
/// for only to what is more urgent.
final class Interruption: Sendable {
    private struct State {
        var isRunning = false
        /// Whether nobody asked for what runs.
        var isIdle = false
        var wasCut = false
        /// How many want the wallet now.
        var wanting = 0
        /// How many want it before what runs for nobody.
        var wantingBeforeIdle = 0
        /// Woken when somebody wants the wallet.
        var waiting: [DispatchSemaphore] = []

        /// Whether what runs must go.
        var isPressed: Bool { wanting > 0 || (isIdle && wantingBeforeIdle > 0) }
    }

    private let state = Mutex(State())

    /// Runs what may be cut short, and tells whether it was.
    ///
    /// - Parameter isIdle: nobody asked for it, so it gives way to anybody.
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

    /// Somebody wants the wallet; whoever waits longer than this for it cuts short what may be.
    ///
    /// - Parameter beforeIdle: it wants only what runs for nobody to go.
    func wish(after patience: Duration, beforeIdle: Bool = false) -> Wish {
        let wish = Wish(self, beforeIdle)
        if patience == .zero {
            wish.press()
        } else {
            let seconds = Double(patience.components.seconds) + Double(patience.components.attoseconds) / 1e18
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { wish.press() }
        }
        return wish
    }

    /// Somebody's wish, until it is granted.
    final class Wish: Sendable {
        private enum Phase { case patient, pressing, granted }

        private let phase = Mutex(Phase.patient)
        private let interruption: Interruption
        private let isBeforeIdle: Bool

        init(_ interruption: Interruption, _ isBeforeIdle: Bool) {
            self.interruption = interruption
            self.isBeforeIdle = isBeforeIdle
        }

        func press() {
            phase.withLock { phase in
                guard phase == .patient else { return }
                phase = .pressing
                interruption.count(1, isBeforeIdle)
            }
        }

        /// The wallet is theirs, or they gave up.
        func grant() {
            phase.withLock { phase in
                if phase == .pressing { interruption.count(-1, isBeforeIdle) }
                phase = .granted
            }
        }
    }

    private func count(_ change: Int, _ isBeforeIdle: Bool) {
        state.withLock { state in
            if isBeforeIdle { state.wantingBeforeIdle += change } else { state.wanting += change }
            guard state.isPressed, state.isRunning else { return }
            for semaphore in state.waiting { semaphore.signal() }
            state.waiting = []
        }
    }

    /// Does work that waits for somebody slow, on another thread if it can be cut short.
    ///
    /// - Returns: whether it is done; a late answer of what was cut short is nobody's any more.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard state.withLock({ $0.isRunning }) else {
            work()
            return true
        }
        let done = DispatchSemaphore(value: 0)
        let hasBegun = state.withLock { state in
            guard !state.isPressed else {
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

    /// The way to the hub, which ends at once when it is cut short; the hub's late answer is dropped.
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

    /// The hub's answer, once it is there.
    private final class Answer: Sendable {
        private let value = Mutex<Result<Response, any Error>?>(nil)

        var result: Result<Response, any Error>? { value.withLock { $0 } }
        func fill(_ result: Result<Response, any Error>) { value.withLock { $0 = result } }
    }
}
