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
            #expect(try story.anna.line("p1")?.event == .returned)
        }
        #expect(try story.economy.balance(story.anna) == 1_000)
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
        #expect(try story.anna.line("p1")?.event == .redeemedByPayee)
        refuses(.tooLate) { try story.anna.wallet.showPayment(1) }

        try story.anna.wallet.acknowledge(received.receipt)

        #expect(try story.anna.line("p1")?.event == .acknowledged)
        #expect(try story.economy.balance(story.anna) == 700)
    }

    /// The payer never synced, so the hub hears of the payment when its units are returned already.
    @Test func aPaymentThatTheHubHearsOfTooLateIsNeverShownAgain() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        _ = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(anna) == 1_000)
        #expect(try anna.line("p1")?.status == .cancelled)
        #expect(try anna.held == 0 && anna.wallet.balances().unacknowledged.isZero)
        refuses(.tooLate) { try anna.wallet.showPayment(1) }
    }

    /// Neither payer nor payee synced before the refund date, so the hub returned the money to the payer; both are told.
    @Test func whatNobodyToldTheHubInTimeIsThePayersAgainAndBothAreTold() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        try ben.isPaid(300, by: anna)
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        for first in [ben, anna] { try first.sync() }

        #expect(try economy.balance(anna) == 1_000 && economy.balance(ben) == 0)
        let paid = try #require(try anna.line("p1"))
        #expect(paid.status == .cancelled && paid.event == .returnedInSpiteOfReceipt)
        #expect(try anna.held == 0 && anna.wallet.balances().unacknowledged.isZero)
        let lost = try ben.wallet.activity(limit: 100).filter { $0.kind == .refunded }
        #expect(lost.map(\.status) == [.failed] && lost.first?.amount == economy.amount(300))
        #expect(lost.first?.event == .returnedToEarlierOwner)
        #expect(try ben.held == 0 && ben.wallet.balances().awaiting.isZero)
        #expect(try anna.sync().outcome(of: .uploads) == .idle && ben.sync().outcome(of: .uploads) == .idle)
    }

    /// The payee had told the hub, so the payer's late upload finds the money where it belongs.
    @Test func whatThePayeeRedeemedInTimeStaysItsWhenThePayerIsLate() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        try ben.isPaid(300, by: anna)
        try ben.sync()
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(anna) == 700 && economy.balance(ben) == 300)
        #expect(try anna.line("p1")?.status == .done)
        #expect(try anna.sync().outcome(of: .uploads) == .idle)
    }

    /// Ben handed on one of the two tokens that Anna took back, and never synced: she is told how much came back.
    @Test func ofABundleEachTokenIsAskedAboutByItself() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let (ben, cleo) = (try economy.person("ben"), try economy.person("cleo"))
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(700)).text)
        #expect(payment.tokens == 2)
        _ = try ben.wallet.receive(payment.text)
        _ = try anna.wallet.withhold(1)
        try cleo.isPaid(400, by: ben)
        try cleo.sync()
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(anna) == 500 && economy.balance(cleo) == 400)
        let line = try #require(try anna.line("p1"))
        #expect(
            line.event
                == .dividedAtRefund(
                    payee: economy.amount(500), account: economy.amount(200), earlierOwner: economy.amount(0)))
        #expect(line.status == .done && line.amount == economy.amount(700))
        #expect(try economy.balance(ben) == 100)
    }

    /// Ben handed on what Anna had paid him, and the hub heard of neither in time: it is Anna's, and Ben is told so.
    @Test func whatWasHandedOnUnheardGoesBackToTheOwnerThatTheHubKnew() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let (ben, cleo) = (try economy.person("ben"), try economy.person("cleo"))
        try ben.isPaid(300, by: anna)
        try cleo.isPaid(300, by: ben)
        economy.time.advance(days: 40)
        try economy.hub.sweep(economy.time.now)

        #expect(try economy.balance(ben) == 0 && economy.balance(cleo) == 0 && economy.balance(anna) == 1_000)
        let line = try #require(try ben.line("p1"))
        #expect(
            line.event
                == .dividedAtRefund(
                    payee: economy.amount(0), account: economy.amount(0), earlierOwner: economy.amount(300)))
        #expect(line.status == .cancelled)
        #expect(try ben.held == 0 && cleo.held == 0)
    }

    /// The hub's clock has passed the date and its sweep has not: who got it is not known yet, and nothing is said of it.
    @Test func beforeTheSweepNothingIsSaidOfWhatTheHubKnows() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        _ = try ben.wallet.receive(payment.text)
        _ = try anna.wallet.withhold(1)
        let image = try ben.image()
        _ = try ben.wallet.request(economy.amount(1))
        let cleo = try economy.person("cleo")
        try cleo.isPaid(100, by: ben)
        try ben.rollBack(to: image)
        try ben.sync()
        economy.time.advance(days: 40)

        try anna.sync()
        try ben.sync()
        #expect(try anna.line("p1")?.status == .held && ben.held == 300)
        try economy.hub.sweep(economy.time.now)
        #expect(try economy.balance(anna) == 700 && economy.balance(ben) == 300)
        #expect(try anna.line("p1")?.status == .done && ben.held == 0)
    }

    /// A payee whose store was rolled back holds what it got, and the sweep pays it out to it.
    @Test func whatTheSweepGaveToThePayeeIsNotSaidToHaveComeBack() throws {
        let story = try TakenBack()
        _ = try story.ben.wallet.receive(story.payment.text)
        let cleo = try story.economy.person("cleo")
        let image = try story.ben.image()
        try cleo.isPaid(100, by: story.ben)
        try story.ben.rollBack(to: image)
        try story.ben.sync()
        try story.passTheRefundDate()

        #expect(try story.economy.balance(story.anna) == 700 && story.economy.balance(story.ben) == 300)
        #expect(try story.anna.line("p1")?.status == .done)
    }
}

/// Anna, with 10.00 in tokens, has paid Ben 3.00 and taken it back; she has not synced since.
private struct TakenBack {
    let economy: TestEconomy
    let anna: Person
    let ben: Person
    let request: OpenRequest
    let payment: OutgoingPayment
    let until: Timestamp

    init() throws {
        economy = try TestEconomy()
        anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        ben = try economy.person("ben")
        request = try ben.wallet.request(economy.amount(300))
        payment = try anna.wallet.pay(request.text)
        until = try anna.wallet.withhold(1).until
    }

    /// The hub sweeps, and Anna asks it.
    func passTheRefundDate() throws {
        economy.time.set(until.adding(days: 1))
        try economy.hub.sweep(economy.time.now)
        try anna.sync()
    }
}

extension Person {
    fileprivate func line(_ subject: String) throws -> Activity? {
        try wallet.activity(limit: 100).first { $0.subject?.description == subject }
    }
}
