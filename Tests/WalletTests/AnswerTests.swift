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

/// M3: what a wallet makes of answers that no hub has written, or that it cannot read, after the hub did what it was asked.
struct AnswerTests {
    /// Calls of the hub that ``AnswerTable`` cannot make in process, with the test that makes them.
    private static let elsewhere: Set<String> = [
        "GET /v1/events", "GET /v1/events/poll",  // whoeverListensGoesOnListening
        "POST /v1/auth/logout",  // aLogOutIsOneWhateverIsAnswered
        "POST /v1/devices/listeners", "POST /v1/auth/listen",  // ListenerTests: a wallet in a folder
    ]

    @Test func everyRouteThatAWalletMayCallHasARow() throws {
        // No wallet calls the routes of files; a client of the files does.
        let routes = try TestEconomy().hub.routes.filter {
            $0.access != .operator && !$0.path.hasPrefix("/v1/files/")
                && ![
                    Routes.newAppPassword.path, Routes.joinTunnel.path, Routes.claimPairing.path,
                    Routes.collectPairing.path,
                ].contains($0.path)
        }
        let known = Set(AnswerRow.all.map(\.route)).union(Self.elsewhere)
        #expect(Set(routes.map { "\($0.method.rawValue) \($0.path)" }) == known)
        #expect(AnswerRow.all.count + Self.elsewhere.count == known.count)
    }

    @Test(arguments: AnswerRow.all)
    func aWrongAnswerIsNoRefusalAndNothingIsLostOrDoneTwice(row: AnswerRow) throws {
        let scene = try AnswerScene(seed: 1)
        let other = try Self.anotherHubsWords(row)
        let wrongs = WrongAnswer.allCases.filter { !row.right.contains($0) }
        for (index, wrong) in wrongs.enumerated() {
            scene.round = index + 1
            try row.before(scene)
            let counter = Counter()
            scene.economy.network.proxy = { request, answer in
                guard Self.isCall(request, of: row.route) else { return answer }
                counter.hits.add(1, ordering: .relaxed)
                return wrong.answer(insteadOf: answer, other: other)
            }
            let failure = Self.failure { try row.call(scene) }
            scene.economy.network.proxy = nil
            #expect(counter.hits.load(ordering: .relaxed) > 0, "\(wrong): the call was not made")
            Self.judge(failure, wrong, row)
            if row.isOnce, index < wrongs.count - 1 { continue }
            switch row.kind {
            case .order, .synced: try (row.route.hasSuffix("status") ? scene.bob : scene.alice).sync()
            case .question, .repeated: if failure != nil { try (row.again ?? row.call)(scene) }
            }
            #expect(try row.holds(scene, scene.round), "\(wrong)")
        }
        #expect(try scene.economy.hub.audit().isSound)
    }

    private final class Counter: Sendable { let hits = Atomic(0) }

