// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Testing
import Tokens
import Wallet

struct DeclineTests {
    @Test func aDeclinedPaymentIsNeverReceivedNorShownAgainAndReturnsAtTheNextSync() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)

        let decline = try ben.wallet.decline(payment.text)
        #expect(try ben.wallet.decline(payment.text) == decline)
        #expect(try anna.wallet.cancel(decline).amount == economy.amount(300))

        refuses(.paymentRefused) { try ben.wallet.receive(payment.text) }
        refuses(.paymentRefused) { try anna.wallet.showPayment(1) }
        var balances = try anna.wallet.balances()
        #expect(balances.offline.minorUnits == 700 && balances.awaiting.minorUnits == 300 && balances.held.isEmpty)
        try anna.sync()
        balances = try anna.wallet.balances()
        #expect(balances.offline.minorUnits == 700 && balances.awaiting.isZero && balances.held.isEmpty)
        #expect(balances.account?.balance.minorUnits == 300)
        let line = try #require(try anna.line("p1"))
        #expect(line.status == .cancelled && line.event == .returnedAfterDecline)
        #expect(try economy.hub.audit().isSound)
    }

    @Test func aSecondSyncHasNothingLeftToUpload() throws {
        let story = try Declined()
        try story.anna.sync()

        #expect(try story.anna.sync().outcome(of: .uploads) == .idle)
        #expect(try story.economy.balance(story.anna) == 300)
    }

    @Test func aLostAnswerIsAskedForAgainAndPaidOnce() throws {
        let story = try Declined()
        story.economy.network.losesAnswers = true
        for _ in 0..<3 { _ = try story.anna.wallet.sync() }
        story.economy.network.losesAnswers = false

        #expect(try story.economy.balance(story.anna) == 300)
        #expect(try story.economy.hub.audit().isSound)
    }

    @Test func aPaymentThatTheHubAlreadyKnowsReturnsToo() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        try anna.sync()

        try anna.wallet.cancel(try ben.wallet.decline(payment.text))

        #expect(try economy.balance(anna) == 300)
    }

    @Test func aPaymentTakenBackReturnsEarlierOnceItIsDeclined() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        try anna.wallet.withhold(1)
        try anna.sync()
        #expect(try anna.held == 300)

        try anna.wallet.cancel(try ben.wallet.decline(payment.text))

        #expect(try economy.balance(anna) == 300)
        #expect(try anna.held == 0)
    }

    @Test func everyCoinOfADeclinedBundleReturns() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 10_000, offline: 6_000)
        let ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(5_500)).text)
        #expect(payment.tokens > 1)

        try anna.wallet.cancel(try ben.wallet.decline(payment.text))

        #expect(try economy.balance(anna) == 9_500)
        #expect(try economy.hub.audit().isSound)
    }

    @Test func whatWasReceivedAndIsPaidOnReturnsToWhoPaidItOn() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let cleo = try economy.person("cleo")
        try ben.isPaid(400, by: anna)
        let payment = try ben.wallet.pay(try cleo.wallet.request(economy.amount(150)).text)

        try ben.wallet.cancel(try cleo.wallet.decline(payment.text))

        #expect(try economy.balance(ben) == 400)
        #expect(try economy.balance(cleo) == 0)
        #expect(try economy.hub.audit().cases.isEmpty)
    }

    @Test func whenNobodySyncsBeforeTheRefundDateTheSweepReturnsIt() throws {
        let story = try Declined()
        story.economy.time.advance(days: 40)
        try story.economy.hub.sweep(story.economy.time.now)

        #expect(try story.economy.balance(story.anna) == 1_000)
        #expect(try story.anna.wallet.balances().awaiting.isZero)
        #expect(try story.anna.line("p1")?.status == .cancelled)
    }

    @Test func aWalletThatWasRolledBackDoesNotDeclineWhatItMayHaveTaken() throws {
        let economy = try TestEconomy()
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        let request = try ben.wallet.request(economy.amount(300))
        let image = try ben.image()
        let payment = try anna.wallet.pay(request.text)
        _ = try ben.wallet.receive(payment.text)
        try ben.sync()
        try ben.rollBack(to: image)

        refuses(.frozen) { try ben.wallet.decline(payment.text) }
    }

    @Test(arguments: WalletStep.allCases) func whereverAWalletIsKilledADeclinedPaymentReturnsOnce(step: WalletStep)
        throws
    {
        let economy = try TestEconomy(seed: 3)
        let anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        let ben = try economy.person("ben")
        for person in [anna, ben] { person.killer.step = step }
        let request = try ben.persist { try $0.request(economy.amount(300)) }
        let payment = try anna.persist { try $0.pay(request.text) }
        let decline = try ben.persist { try $0.decline(payment.text) }
        try anna.persist { try $0.cancel(decline) }
        for _ in 0..<2 { try anna.persist { _ = try $0.sync() } }

        #expect(try economy.balance(anna) == 300)
        #expect(try anna.offline == 700)
        #expect(try anna.wallet.balances().held.isEmpty)
        #expect(try economy.hub.audit().isSound)
        #expect(try economy.hub.audit().cases.isEmpty)
    }
}

/// Anna, with 10.00 in tokens, has paid Ben 3.00 and filed his decline; she has not synced since.
private struct Declined {
    let economy: TestEconomy
    let anna: Person
    let ben: Person

    init() throws {
        economy = try TestEconomy()
        anna = try economy.person("anna", funds: 1_000, offline: 1_000)
        ben = try economy.person("ben")
        let payment = try anna.wallet.pay(try ben.wallet.request(economy.amount(300)).text)
        try anna.wallet.cancel(try ben.wallet.decline(payment.text))
    }
}

extension Person {
    fileprivate func line(_ subject: String) throws -> Activity? {
        try wallet.activity(limit: 100).first { $0.subject?.description == subject }
    }

    /// Does something until it is not cut short, as a person would.
    @discardableResult
    fileprivate func persist<R>(_ body: (Wallet) throws -> R) throws -> R {
        while true {
            do {
                return try body(wallet)
            } catch is Killer.Killed {
                while (try? reopen()) == nil {}
            }
        }
    }
}
