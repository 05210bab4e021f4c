// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Synchronization
import Testing
import Tokens

@Suite struct RecurringTests {
    @Test func eachDueDateIsPaidOnceOnItsDay() throws {
        let (hub, alice, bob) = try network(cents: 1_000)
        let order = try alice.repeatPayment(100, .daily, count: 3)
        #expect(order.next == alice.today && order.paid == 0)
        #expect(try hub.hub.payRecurring() == .init(paid: 1, failed: 0))
        #expect(try hub.hub.payRecurring() == .init())
        #expect(try bob.balance().balance == dollars(100))
        hub.clock.advance(days: 1)
        #expect(try hub.hub.payRecurring().paid == 1)
        hub.clock.advance(days: 1)
        #expect(try hub.hub.payRecurring().paid == 1)
        let finished = try alice.recurring(order.id)
        #expect(finished.state == .finished && finished.next == nil && finished.paid == 3)
        hub.clock.advance(days: 1)
        #expect(try hub.hub.payRecurring() == .init())
        #expect(try bob.balance().balance == dollars(300))
        let named = try #require(finished.runs.first?.transaction)
        let transaction = try hub.caller.call(Routes.transaction, Nothing(), values: [named], as: alice.proof)
        #expect(transaction.amount == dollars(-100) && transaction.counterpart == "bob")
        try hub.requireSoundLedger()
    }

    @Test func afterADowntimeEveryDueDateIsPaidInOrder() throws {
        let (hub, alice, bob) = try network(cents: 1_000)
        let order = try alice.repeatPayment(10, .weekly)
        hub.clock.advance(days: 36)
        #expect(try hub.hub.payRecurring().paid == 6)
        #expect(try bob.balance().balance == dollars(60))
        let first = alice.today.number - 36
        let runs = try alice.recurring(order.id).runs
        #expect(runs.map(\.due.number) == (0..<6).reversed().map { first + 7 * $0 })
        #expect(try alice.recurring(order.id).next?.number == first + 42)
        let history = try alice.history(HistoryFilter(), limit: 100).items.filter { $0.kind == .sent }
        #expect(history.count == 6)
    }

    /// Who ends a hub does not wait for all that is due.
    @Test func whatIsLeftWhenTheHubEndsIsPaidNextTime() throws {
        let (hub, alice, bob) = try network(cents: 1_000)
        _ = try alice.repeatPayment(1, .daily)
        hub.clock.advance(days: 119)
        var looks = 0
        let first = try hub.hub.payRecurring {
            looks += 1
            return looks < 3
        }
        #expect(0 < first.paid && first.paid < 120)
        #expect(try hub.hub.payRecurring().paid == 120 - first.paid)
        #expect(try bob.balance().balance == dollars(120))
    }

