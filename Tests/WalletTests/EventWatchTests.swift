// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Synchronization
import TestSupport
import Testing
import Wallet

/// Listening where something between wallet and hub does not let streams through.
struct EventWatchTests {
    /// What becomes of a stream.
    enum Passage: CaseIterable {
        /// Ended at once, as if all had been said.
        case ends
        case breaks
        case refused
        /// Kept in a buffer until whoever keeps it thinks that it has waited enough.
        case held
    }

    /// Stands before the hub, lets calls through and counts streams.
    private final class Gate: Sendable {
        private let count = Atomic(0)

        var streams: Int { count.load(ordering: .relaxed) }

        func handle(_ request: Request, _ respond: @escaping Responder, _ passage: Passage, _ hub: Hub) {
            guard request.path == Routes.events.path else { return hub.handle(request, respond) }
            count.add(1, ordering: .relaxed)
            let head: Headers = ["Content-Type": "text/event-stream"]
            switch passage {
            case .ends: respond(Response(status: 200, headers: head, body: []))
            case .breaks: respond(Response(status: 200, headers: head, body: Array("event: re".utf8)))
            case .refused: respond(Response(status: 502, headers: [:], body: []))
            case .held:
                Task.detached {
                    try await Task.sleep(for: .seconds(20))
                    respond(Response(status: 200, headers: head, body: Array("event: ready\ndata: {}\n\n".utf8)))
                }
            }
        }
    }

    @Test(arguments: Passage.allCases)
    func whereNoStreamPassesThreeOfThemAreTriedAndThenItPolls(passage: Passage) throws {
        let economy = try TestEconomy()
        let (hub, gate) = (economy.hub, Gate())
        let server = try Server(address: "127.0.0.1") { gate.handle($0, $1, passage, hub) }
        defer { server.stop() }
        let bob = try Person("bob", economy: economy)
        try bob.wallet.join(HubDescription(url: "http://127.0.0.1:\(server.port)", rootKey: hub.rootKey))
        try bob.wallet.register(username: "bob", password: "lantern river 4827")
        var told: [HubEvent] = []
        // No pauses.
        var watch = EventWatch(promptSeconds: 1, random: RandomSource { Array(repeating: 0, count: $0) })
        try watch.run { checking in
            guard gate.streams < 10 else { throw UnexpectedResult("Streams are tried for ever.") }
            return try bob.wallet.eventAccess(checking: checking)
        } listening: { _ in
            do { _ = try hub.topUp(.account("bob"), economy.amount(700)) } catch { Issue.record(error) }
        } told: { event in
            told.append(event)
            return false
        }
        #expect(gate.streams == 3)
        #expect(told.map(\.transaction?.amount) == [economy.amount(700)])
    }
}
