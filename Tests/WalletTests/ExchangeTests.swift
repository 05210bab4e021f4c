// SPDX-License-Identifier: MIT
import Banking
import Hub
import HubAPI
import Money
import Testing
import Wallet

@Suite struct ExchangeTests {
    private let eur: Currency
    private let economy: TestEconomy
    private let alice: Person

    init() throws {
        eur = try Currency(code: "EUR")
        economy = try TestEconomy()
        try economy.hub.add(eur)
        try economy.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5"))
        alice = try economy.person("alice", funds: 2_000)
    }

    private func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: eur) }

    @Test func aQuoteThatIsTakenShowsInBothBalances() throws {
        let quote = try alice.wallet.quote(from: economy.currency, to: eur, economy.amount(1_000))
        #expect(quote.get == euros(917))
        let name = try alice.wallet.convert(quote)
        let balances = try alice.wallet.balances()
        #expect(balances.account?.balance == economy.amount(1_000) && balances.others.map(\.balance) == [euros(917)])
        let line = try #require(try alice.wallet.activity().first { $0.subject == name })
        #expect(line.kind == .converted && line.status == .done && line.amount == economy.amount(1_000))
        try alice.sync()
        #expect(try alice.wallet.balances().others.map(\.balance) == [euros(917)])
        #expect(try economy.hub.audit().isSound)
    }

    @Test func anotherCurrencyIsSentAndReceived() throws {
        _ = try economy.hub.topUp(.account("alice"), euros(500))
        let bob = try economy.person("bob")
        try alice.sync()
        try alice.wallet.send(to: "bob", euros(200))
        #expect(try alice.wallet.balances().queuedOthers == [euros(200)])
        #expect(try alice.wallet.balances().queued.isZero)
        try alice.sync()
        try bob.sync()
        #expect(try alice.wallet.balances().others.map(\.balance) == [euros(300)])
        #expect(try bob.wallet.balances().others.map(\.balance) == [euros(200)])
    }

    @Test func theHistoryOfAnotherCurrencySaysWhyAPayoutCameBack() throws {
        try economy.hub.setBank(
            eur, iban: try IBAN("DE89370400440532013000"), name: "Hub Inc.", bic: nil, version: .v03)
        _ = try economy.hub.topUp(.account("alice"), euros(500))
        try alice.wallet.payOut(euros(200), to: try IBAN("GB29NWBK60161331926819"), name: "A. Smith")
        let payout = try #require(try alice.wallet.payouts().first)
        _ = try economy.hub.cancelPayout(payout.id, reason: "The bank is closed.")

        let page = try alice.wallet.accountHistory(HistoryFilter(), in: eur).page
        #expect(page.items.map(\.amount) == [euros(200), euros(-200), euros(500)])
        #expect(page.items.first?.note == "The bank is closed.")
        #expect(try alice.wallet.accountHistory(HistoryFilter()).page.items.map(\.amount) == [economy.amount(2_000)])
        var large = HistoryFilter()
        large.least = euros(300)
        #expect(try alice.wallet.accountHistory(large, in: eur).page.items.map(\.amount) == [euros(500)])
        #expect(try alice.wallet.historySummary(large, in: eur).total.received == euros(500))
        #expect(try alice.wallet.exportHistory(HistoryFilter(), in: eur, as: .csv) { _ in } == 3)
        // Each is kept under its own name.
        economy.network.isDown = true
        #expect(try alice.wallet.accountHistory(HistoryFilter(), in: eur).page.items == page.items)
    }

    @Test func aLostAnswerIsAskedForAgainAndMoneyMovesOnce() throws {
        let quote = try alice.wallet.quote(from: economy.currency, to: eur, economy.amount(1_000))
        economy.network.losesAnswers = true
        let failure = #expect(throws: WalletError.self) { try alice.wallet.convert(quote) }
        #expect(failure?.keptOrder == .row(ReferenceID(.order, 1)))
        economy.network.losesAnswers = false
        economy.time.advance(seconds: 3_600)
        try alice.sync()
        #expect(try alice.wallet.balances().others.map(\.balance) == [euros(917)])
        #expect(try alice.wallet.balances().account?.balance == economy.amount(1_000))
    }

    @Test func anOrderThatNeverArrivedEndsWithItsQuote() throws {
        let quote = try alice.wallet.quote(from: economy.currency, to: eur, economy.amount(1_000))
        economy.network.isDown = true
        #expect(throws: WalletError.self) { try alice.wallet.convert(quote) }
        economy.network.isDown = false
        economy.time.advance(seconds: 3_600)
        #expect(try alice.wallet.sync().failure?.code == .hubRefused)
        #expect(try alice.wallet.activity().first { $0.kind == .converted }?.status == .failed)
        #expect(try alice.wallet.balances().account?.balance == economy.amount(2_000))
        try alice.sync()
    }

    @Test(arguments: [WalletStep.orderWriting, .orderWritten, .orderAnswered, .orderSettling, .orderSettled])
    func aWalletThatDiesAtAnyStepConvertsOnceOrNotAtAll(step: WalletStep) throws {
        let quote = try alice.wallet.quote(from: economy.currency, to: eur, economy.amount(1_000))
        alice.killer.step = step
        #expect(throws: (any Error).self) { try alice.wallet.convert(quote) }
        try alice.reopen()
        try alice.sync()
        let hasConverted = try alice.wallet.balances().others.first?.balance == euros(917)
        #expect(hasConverted == (step != .orderWriting))
        #expect(try economy.hub.audit().isSound)
    }
}