    @Test func housekeepingPaysAndWaitsWhileTheClockIsAhead() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.repeatPayment(100, .daily)
        let notes = Mutex<[String]>([])
        let log = Log(.debug) { record in notes.withLock { $0.append(record.text) } }
        let housekeeping = try Housekeeping(of: hub.hub, now: hub.clock.now, log: log)
        // The first look is over when the second sweep says that it is held.
        for _ in 0..<2 {
            hub.clock.advance(seconds: 3_600)
            let before = notes.withLock { $0.count }
            housekeeping.look(at: hub.clock.now, isClockAhead: true)
            while notes.withLock({ $0.count }) == before { usleep(1_000) }
        }
        func paid() throws -> Amount { try hub.logIn("bob").balance().balance }
        #expect(try paid() == dollars(0))
        #expect(notes.withLock { $0 }.allSatisfy { $0.contains("because the clock was set forward") })
        housekeeping.look(at: hub.clock.now, isClockAhead: false)
        while !notes.withLock({ $0.contains { $0.hasPrefix("Recurring payments were made count=1 failed=0") } }) {
            usleep(1_000)
        }
        #expect(try paid() == dollars(100))
        housekeeping.close()
        hub.hub.close()
    }

    @Test func aMonthThatIsTooShortIsPaidOnItsLastDay() throws {
        let first = try #require(CalendarDay(year: 2027, month: 1, day: 31))
        let days = (0..<14).map { Rhythm.monthlyForTests.day($0, from: first).description }
        #expect(days.prefix(5) == ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"])
        #expect(days[11...] == ["2027-12-31", "2028-01-31", "2028-02-29"])
        let (hub, alice, bob) = try network(cents: 10_000)
        hub.clock.set(first.start)
        _ = try alice.repeatPayment(100, .monthly)
        for expected in ["2027-02-28", "2027-03-31", "2027-04-30"] {
            let day = try #require(CalendarDay(text: expected))
            hub.clock.set(day.start.subtracting(seconds: 1))
            _ = try hub.hub.payRecurring()
            let before = try bob.balance().balance
            hub.clock.set(day.start)
            #expect(try hub.hub.payRecurring().paid == 1, "\(expected)")
            #expect(try bob.balance().balance == before.adding(dollars(100)))
        }
    }

    @Test func withoutFundsItIsTriedAgainAndThenMissedAndTheOwnerSeesIt() throws {
        let (hub, alice, bob) = try network(cents: 50)
        let order = try alice.repeatPayment(100, .monthly)
        #expect(try hub.hub.payRecurring() == .init(paid: 0, failed: 1))
        #expect(try hub.hub.payRecurring() == .init())
        var run = try #require(try alice.recurring(order.id).runs.first)
        #expect(run.state == .failed && run.attempts == 1 && run.problem?.code == .insufficientBalance)
        #expect(run.retryAt == hub.clock.now.seconds + 6 * 3_600)
        // Money comes, and the second attempt pays.
        _ = try hub.hub.topUp(.account("alice"), dollars(100))
        hub.clock.advance(seconds: 6 * 3_600)
        #expect(try hub.hub.payRecurring().paid == 1)
        run = try #require(try alice.recurring(order.id).runs.first)
        #expect(run.state == .paid && run.attempts == 2 && run.problem == nil)
        #expect(try bob.balance().balance == dollars(100))
        // The next month there is none: five attempts, and no more.
        hub.clock.set(try #require(try alice.recurring(order.id).next).start)
        for _ in 0..<20 {
            _ = try hub.hub.payRecurring()
            hub.clock.advance(seconds: 6 * 3_600)
        }
        run = try #require(try alice.recurring(order.id).runs.first)
        #expect(run.state == .missed && run.attempts == 5 && run.retryAt == nil)
        #expect(try alice.recurring(order.id).state == .active)
        #expect(try bob.balance().balance == dollars(100))
        try hub.requireSoundLedger()
    }

    @Test func whatIsNotPaidWhenTheNextIsDueIsMissedSoThatNothingPilesUp() throws {
        let (hub, alice, bob) = try network(cents: 0)
        let order = try alice.repeatPayment(100, .daily, count: 4)
        hub.clock.advance(days: 2)
        _ = try hub.hub.payRecurring()
        #expect(try alice.recurring(order.id).runs.map(\.state) == [.failed, .missed, .missed])
        _ = try hub.hub.topUp(.account("alice"), dollars(1_000))
        hub.clock.advance(days: 1)
        #expect(try hub.hub.payRecurring().paid == 2)
        #expect(try bob.balance().balance == dollars(200))
        #expect(try alice.recurring(order.id).state == .finished)
    }

    @Test func aPauseLeavesItsDueDatesOutAndACancellationIsForGood() throws {
        let (hub, alice, bob) = try network(cents: 1_000)
        let order = try alice.repeatPayment(100, .daily, count: 5)
        _ = try hub.hub.payRecurring()
        #expect(try alice.pause(order.id).state == .paused)
        hub.clock.advance(days: 2)
        #expect(try hub.hub.payRecurring() == .init())
        let resumption = NamedOrder(id: alice.operation())
        let resumed = try alice.call(Routes.resumeRecurring, resumption, values: [order.id])
        #expect(resumed.state == .active && resumed.next == alice.today)
        #expect(try hub.hub.payRecurring().paid == 1)
        #expect(try bob.balance().balance == dollars(200))
        #expect(try alice.change(Routes.cancelRecurring, order.id).state == .cancelled)
        #expect(try alice.change(Routes.cancelRecurring, order.id).state == .cancelled)
        #expect(refusal { _ = try alice.resume(order.id) } == .requestClosed)
        hub.clock.advance(days: 9)
        #expect(try hub.hub.payRecurring() == .init())
        // A pause past the end finishes it.
        let other = try alice.repeatPayment(1, .daily, count: 2)
        _ = try alice.pause(other.id)
        hub.clock.advance(days: 9)
        #expect(try alice.resume(other.id).state == .finished)
    }

    @Test func aCopyOfAResumptionUndoesNoLaterPause() throws {
        let (hub, alice, bob) = try network(cents: 1_000)
        let order = try alice.repeatPayment(100, .daily, count: 5)
        _ = try hub.hub.payRecurring()
        _ = try alice.pause(order.id)
        let resumption = NamedOrder(id: alice.operation())
        let first = try alice.call(Routes.resumeRecurring, resumption, values: [order.id])
        _ = try alice.pause(order.id)
        // The same words get the same answer, and nothing is done.
        #expect(try alice.call(Routes.resumeRecurring, resumption, values: [order.id]) == first)
        #expect(try alice.recurring(order.id).state == .paused)
        hub.clock.advance(days: 1)
        #expect(try hub.hub.payRecurring() == .init())
        #expect(try bob.balance().balance == dollars(100))
        // The id stands for this order alone.
        let other = try alice.repeatPayment(1, .daily, count: 2)
        #expect(
            refusal { _ = try alice.call(Routes.resumeRecurring, resumption, values: [other.id]) }
                == .idempotencyConflict)
    }

    @Test func whatCannotBeOrderedIsRefusedAndOthersOrdersDoNotExist() throws {
        let (hub, alice, bob) = try network(cents: 100)
        let yesterday = CalendarDay(number: alice.today.number - 1)
        #expect(refusal { _ = try alice.repeatPayment(0, .daily) } == .amountNotPositive)
        #expect(refusal { _ = try alice.repeatPayment(1, .daily, first: yesterday) } == .badRequest)
        #expect(refusal { _ = try alice.repeatPayment(1, .daily, count: 0) } == .badRequest)
        #expect(refusal { _ = try alice.repeatPayment(1, .daily, last: yesterday) } == .badRequest)
        #expect(refusal { _ = try alice.repeatPayment(1, .daily, to: "alice") } == .badRequest)
        #expect(refusal { _ = try alice.repeatPayment(1, .daily, to: "nobody") } == .unknownRecipient)
        let order = try alice.repeatPayment(1, .daily)
        #expect(refusal { _ = try bob.recurring(order.id) } == .notFound)
        #expect(refusal { _ = try bob.change(Routes.cancelRecurring, order.id) } == .notFound)
        for every in [0, 25] {
            let body =
                #"{"amount":{"currency":"USD","value":"1.00"},"first":"\#(alice.today)","id":"\#(alice.operation())","recipient":"bob","rhythm":{"every":\#(every),"unit":"daily"}}"#
            #expect(hub.hub.answer(alice.raw(.post, "/v1/recurring", body)).status == 400)
        }
        #expect(try hub.caller.call(Routes.recurrings, Nothing(), as: alice.proof).items.count == 1)
        #expect(try hub.caller.call(Routes.recurrings, Nothing(), as: bob.proof).items.isEmpty)
    }

    /// The hub dies at every step of paying; whatever is left goes on, and each due date is paid once.
    @Test(arguments: HubStep.allCases, 0..<4)
    func whereverTheHubDiesEachDueDateIsPaidOnce(step: HubStep, passes: Int) throws {
        struct Dead: Error {}
        let countdown = Mutex<Int?>(nil)
        let isDead = Mutex(false)
        // What a death leaves is an image of a file.
        let hub = try TestHub(in: .memory()) { configuration in
            longSessions(&configuration)
            configuration.onStep = { reached in
                if isDead.withLock({ $0 }) { throw Dead() }
                guard reached == step else { return }
                let isOver = countdown.withLock { count -> Bool in
                    guard let remaining = count else { return false }
                    count = remaining - 1
                    return remaining <= 0
                }
                guard isOver else { return }
                isDead.withLock { $0 = true }
                throw Dead()
            }
        }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let order = try alice.repeatPayment(100, .daily, count: 4)
        hub.clock.advance(days: 9)
        countdown.withLock { $0 = passes }
        do { _ = try hub.hub.payRecurring() } catch is Dead {
            // What is on the disk now is what the next process finds.
        }
        let image = try hub.hub.image()
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        let next = TestHub(
            hub: try Hub.inMemory(
                from: image, configuration: configuration, clock: hub.clock.clock, random: seeded(7)),
            clock: hub.clock, random: seeded(8))
        _ = try next.hub.payRecurring()
        _ = try next.hub.payRecurring()
        let survivor = TestAccount(hub: next, session: alice.session)
        survivor.session = try next.caller.call(
            Routes.login, Credentials(username: "alice", password: "correct horse ecila"))
        #expect(try survivor.balance().balance == dollars(600))
        let finished = try survivor.recurring(order.id)
        #expect(finished.state == .finished && finished.paid == 4)
        #expect(Set(finished.runs.map(\.due)).count == 4)
        try next.requireSoundLedger()
    }

    private func network(cents: Int64) throws -> (hub: TestHub, alice: TestAccount, bob: TestAccount) {
        let hub = try TestHub(configure: longSessions)
        return (hub, try hub.account("alice", cents: cents), try hub.account("bob"))
    }
}

