// SPDX-License-Identifier: MIT
import Bytes
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import SQL
import TestSupport
import Testing
import Tokens

/// The behaviours of a hub on each engine. `make test` also runs what is about money on a server, and
/// `make check-server` every other test of the hub.
@Suite struct ConformanceTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func hub(
        _ engine: Engine, configure: (inout HubConfiguration) -> Void = { _ in }
    ) throws -> TestHub {
        try TestHub(in: try engine.place(in: folder), configure: configure)
    }

    @Test(arguments: Engine.all)
    func paymentsMoveMoneyOnceAndAreRefusedWithTheirCodes(engine: Engine) throws {
        let hub = try hub(engine)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let id = alice.operation()
        let first = try alice.send(300, to: "bob", id: id, note: "Zürich 'quoted' ?1")
        #expect(try alice.send(300, to: "bob", id: id, note: "Zürich 'quoted' ?1").transaction == first.transaction)
        #expect(refusal { _ = try alice.send(301, to: "bob", id: id) } == .idempotencyConflict)
        #expect(refusal { _ = try alice.send(701, to: "bob") } == .insufficientBalance)
        #expect(refusal { _ = try alice.send(1, to: "nobody") } == .unknownRecipient)
        #expect(try alice.balance().balance == dollars(700))
        #expect(try bob.balance().balance == dollars(300))
        let page = try hub.caller.call(Routes.transactions, Nothing(), as: bob.proof)
        #expect(page.items.map(\.note) == ["Zürich 'quoted' ?1"])
        #expect(page.items.map(\.counterpart) == ["alice"])
        try hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func aDoubleSpendOpensACaseAndIsSettled(engine: Engine) throws {
        let hub = try hub(engine) { configuration in
            configuration.keyDays = 400
            configuration.youngDays = 0
        }
        _ = try hub.hub.topUp(.guaranteeFund, dollars(1_000))
        let alice = try hub.account("alice", cents: 500)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let root = try alice.buy(400)
        let bobs = try bob.receive(try units(0, 400), from: root)
        let carols = try carol.receive(try units(100, 200), from: root)
        #expect(try bob.redeem(bobs).credited == 400)
        #expect(try carol.redeem(carols).credited == 0)
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .accountFrozen)
        #expect(try hub.hub.audit().cases.map(\.claimed) == [dollars(200)])
        let paid = try hub.hub.sweep(hub.clock.now, settlingAllCases: true)
        #expect(paid.claims == 1 && paid.compensated == 200)
        #expect(try carol.balance().balance == dollars(200))
        try hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func whatIsNotRedeemedComesBack(engine: Engine) throws {
        let hub = try hub(engine)
        let alice = try hub.account("alice", cents: 1_000)
        let held = try alice.buy(400)
        let bob = try hub.account("bob")
        #expect(try bob.redeem(try bob.receive(try units(0, 150), from: held)).credited == 150)
        hub.clock.advance(days: 38)
        #expect(try hub.hub.sweep(hub.clock.now).returned == 250)
        #expect(try hub.hub.sweep(hub.clock.now) == SweepReport())
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(try alice.balance().balance == dollars(850))
        try hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func requestsBillsStandingOrdersAndSearchesAreTheSame(engine: Engine) throws {
        let hub = try hub(engine, configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob", cents: 1_000)
        let request = try bob.ask("alice", 250, note: "50% of Büro")
        #expect(try alice.requests("incoming", state: "open").items == [try alice.request(request.id)])
        _ = try alice.pay(request.id, 250)
        #expect(refusal { _ = try alice.pay(request.id, 250) } == .requestClosed)
        let bill = try alice.split(100, [("alice", 1), ("bob", 2)])
        _ = try bob.pay(try #require(bill.shares[1].request), 66)
        #expect(try hub.caller.call(Routes.splits, Nothing(), as: alice.proof).items.map(\.paid) == [dollars(66)])
        let order = try alice.repeatPayment(100, .monthly, count: 2)
        hub.clock.advance(days: 35)
        #expect(try hub.hub.payRecurring() == .init(paid: 2, failed: 0))
        #expect(try alice.recurring(order.id).state == .finished)
        let broke = try bob.repeatPayment(5_000, .daily, to: "alice")
        #expect(try hub.hub.payRecurring() == .init(paid: 0, failed: 1))
        #expect(try bob.recurring(broke.id).runs.first?.problem?.code == .insufficientBalance)
        try alice.keep(Contact(username: "bob", name: "Robert", favourite: true))
        try alice.keep(Contact(username: "bob", name: "Bob", note: "rows"))
        #expect(try alice.contacts() == [Contact(username: "bob", name: "Bob", note: "rows")])
        try bob.block("alice")
        try bob.block("alice")
        #expect(refusal { _ = try alice.ask("bob", 5) } == .notAccepted)
        var filter = HistoryFilter()
        filter.text = "50% BÜRO"
        filter.counterpart = "bob"
        filter.kinds = [.sent]
        #expect(try alice.history(filter).items.map(\.amount) == [dollars(-250)])
        let summary = try hub.caller.call(Routes.summary, Nothing(), as: alice.proof)
        #expect(summary.total.sent == dollars(450) && summary.total.received == dollars(1_066))
        #expect(summary.counterparts.map(\.name) == ["<topUp>", "bob"] && summary.months.count == 2)
        try hub.requireSoundLedger()
    }

    @Test(arguments: Engine.all)
    func anInterruptedBatchLeavesNothing(engine: Engine) throws {
        struct Crash: Error {}
        let hub = try hub(engine) { configuration in
            configuration.onStep = { step in if step == .batchApplied, Crashes.isDue { throw Crash() } }
        }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        Crashes.$isDue.withValue(true) {
            #expect(refusal { _ = try alice.send(300, to: "bob") } == .internalError)
        }
        #expect(try alice.balance().balance == dollars(1_000))
        _ = try alice.send(300, to: "bob")
        #expect(try alice.balance().balance == dollars(700))
        try hub.requireSoundLedger()
    }
}

/// Whether a batch is to break off; of one test alone.
private enum Crashes {
    @TaskLocal static var isDue = false
}