    private static func judge(_ failure: (any Error)?, _ wrong: WrongAnswer, _ row: AnswerRow) {
        guard let failure else {
            let isTold = !row.mayBeOld && (wrong != .anotherHub || row.isIdentified)
            #expect(!isTold, "\(wrong) was taken for the hub's answer")
            return
        }
        guard let error = failure as? WalletError else {
            Issue.record("\(wrong): \(failure)")
            return
        }
        // Announcements of another hub are worse than no answer, and their own refusal.
        if wrong == .anotherHub, error.code == .otherHub || error.code == .hubRefused || error.code == .rewrittenLedger
        {
            return
        }
        #expect(!(error.cause is HubProblem), "\(wrong): taken for a refusal: \(error.message)")
        if wrong == .anotherHub, row.kind != .order { return }
        #expect(wrong == .anotherHub || [.hubUnreachable, .noAnswer].contains(error.code), "\(wrong): \(error)")
        if row.kind == .order, row.isNamed { #expect(error.keptOrder != nil, "\(wrong): \(error)") }
    }

    /// What another hub answers to the same call of another wallet.
    private static func anotherHubsWords(_ row: AnswerRow) throws -> [UInt8] {
        let scene = try AnswerScene(seed: 2)
        scene.round = 1
        try row.before(scene)
        let words = Words()
        scene.economy.network.proxy = { request, answer in
            if isCall(request, of: row.route) { words.body.withLock { $0 = answer.body } }
            return answer
        }
        try row.call(scene)
        return words.body.withLock { $0 }
    }

    private final class Words: Sendable { let body = Mutex<[UInt8]>([]) }

    private static func isCall(_ request: Request, of route: String) -> Bool {
        let declared = route.split(separator: " ")
        let (wanted, found) = (declared[1].split(separator: "/"), request.path.split(separator: "/"))
        return declared[0] == request.method.rawValue && wanted.count == found.count
            && zip(wanted, found).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
            // A value stands there, and no word of another route.
            && !(route.hasSuffix("transactions/{id}") && found.last == "summary")
    }

    private static func failure(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func aLogOutIsOneWhateverIsAnswered() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice")
        for wrong in WrongAnswer.allCases {
            economy.network.proxy = { request, answer in
                request.path == Routes.logout.path ? wrong.answer(insteadOf: answer, other: answer.body) : answer
            }
            try alice.wallet.logout()
            #expect(try !alice.wallet.isLoggedIn)
            try alice.wallet.login(username: "alice", password: AnswerScene.password)
        }
        #expect(try alice.wallet.devices().count == 1)
    }

    /// Asking for events is repeated for as long as the wallet is there, so no answer may end it.
    @Test func whoeverListensGoesOnListening() throws {
        let economy = try TestEconomy()
        let hub = economy.hub
        let wrongs = WrongAnswer.allCases
        let seen = Counter()
        let server = try Server(address: "127.0.0.1") { request, respond in
            guard request.path.hasPrefix("/v1/events") else { return hub.handle(request, respond) }
            let number = seen.hits.add(1, ordering: .relaxed).oldValue
            // Streams and polls get each of them.
            guard number < 2 * wrongs.count, request.path == Routes.events.path || number >= 3 else {
                return hub.handle(request, respond)
            }
            let page = Response(
                status: 200, headers: ["Content-Type": "application/json"], body: Array(#"{"items":[]}"#.utf8))
            respond(wrongs[number % wrongs.count].answer(insteadOf: page, other: Array(#"{"next":7}"#.utf8)))
        }
        defer { server.stop() }
        let bob = try Person("bob", economy: economy)
        try bob.wallet.join(HubDescription(url: "http://127.0.0.1:\(server.port)", rootKey: hub.rootKey))
        try bob.wallet.register(username: "bob", password: AnswerScene.password)
        var told: [HubEvent] = []
        // No pauses.
        var watch = EventWatch(promptSeconds: 1, random: RandomSource { Array(repeating: 0, count: $0) })
        try watch.run { checking in
            guard seen.hits.load(ordering: .relaxed) < 5 * wrongs.count else {
                throw UnexpectedResult("It asks for ever.")
            }
            return try bob.wallet.eventAccess(checking: checking)
        } listening: { _ in
            do { _ = try hub.topUp(.account("bob"), economy.amount(700)) } catch { Issue.record(error) }
        } told: { event in
            told.append(event)
            return false
        }
        #expect(seen.hits.load(ordering: .relaxed) > 2 * wrongs.count)
        #expect(told.map(\.transaction?.amount) == [economy.amount(700)])
    }

    @Test func aTakenNameIsNotTriedWithAPasswordUnlessItsRegistrationWasLost() throws {
        let economy = try TestEconomy()
        _ = try economy.person("alice")
        let mallory = try Person("mallory", economy: economy)
        try mallory.wallet.join(economy.description)
        for _ in 0..<2 {
            refuses(.hubRefused) {
                try mallory.wallet.register(username: "alice", password: AnswerScene.password)
            }
        }
        #expect(try !mallory.wallet.isLoggedIn)
        // The hub was not reached, so nothing was registered.
        economy.network.isDown = true
        refuses(.hubUnreachable) { try mallory.wallet.register(username: "alice", password: AnswerScene.password) }
        economy.network.isDown = false
        refuses(.hubRefused) { try mallory.wallet.register(username: "alice", password: AnswerScene.password) }
        #expect(try !mallory.wallet.isLoggedIn)
    }

    /// An order that the hub has refused meanwhile is over, and the history says why.
    @Test func aKeptOrderThatTheHubRefusesAtTheNextSyncIsOverAndTold() throws {
        let scene = try AnswerScene(seed: 1)
        scene.economy.network.proxy = { request, answer in
            request.path == Routes.newRequest.path ? Response(status: 200) : answer
        }
        let failure = #expect(throws: WalletError.self) { try scene.wallet.ask("nobody-here", for: scene.cents(100)) }
        let name = try #require(failure?.keptOrder)
        scene.economy.network.proxy = nil
        let report = try scene.wallet.sync()
        guard case .orders(let orders) = report.failure else { throw UnexpectedResult("\(report.outcomes)") }
        #expect(orders.map(\.name) == [name] && report.failure?.problem?.code == .unknownRecipient)
        let event = try #require(try scene.wallet.activity().first?.event)
        #expect(event.name == .refused && event.values.first?.value == .text("UNKNOWN_RECIPIENT"))
        try scene.alice.sync()
    }

    /// One order that no answer can be read of keeps no other from being done, nor anything that comes after it.
    @Test func anOrderWithoutAnAnswerHoldsNothingElseUp() throws {
        let scene = try AnswerScene(seed: 1)
        let isFirst = Counter()
        scene.economy.network.proxy = { request, answer in
            guard request.path == Routes.send.path, isFirst.hits.add(1, ordering: .relaxed).oldValue == 0 else {
                return answer
            }
            return WrongAnswer.half.answer(insteadOf: answer, other: [])
        }
        try scene.wallet.send(to: "bob", scene.cents(100))
        try scene.wallet.send(to: "bob", scene.cents(200))
        let report = try scene.wallet.sync()
        #expect(report.failure?.code == .noAnswer && report.outcome(of: .balance) == .idle)
        #expect(try scene.wallet.activity(named: "s1")?.status == .open)
        #expect(try scene.wallet.activity(named: "s2")?.status == .done)
        try scene.alice.sync()
        #expect(try scene.wallet.activity(named: "s1")?.status == .done)
        #expect(try scene.spent == 300)
    }
}
