// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Vault
import Wallet

/// What is final stays final: a payment whose value came back is not handed over once more, and no late document says else.
/// Decision 0076
struct EndedPaymentTests {
    @Test func aPaymentThatTheHubReturnedIsNeverShownAgainAndALateReceiptChangesNothing() throws {
        let story = try TakenBack()
        let received = try story.ben.wallet.receive(story.payment.text)
        try story.passTheRefundDate()

        for again in [{}, { try story.anna.reopen() }] as [() throws -> Void] {
            try again()
            refuses(.tooLate) { try story.anna.wallet.showPayment(1) }
            refuses(.tooLate) { try story.anna.wallet.pay(story.request.text) }
            #expect(refuses(.tooLate) { try story.anna.wallet.acknowledge(received.receipt) }.contains("returned"))
            #expect(try story.anna.line("p1")?.status == .cancelled)
            #expect(try story.anna.line("p1")?.detail.contains("returned it") == true)
        }
        #expect(try story.world.balance(story.anna) == 1_000)
    }

    @Test func aDeclineThatComesAfterTheRefundChangesNothing() throws {
        let story = try TakenBack()
        try story.passTheRefundDate()

        let decline = try story.ben.wallet.decline(story.payment.text)
        refuses(.paymentRefused) { try story.anna.wallet.cancel(decline) }

        #expect(try story.anna.wallet.balances().awaiting.isZero)
        #expect(try story.anna.sync().outcome(of: .uploads) == .idle)
        #expect(try story.anna.line("p1")?.status == .cancelled)
    }

    @Test func aLateReceiptForWhatThePayeeHasRedeemedIsTaken() throws {
        let story = try TakenBack()
        let received = try story.ben.wallet.receive(story.payment.text)
        try story.ben.sync()
        try story.passTheRefundDate()
        #expect(try story.anna.line("p1")?.detail.contains("redeemed it") == true)
        refuses(.tooLate) { try story.anna.wallet.showPayment(1) }

        try story.anna.wallet.acknowledge(received.receipt)

        #expect(try story.anna.line("p1")?.detail.contains("has signed for it") == true)
        #expect(try story.world.balance(story.anna) == 700)
    }

    /// The payer never synced, so the hub hears of the payment when its units are returned already.
    @Test func aPaymentThatTheHubHearsOfTooLateIsNeverShownAgain() throws {
        let world = try World()
        let anna = try world.person("anna", funds: 1_000, offline: 1_000)
        let ben = try world.person("ben")
        _ = try anna.wallet.pay(try ben.wallet.request(world.amount(300)).text)
        world.time.advance(days: 40)
        try world.hub.sweep(world.time.now)

        #expect(try world.balance(anna) == 1_000)
        #expect(try anna.line("p1")?.status == .cancelled)
        #expect(try anna.held == 0 && anna.wallet.balances().unacknowledged.isZero)
        refuses(.tooLate) { try anna.wallet.showPayment(1) }
    }

    /// A payee whose store was rolled back holds what it got, and the sweep pays it out to it.
    @Test func whatTheSweepGaveToThePayeeIsNotSaidToHaveComeBack() throws {
        let story = try TakenBack()
        _ = try story.ben.wallet.receive(story.payment.text)
        let cleo = try story.world.person("cleo")
        let image = try story.ben.image()
        try cleo.isPaid(100, by: story.ben)
        try story.ben.rollBack(to: image)
        try story.ben.sync()
        try story.passTheRefundDate()

        #expect(try story.world.balance(story.anna) == 700 && story.world.balance(story.ben) == 300)
        #expect(try story.anna.line("p1")?.status == .done)
    }
}

/// Anna, with 10.00 in tokens, has paid Ben 3.00 and taken it back; she has not synced since.
private struct TakenBack {
    let world: World
    let anna: Person
    let ben: Person
    let request: OpenRequest
    let payment: OutgoingPayment
    let until: Timestamp

    init() throws {
        world = try World()
        anna = try world.person("anna", funds: 1_000, offline: 1_000)
        ben = try world.person("ben")
        request = try ben.wallet.request(world.amount(300))
        payment = try anna.wallet.pay(request.text)
        until = try anna.wallet.withhold(1).until
    }

    /// The hub sweeps, and Anna asks it.
    func passTheRefundDate() throws {
        world.time.set(until.adding(days: 1))
        try world.hub.sweep(world.time.now)
        try anna.sync()
    }
}

extension Person {
    fileprivate func line(_ subject: String) throws -> Activity? {
        try wallet.activity(limit: 100).first { $0.subject == subject }
    }
}
