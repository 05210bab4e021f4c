// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import TestSupport
import Testing
import Tokens

/// A hub whose clock is set back and forward under it.
@Suite struct ClockJumpTests {
    private static let jumps: [Int64] = [
        86_400, -3 * 86_400, 3_600, -1, 40 * 86_400, -40 * 86_400, -400 * 86_400, 362 * 86_400,
    ]

    private func jump(_ clock: ManualClock, _ seconds: Int64) {
        clock.set(
            seconds < 0
                ? clock.now.subtracting(seconds: seconds.magnitude) : clock.now.adding(seconds: seconds.magnitude))
    }

    @Test func paymentsGoOnAndTheLedgerAndTheLogStaySoundWhereverTheClockGoes() throws {
        let hub = try TestHub()
        var (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob"))
        var first: (id: OperationID, answer: SendAnswer)?
        for (round, seconds) in Self.jumps.enumerated() {
            jump(hub.clock, seconds)
            (alice, bob) = (try hub.logIn("alice"), try hub.logIn("bob"))
            let id = alice.operation()
            let answer = try alice.send(10, to: "bob", id: id, note: "\(round)")
            if let first {
                let again = try alice.send(10, to: "bob", id: first.id, note: "0")
                #expect(again.transaction == first.answer.transaction)
            }
            first = first ?? (id, answer)
            #expect(try bob.balance().balance == dollars(10 * Int64(round + 1)))
            try hub.requireSoundLedger()
            #expect(try hub.hub.checkAuditLog().finding == nil)
        }
        // The order in which things happened, not the one that the clock showed.
        let notes = try bob.history(HistoryFilter(), limit: 100).items.compactMap(\.note)
        #expect(notes == Self.jumps.indices.reversed().map { "\($0)" })
    }

    @Test func sessionsGoOnWithARefreshAndWhatEndedStaysEnded() throws {
        let hub = try TestHub()
        let (alice, other) = (try hub.account("alice", cents: 100), try hub.account("bob"))
        hub.clock.advance(days: 1)
        #expect(refusal { _ = try alice.balance() } == .tokenExpired)
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        _ = try alice.balance()
        // What was issued in a time that has not come is not believed for a day longer than it was meant to be.
        jump(hub.clock, -86_400)
        #expect(refusal { _ = try alice.balance() } == .tokenExpired)
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        _ = try alice.balance()
        // Ended while the clock is a day behind, which is then put right within the life of the token.
        let phone = try hub.logIn("alice")
        jump(hub.clock, -86_400)
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: phone.session.refreshToken))
        jump(hub.clock, 86_400 + 60)
        #expect(refusal { _ = try phone.balance() } == .unauthorized)
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: other.session.refreshToken))
        #expect(refusal { _ = try phone.balance() } == .unauthorized)
        try hub.hub.takeEndedSessions()
        #expect(refusal { _ = try phone.balance() } == .unauthorized)
    }

    /// A code is good once, whatever the clock shows; recovery codes know no time.
    @Test func noCodeIsGoodTwiceAndARecoveryCodeOpensUntilTheClockIsRight() throws {
        let hub = try TestHub()
        let (app, recovery) = try hub.account("alice").secure()
        let used = app.fresh()
        _ = try hub.answer(try hub.challenge("alice"), used)
        let right = hub.clock.now
        jump(hub.clock, -3_600)
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), used) } == .wrongCode)
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), app.shown()) } == .wrongCode)
        _ = try hub.answer(try hub.challenge("alice"), recovery[0])
        hub.clock.set(right)
        #expect(refusal { _ = try hub.answer(try hub.challenge("alice"), used) } == .wrongCode)
        _ = try hub.answer(try hub.challenge("alice"), app.fresh())
        // A challenge is good for five minutes by the clock that it was made by.
        let challenge = try hub.challenge("alice")
        jump(hub.clock, 3_600)
        #expect(refusal { _ = try hub.answer(challenge, app.fresh()) } == .wrongCredentials)
    }

    @Test func waitsAreAsLongAsTheyWereMeantToBe() throws {
        let hub = try TestHub {
            $0.rateLimits = RateLimits(account: [.cheap: .init(burst: 5, perMinute: 60)], address: [:])
        }
        let alice = try hub.account("alice")
        for _ in 0..<6 { _ = refusal { _ = try hub.logIn("alice", password: "wrong horse") } }
        while refusal({ _ = try alice.balance() }) == nil {}
        jump(hub.clock, -30 * 86_400)
        #expect(refusal { _ = try hub.logIn("alice") } == .tooManyRequests)
        hub.clock.advance(seconds: 4)
        alice.session = try hub.logIn("alice").session
        #expect(refusal { _ = try alice.balance() } == .tooManyRequests)
        hub.clock.advance(seconds: 1)
        _ = try alice.balance()
        jump(hub.clock, 60 * 86_400)
        alice.session = try hub.logIn("alice").session
        for _ in 0..<5 { _ = try alice.balance() }
        #expect(refusal { _ = try alice.balance() } == .tooManyRequests)
    }

    @Test func aStandingOrderIsPaidOncePerDueDate() throws {
        let hub = try TestHub()
        let (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob"))
        let order = try alice.repeatPayment(10, .daily)
        #expect(try hub.hub.payRecurring().paid == 1)
        for _ in 0..<3 {
            jump(hub.clock, -5 * 86_400)
            #expect(try hub.hub.payRecurring() == .init())
            jump(hub.clock, 5 * 86_400)
            #expect(try hub.hub.payRecurring() == .init())
        }
        hub.clock.advance(days: 2)
        #expect(try hub.hub.payRecurring().paid == 2)
        jump(hub.clock, -2 * 86_400)
        #expect(try hub.hub.payRecurring() == .init())
        #expect(try bob.balance().balance == dollars(30))
        alice.session = try hub.logIn("alice").session
        #expect(try alice.recurring(order.id).paid == 3)
    }

    @Test func eventsAreToldOnceAndInTheirOrderWhereverTheClockGoes() throws {
        let hub = try TestHub()
        var (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob"))
        var position = try bob.call(Routes.eventPoll, Nothing(), query: [("wait", "0")]).next
        var (told, asked): ([HubEvent], [String]) = ([], [])
        func listen() throws {
            let page = try bob.call(Routes.eventPoll, Nothing(), query: [("after", position), ("wait", "0")])
            told += page.items
            position = page.next
        }
        for (round, seconds) in Self.jumps.enumerated() {
            jump(hub.clock, seconds)
            (alice, bob) = (try hub.logIn("alice"), try hub.logIn("bob"))
            _ = try alice.send(10, to: "bob", note: "\(round)")
            asked.append(try alice.ask("bob", 5).id)
            // Now and then several jumps are told at once.
            if round % 3 != 0 { try listen() }
        }
        try listen()
        #expect(told.compactMap(\.transaction?.note) == Self.jumps.indices.map { "\($0)" })
        #expect(told.compactMap(\.subject) == asked)
        #expect(Set(told.map(\.id)).count == told.count)
    }

    @Test func nothingThatWasPromisedForAMinuteIsGoodForDays() throws {
        let hub = try TestHub()
        try hub.hub.add(try Currency(code: "EUR"))
        try hub.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.10", spread: "0"))
        var alice = try hub.account("alice", cents: 1_000)
        let (app, _) = try alice.secure()
        let right = hub.clock.now
        jump(hub.clock, 40 * 86_400)
        alice = try hub.answer(try hub.challenge("alice"), app.fresh())
        let order = QuoteOrder(from: "USD", to: "EUR", amount: dollars(100))
        let quote = try alice.call(Routes.quote, order)
        let challenge = try hub.challenge("alice")
        hub.clock.set(right)
        #expect(refusal { _ = try hub.answer(challenge, app.fresh()) } == .wrongCredentials)
        let password = try hub.hub.resetPassword(of: "alice", removingSecondFactor: true)
        alice = try hub.logIn("alice", password: password)
        // At a rate of a time that was none.
        let taking = ConvertOrder(id: alice.operation(), quote: quote.quote)
        #expect(refusal { _ = try alice.call(Routes.convert, taking) } == .quoteExpired)
        let fresh = try alice.call(Routes.quote, order)
        _ = try alice.call(Routes.convert, ConvertOrder(id: alice.operation(), quote: fresh.quote))
        try hub.requireSoundLedger()
    }

    @Test func nothingIsSignedOrRefusedForGoodWhileTheClockIsAhead() throws {
        let hub = try TestHub(configure: longSessions)
        let (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob"))
        let held = try alice.buy(300)
        let right = hub.clock.now
        jump(hub.clock, 400 * 86_400)
        hub.hub.note(isClockAhead: true)
        #expect(try hub.hub.metrics(load: nil).contains("\nsatchel_clock_ahead 1\n"))
        // Past its date by this clock, and not refused for ever.
        #expect(refusal { _ = try alice.redeem(held) } == .busy)
        #expect(refusal { _ = try alice.buy(100) } == .busy)
        #expect(refusal { _ = try alice.pseudonym() } == .busy)
        // What moves between accounts goes on.
        _ = try alice.send(100, to: "bob")
        #expect(try bob.balance().balance == dollars(100))
        hub.clock.set(right)
        hub.hub.note(isClockAhead: false)
        #expect(try alice.redeem(held).credited == 300)
        _ = try alice.buy(100)
        try hub.requireSoundLedger()
    }

    /// Between two looks of the watch a wallet could come.
    @Test func aJumpIsFoundBeforeTheWatchLooksAgain() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let watch = ClockWatch(now: hub.clock.now, counter: BootClock.seconds())
        hub.hub.note(isClockAhead: watch.isAhead, offset: watch.offset)
        _ = try alice.buy(100)
        hub.clock.advance(days: 1)
        #expect(refusal { _ = try alice.buy(100) } == .busy)
        hub.clock.set(hub.clock.now.subtracting(seconds: 86_400))
        _ = try alice.buy(100)
    }

    /// The clock may jump while standing orders are paid or refunds are swept.
    @Test func aJumpThatNobodyHasSeenYetPaysAndRefundsNothing() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.repeatPayment(10, .daily)
        let held = try alice.buy(300)
        let watch = ClockWatch(now: hub.clock.now, counter: BootClock.seconds())
        hub.hub.note(isClockAhead: watch.isAhead, offset: watch.offset)
        #expect(try hub.hub.payRecurring().paid == 1)
        let right = hub.clock.now
        hub.clock.advance(days: 60)
        #expect(refusal { _ = try hub.hub.payRecurring() } == .busy)
        #expect(refusal { _ = try hub.hub.sweep(hub.clock.now) } == .busy)
        hub.clock.set(right)
        #expect(try hub.hub.sweep(hub.clock.now).roots == 0)
        #expect(try alice.redeem(held).credited == 300)
        #expect(try alice.balance().balance == dollars(990))
    }

    @Test func tokensAreGoodAgainWhenTheClockIsRightAndKeysSayWhenTheyAreNot() throws {
        let hub = try TestHub()
        var alice = try hub.account("alice", cents: 1_000)
        let held = try alice.buy(300)
        jump(hub.clock, -2 * 86_400)
        alice = try hub.logIn("alice")
        // Before its keys were announced the hub can promise nothing; what it has promised it takes back.
        #expect(refusal { _ = try alice.buy(100) } == .internalError)
        #expect(!hub.hub.readiness.isReady)
        jump(hub.clock, 2 * 86_400)
        alice = try hub.logIn("alice")
        #expect(hub.hub.readiness.isReady)
        #expect(try alice.redeem(held).credited == 300)
        try hub.requireSoundLedger()
    }

    @Test func aCopyIsMadeProvedAndRestoredWithAClockBehindTheDatabase() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        disk.clock.advance(days: 10)
        alice.session = try hub.logIn("alice").session
        _ = try alice.send(400, to: "bob")
        jump(disk.clock, -9 * 86_400)
        let scratch = try ScratchFolder()
        let copy = try HubBackup.make(of: disk.directory, in: scratch.file("copy"), clock: disk.clock.clock)
        #expect(copy.entries == 2)
        hub.hub.close()
        let place = HubDirectory(scratch.file("restored"))
        _ = try HubBackup.restore(from: scratch.file("copy"), to: place, clock: disk.clock.clock)
        let restored = TestHub(
            hub: try Hub.open(directory: place.path, clock: disk.clock.clock, random: disk.random), clock: disk.clock,
            random: disk.random)
        #expect(try restored.logIn("alice").balance().balance == dollars(600))
        try restored.requireSoundLedger()
        restored.hub.close()
    }
}

