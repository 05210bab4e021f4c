// SPDX-License-Identifier: MIT
internal import Dispatch
internal import HTTP
internal import HubAPI
internal import Synchronization

/// Lets a person's wish cut a sync short that waits for a slow hub.
///
/// The wallet does one thing at a time, so a payment by code would wait for a hub that takes half a minute to answer. A sync
/// that is interrupted loses its answers, as on any bad line, and the next one goes on: every request has its own id.
final class Interruption: Sendable {
    private struct State {
        var isSyncing = false
        var isWanted = false
        /// Woken when somebody wants the wallet.
        var waiting: [DispatchSemaphore] = []
    }

    private let state = Mutex(State())

    /// Runs a sync that may be cut short.
    func whileSyncing<R>(_ body: () throws -> R) rethrows -> R {
        state.withLock { $0 = State(isSyncing: true) }
        defer { state.withLock { $0 = State() } }
        return try body()
    }

    /// Somebody wants the wallet now.
    func request() {
        state.withLock { state in
            guard state.isSyncing else { return }
            state.isWanted = true
            for semaphore in state.waiting { semaphore.signal() }
            state.waiting = []
        }
    }

    /// The way to the hub, which ends at once when a sync is cut short; the hub's late answer is dropped.
    func pipe(_ inner: @escaping HubPipe) -> HubPipe {
        { request in
            let (isSyncing, isWanted) = self.state.withLock { ($0.isSyncing, $0.isWanted) }
            guard isSyncing else { return try inner(request) }
            guard !isWanted else { throw Self.cut }
            let done = DispatchSemaphore(value: 0)
            let answer = Answer()
            let hasBegun = self.state.withLock { state in
                guard !state.isWanted else { return false }
                state.waiting.append(done)
                return true
            }
            guard hasBegun else { throw Self.cut }
            DispatchQueue.global().async {
                answer.fill(Result { try inner(request) })
                done.signal()
            }
            done.wait()
            self.state.withLock { $0.waiting.removeAll { $0 === done } }
            guard let result = answer.result else { throw Self.cut }
            return try result.get()
        }
    }

    private static let cut = HTTPError(.timedOut, "The sync was cut short for something more urgent.")

    /// The hub's answer, once it is there.
    private final class Answer: Sendable {
        private let value = Mutex<Result<Response, any Error>?>(nil)

        var result: Result<Response, any Error>? { value.withLock { $0 } }
        func fill(_ result: Result<Response, any Error>) { value.withLock { $0 = result } }
    }
}
