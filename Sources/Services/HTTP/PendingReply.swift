// SPDX-License-Identifier: MIT
internal import Synchronization

/// A request that waits for its answer. Only the first answer counts. If the handler drops it, the request is answered
/// with 500.
final class PendingReply: Sendable {
    private let loop: ServerLoop
    private let request: RequestReference
    private enum State {
        static let waiting = 0
        /// Waiting, but not counted as work of the server.
        static let parked = 1
        static let answered = 2
    }

    private let state = Atomic(State.waiting)

    init(loop: ServerLoop, request: RequestReference) {
        self.loop = loop
        self.request = request
    }

    func answer(_ response: Response) {
        let before = state.exchange(State.answered, ordering: .relaxed)
        guard before != State.answered else { return }
        if before == State.parked { loop.queued.comeBack() }
        loop.post(response, to: request)
    }

    /// Must be called on the loop's thread, see ``LoopTurn/park(onGone:)``.
    func park(onGone: @escaping @Sendable () -> Void) {
        guard case .parsed(_, let connection) = request,
            state.compareExchange(expected: State.waiting, desired: State.parked, ordering: .relaxed).exchanged
        else { return }
        loop.queued.leave()
        connection.park(onGone)
    }

    deinit {
        guard state.load(ordering: .relaxed) != State.answered else { return }
        answer(.refusal(500, "INTERNAL", "The server did not answer."))
    }
}

/// A reference to a request that other threads carry. Only the loop that owns it dereferences it.
enum RequestReference: @unchecked Sendable {
    // Unchecked: other threads carry the pointers and never use them.
    case parsed(OpaquePointer, on: ServerConnection)  // struct evhttp_request
    /// A request that bypasses evhttp, and whether its client accepts compressed answers.
    case direct(on: ServerConnection, packs: Bool)
}