extension Rhythm {
    // Safe: one is between 1 and 24.
    fileprivate static let monthlyForTests = try! Rhythm(.monthly)
}

extension TestAccount {
    var today: CalendarDay { CalendarDay(of: hub.clock.now) }

    func repeatPayment(
        _ cents: Int64, _ unit: Rhythm.Unit, first: CalendarDay? = nil, count: Int? = nil, last: CalendarDay? = nil,
        to recipient: String = "bob"
    ) throws -> RecurringPayment {
        let order = RecurringOrder(
            id: operation(), recipient: recipient, amount: dollars(cents), rhythm: try Rhythm(unit),
            first: first ?? today, count: count, last: last)
        return try hub.caller.call(Routes.newRecurring, order, as: proof)
    }

    func recurring(_ id: String) throws -> RecurringPayment {
        try hub.caller.call(Routes.recurring, Nothing(), values: [id], as: proof)
    }

    func pause(_ id: String) throws -> RecurringPayment {
        try call(Routes.pauseRecurring, NamedOrder(id: operation()), values: [id])
    }

    func change(_ route: Route<NoDetails, RecurringPayment>, _ id: String) throws -> RecurringPayment {
        try hub.caller.call(route, NoDetails(), values: [id], as: proof)
    }

    func resume(_ id: String) throws -> RecurringPayment {
        try call(Routes.resumeRecurring, NamedOrder(id: operation()), values: [id])
    }
}
