// SPDX-License-Identifier: MIT
import Bytes
import HTTP
import Hub
import HubAPI
import Money
import ScreenModels
import TestSupport
import Testing
import Tokens
import Wallet

/// Waits for what another thread does.
@MainActor
private func until(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<6_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw UnexpectedResult("It did not come.")
}

/// A desktop that writes down what it is told.
@MainActor
private final class Blackboard {
    var isWatched = false
    private(set) var notices: [Notice] = []
    private(set) var withdrawn: Set<Notice.Subject> = []

    init(_ phone: Phone) {
        phone.app.desktop = Desktop(
            isWatched: { self.isWatched }, show: { self.notices.append($0) },
            withdraw: { self.withdrawn.insert($0) })
    }
}

/// The clock stands still in all of these, so that no sync's time ever comes: what is seen was told.
@MainActor
struct EventsTests {
    /// A phone that listens.
    private func listener(_ name: String, _ network: TestNetwork) async throws -> (
        phone: Phone, listening: Task<Void, Never>
    ) {
        let phone = try await network.phone(name, funds: 5_000)
        return (phone, try await listen(phone.session, network))
    }

    private func listen(_ session: WalletSession, _ network: TestNetwork) async throws -> Task<Void, Never> {
        let begun = network.begunStreams
        let listening = Task { await session.followEvents() }
        try await until { network.begunStreams > begun && (network.counter?.load.streams ?? 0) > 0 }
        return listening
    }