@Suite struct ClockWatchTests {
    private let noon = Timestamp(seconds: 1_795_180_000)

    @Test func aClockThatGoesAsClocksDoIsNothingToSpeakOf() {
        var watch = ClockWatch(now: noon, counter: 100)
        for tick in 1...1_000 {
            // Corrected by a minute now and then, either way; the machine may have slept for long.
            let wobble: UInt64 = tick.isMultiple(of: 7) ? 60 : 0
            let passed = UInt64(tick * tick)
            #expect(watch.look(now: noon.adding(seconds: passed + wobble), counter: 100 + Int64(passed)) == nil)
        }
        #expect(!watch.isAhead)
    }

    @Test func aClockSetForwardIsAheadUntilItIsBackOrConfirmed() {
        var watch = ClockWatch(now: noon, counter: 0)
        #expect(watch.look(now: noon.adding(days: 30), counter: 5) == .setForward(seconds: 30 * 86_400 - 5))
        #expect(watch.isAhead)
        #expect(watch.look(now: noon.adding(days: 30).adding(seconds: 5), counter: 10) == nil)
        #expect(watch.isAhead)
        #expect(watch.look(now: noon.adding(seconds: 15), counter: 15) != nil)
        #expect(!watch.isAhead)
        _ = watch.look(now: noon.adding(days: 1), counter: 20)
        watch.confirm()
        #expect(!watch.isAhead)
        #expect(watch.look(now: noon.adding(days: 1).adding(seconds: 5), counter: 25) == nil)
    }

    @Test func aClockSetBackAndPutRightIsNotAhead() {
        var watch = ClockWatch(now: noon, counter: 0)
        #expect(watch.look(now: noon.subtracting(seconds: 86_400), counter: 0) == .setBack(seconds: 86_400))
        #expect(!watch.isAhead)
        #expect(watch.look(now: noon.adding(seconds: 5), counter: 5) == .setForward(seconds: 86_400))
        #expect(!watch.isAhead)
    }

    @Test(arguments: [0, UInt64.max]) func noTimeThatAClockCanShowIsTooMuch(seconds: UInt64) {
        var watch = ClockWatch(now: noon, counter: 0)
        _ = watch.look(now: Timestamp(seconds: seconds), counter: .max >> 8)
        _ = watch.look(now: noon, counter: 0)
        #expect(!watch.isAhead)
    }
}
