// SPDX-License-Identifier: MIT
internal import Synchronization

/// One request waiting for its answer: the first answer counts, and forgetting to answer is answered for.
final class PendingReply: Sendable {
    private let loop: ServerLoop
    private let request: RequestReference
    private let isAnswered = Atomic(false)

    init(loop: ServerLoop, request: RequestReference) {
        self.loop = loop
        self.request = request
    }

    func answer(_ response: Response) {
        guard !isAnswered.exchange(true, ordering: .relaxed) else { return }
        loop.post(response, to: request)
    }

    deinit {
        guard !isAnswered.load(ordering: .relaxed) else { return }
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