    @Test func moneyShowsAsItComes() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        let bob = try await network.phone("bob", funds: 5_000)
        let changes = alice.session.news
        let send = SendModel(bob.session)
        send.recipient = "alice"
        send.amount.text = "7.00"
        send.review()
        await send.send()
        try await until { alice.atHub == 5_700 }
        #expect(alice.session.news > changes)
        // A second one, while the first one's look at the hub is not long ago.
        _ = try network.hub.topUp(.account("alice"), network.amount(50))
        try await until { alice.atHub == 5_750 }
        listening.cancel()
        await listening.value
        try await until { network.counter?.load.streams == 0 }
    }

    @Test func whatIsAskedForMakesListsLookAgain() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        let desktop = Blackboard(alice)
        let bob = try await network.phone("bob")
        let (changes, amount) = (alice.session.news, network.amount(300))
        _ = try await bob.session.walletService.use { try $0.ask("alice", for: amount) }
        try await until { alice.session.news > changes }
        #expect(desktop.notices.map(\.title) == ["Someone requested money from you."])
        listening.cancel()
        await listening.value
    }

    @Test func theDesktopIsToldWhileNobodyLooksAndOfAmountsOnlyByChoice() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        let desktop = Blackboard(alice)
        var balance: Int64 = 5_000
        func topUp(_ cents: Int64) async throws {
            _ = try network.hub.topUp(.account("alice"), network.amount(cents))
            balance += cents
            try await until { alice.atHub == balance }
        }
        try await topUp(1_234)
        #expect(desktop.notices == [Notice(subject: .money, title: "You have received money.", body: nil)])
        try await topUp(100)
        #expect(desktop.notices.last?.title == "You have received 2 payments.")
        #expect(desktop.notices.allSatisfy { $0.body == nil })
        #expect(desktop.withdrawn.isEmpty)

        alice.app.noteLook()
        #expect(desktop.withdrawn == [.money])
        alice.app.preferences.notices = .withAmounts
        try await topUp(250)
        #expect(desktop.notices.last?.title == "You have received money.")
        #expect(desktop.notices.last?.body == "2.50\u{A0}EUR")
        #expect(desktop.notices.count == 3)

        desktop.isWatched = true
        try await topUp(1)
        (desktop.isWatched, alice.app.preferences.notices) = (false, .off)
        try await topUp(1)
        #expect(desktop.notices.count == 3)
        listening.cancel()
        await listening.value
    }

    @Test func nothingIsHeardWhileTheWalletIsLocked() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        let desktop = Blackboard(alice)
        await alice.app.lock()
        // Another program has the wallet at once, however long the connection takes to close.
        let dependencies = network.dependencies("alice")
        _ = try Wallet.open(dependencies.environment(), .passphrase(SecretBytes(Array(TestNetwork.passphrase.utf8))))
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        try await until { network.counter?.load.streams == 0 }
        await listening.value
        #expect(desktop.notices.isEmpty && alice.atHub == 5_000)
        // Nobody listens for who is not there.
        await alice.session.followEvents()
        #expect(network.begunStreams == 1)
    }

    @Test func aHubThatWasAwayIsHeardOfByItself() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let alice = try await network.phone("alice", funds: 5_000)
        network.counter?.stop()
        network.line.isDown = true
        let listening = Task { await alice.session.followEvents() }
        await alice.session.sync()
        #expect(alice.session.line == .unreachable)
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        network.line.isDown = false
        try network.openCounter()
        try await until { alice.atHub == 5_700 }
        #expect(alice.session.line != .unreachable && alice.session.syncRefusal == nil)
        // What comes from then on is told, by whichever way.
        _ = try network.hub.topUp(.account("alice"), network.amount(50))
        try await until { alice.atHub == 5_750 }
        alice.session.stopFollowing()
        await listening.value
    }

    @Test func anotherNetworkBeginsAnotherStreamThatMissesNothing() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        #expect(network.begunStreams == 1)
        alice.session.networkChanged()
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        try await until { network.begunStreams > 1 && alice.atHub == 5_700 }
        listening.cancel()
        await listening.value
    }

    @Test func aLookBecauseOfAnEventGivesWayAndIsMadeUpFor() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        network.line.hold()
        _ = try network.hub.topUp(.account("alice"), network.amount(700))
        await network.line.waitUntilHeld()
        // The hub answers nobody: what a person wants is done all the same.
        #expect(try await alice.session.walletService.use { try $0.balances().account?.balance.minorUnits } == 5_000)
        network.line.release()
        // No time has passed, and it is time all the same.
        try await until {
            await alice.app.syncIfDue()
            return alice.atHub == 5_700
        }
        listening.cancel()
        await listening.value
    }

    @Test func aSessionThatTheHubHasEndedIsSeenOnTheScreen() async throws {
        let network = try TestNetwork(isServed: true)
        defer { network.close() }
        let (alice, listening) = try await listener("alice", network)
        // From another device of hers.
        let caller = HubCaller(network.hub.pipe)
        let other = try caller.call(
            Routes.login, Credentials(username: "alice", password: "lantern river 4827"))
        _ = try caller.call(
            Routes.logoutEverywhere, Nothing(), as: CallerProof(other, at: network.time.now.seconds))
        await listening.value
        #expect(alice.session.banners.contains { $0.word == .bannerLoggedOut })
    }
}

struct NoticeBoardTests {
    private func event(
        _ kind: HubEvent.Kind, _ movement: AccountTransaction.Kind? = nil, _ cents: Int64 = 0,
        _ currency: String = "EUR",
        from name: String? = nil
    ) throws -> HubEvent {
        let amount = Amount(minorUnits: cents, currency: try Currency(code: currency))
        return HubEvent(
            id: "1", kind: kind.rawValue,
            transaction: movement.map {
                AccountTransaction(
                    id: "1", kind: $0, amount: amount, balanceAfter: amount, counterpart: name, note: nil, time: 0)
            }, subject: nil, time: 0)
    }

