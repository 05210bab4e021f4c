// SPDX-License-Identifier: MIT
internal import Synchronization

/// One request waiting for its answer: the first answer counts, and forgetting to answer is answered for.
final class PendingReply: Sendable {
    private let loop: ServerLoop
    private let request: RequestReference
    private enum State {
        static let waiting = 0
        /// Waiting, and not counted among those that the server has to answer.
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

    /// On the loop's thread, see ``LoopTurn/park(onGone:)``.
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

/// A request on its way between threads; only the loop that owns it looks inside.
enum RequestReference: @unchecked Sendable {
    // Unchecked: other threads carry the pointers and never use them.
    case parsed(OpaquePointer, on: ServerConnection)  // struct evhttp_request
    /// One that evhttp never heard of, and whether its client takes packed answers.
    case direct(on: ServerConnection, packs: Bool)
}