    @Test func onlyWhatOthersDidIsToldOf() throws {
        var board = NoticeBoard()
        #expect(try board.take(event(.transaction, .sent, -500, from: "bob")) == nil)
        #expect(try board.take(event(.transaction, .redemption, 500)) == nil)
        #expect(try board.take(event(.transaction, .converted, 500)) == nil)
        #expect(try board.take(event(.recurringPaid)) == nil)
        #expect(try board.take(event(.requestCancelled)) == nil)
        #expect(board.take(HubEvent(id: "1", kind: "of.tomorrow", time: 0)) == nil)
        #expect(board == NoticeBoard())
        #expect(try board.take(event(.transaction, .received, 500, from: "bob")) == .money)
        #expect(try board.take(event(.requestReceived)) == .request)
        #expect(try board.take(event(.requestDeclined)) == .declined)
        #expect(try board.take(event(.recurringMissed)) == .recurring)
        #expect(try board.take(event(.webhookGivenUp)) == .webhook)
        #expect(board.subjects == Set(Notice.Subject.allCases))
    }

    @Test func aRequestAndItsPaymentAreOneNotice() throws {
        for kinds in [[HubEvent.Kind.transaction, .requestPaid], [.requestPaid, .transaction]] {
            var board = NoticeBoard()
            for kind in kinds {
                #expect(
                    try board.take(event(kind, kind == .transaction ? .received : nil, 1_250, from: "bob")) == .money)
            }
            let notice = board.notice(of: .money, Localizer(.english), showsAmounts: true)
            #expect(notice.title == "Your request was paid." && notice.body == "12.50\u{A0}EUR from bob")
        }
    }

    @Test func severalPaymentsAreOneSumForEachCurrency() throws {
        var board = NoticeBoard()
        _ = try board.take(event(.transaction, .received, 1_250, from: "bob"))
        _ = try board.take(event(.transaction, .deposit, 50))
        _ = try board.take(event(.transaction, .received, 1_000, "JPY", from: "carol"))
        let notice = board.notice(of: .money, Localizer(.german), showsAmounts: true)
        #expect(notice.title == "Sie haben 3 Zahlungen erhalten.")
        #expect(notice.body == "13,00\u{A0}EUR · 1.000\u{A0}JPY")
    }

    @Test(arguments: Language.allCases)
    func withoutAmountsNeitherSumsNorNamesAreTold(language: Language) throws {
        var board = NoticeBoard()
        _ = try board.take(event(.transaction, .received, 123_456, from: "bob"))
        for kind in HubEvent.Kind.allCases where kind != .transaction { _ = try board.take(event(kind)) }
        for subject in Notice.Subject.allCases {
            let notice = board.notice(of: subject, Localizer(language), showsAmounts: false)
            #expect(notice.body == nil && !notice.title.isEmpty)
            #expect(!notice.title.contains("bob") && !notice.title.contains { $0.isASCII && $0.isNumber })
        }
        let notice = board.notice(of: .money, Localizer(language), showsAmounts: true)
        #expect(notice.body?.contains("bob") == true && notice.body?.contains("EUR") == true)
    }

    @Test func aNameThatNoHubGivesIsNotTold() throws {
        var board = NoticeBoard()
        _ = try board.take(event(.transaction, .received, 100, from: "<a href='x'>bob</a>"))
        #expect(board.notice(of: .money, Localizer(.english), showsAmounts: true).body == "1.00\u{A0}EUR")
    }
}

@MainActor
struct NoticeChoiceTests {
    @Test func amountsAreToldToNobodyUntilThatIsChosenAndTheChoiceIsKept() throws {
        let folder = try ScratchFolder(in: .memory)
        let first = Preferences(file: folder.file("app.json"), systemLanguage: .english)
        #expect(first.notices == .withoutAmounts)
        for choice in Preferences.Notices.allCases {
            first.notices = choice
            #expect(Preferences(file: folder.file("app.json"), systemLanguage: .english).notices == choice)
        }
        try folder.write(Array(#"{"notices": "everything"}"#.utf8), to: "app.json")
        #expect(Preferences(file: folder.file("app.json"), systemLanguage: .english).notices == .withoutAmounts)
    }
}
