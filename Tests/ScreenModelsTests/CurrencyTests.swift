// SPDX-License-Identifier: MIT
import Banking
import Hub
import HubAPI
import Money
import ScreenModels
import TestSupport
import Testing

@MainActor
struct CurrencyTests {
    private func network() throws -> (TestNetwork, dollar: Currency) {
        let network = try TestNetwork()
        let dollar = try Currency(code: "USD")
        try network.hub.add(dollar)
        try network.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5"))
        return (network, dollar)
    }

    @Test func anOpenRequestIsPaidInItsOwnCurrencyAfterAnExchange() async throws {
        let (network, dollar) = try network()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        let asking = RequestsModel(bob.session)
        await asking.load()
        #expect(bob.session.currencies.map(\.code) == ["EUR", "USD"])
        (asking.payer, asking.amount.currency) = ("alice", dollar)
        await asking.ask()
        #expect(asking.made?.request.currency == "USD" && asking.made?.request.amount == nil)

        let paying = RequestsModel(alice.session)
        await paying.load()
        paying.look(at: try #require(paying.requests.items.first))
        #expect(paying.chosen.currency == dollar)
        paying.chosen.text = "5"
        await paying.pay()
        #expect(paying.refusal?.word == .refusedInsufficient)
        let missing = try #require(paying.shortage)
        #expect(missing == Amount(minorUnits: 500, currency: dollar))

        let exchange = ExchangeModel(alice.session, wanted: missing)
        await exchange.load()
        #expect(exchange.from?.code == "EUR" && exchange.to == dollar && exchange.canAsk)
        await exchange.ask()
        guard case .quoted(let quote) = exchange.step else { throw UnexpectedResult("\(exchange.refusal as Any)") }
        #expect(quote.get == missing && !exchange.isOver(quote))
        await exchange.take()
        guard case .done = exchange.step else { throw UnexpectedResult("\(exchange.refusal as Any)") }
        #expect(paying.shortage == nil)
        await paying.pay()
        #expect(paying.looked?.state == .paid, "\(paying.refusal?.detail ?? "")")
        await bob.session.sync()
        #expect(bob.session.available(in: dollar) == missing)
        #expect(try network.hub.audit().isSound)
    }

    @Test func aQuoteThatHasRunOutIsRefusedAndAnotherCanBeAskedFor() async throws {
        let (network, dollar) = try network()
        let alice = try await network.phone("alice", funds: 5_000)
        let model = ExchangeModel(alice.session)
        await model.load()
        (model.to, model.amount.text) = (dollar, "10")
        await model.ask()
        guard case .quoted(let quote) = model.step else { throw UnexpectedResult("\(model.refusal as Any)") }
        network.time.advance(seconds: 61)
        #expect(model.isOver(quote))
        await model.take()
        #expect(model.refusal?.word == .refusedQuoteExpired && alice.atHub == 5_000 && model.canAsk)
        model.from = dollar
        #expect(model.to?.code == "EUR" && model.amount.currency == dollar)
    }

    @Test func anExchangeWhoseAnswerIsLostIsNotOrderedTwice() async throws {
        let (network, dollar) = try network()
        let alice = try await network.phone("alice", funds: 5_000)
        let model = ExchangeModel(alice.session)
        await model.load()
        (model.to, model.amount.text) = (dollar, "10")
        await model.ask()
        network.line.losesAnswers = true
        await model.take()
        guard case .waiting = model.step else { throw UnexpectedResult("\(model.step)") }
        network.line.losesAnswers = false
        await alice.session.sync()
        #expect(alice.atHub == 4_000 && alice.session.available(in: dollar)?.minorUnits == 1_079)
    }

    @Test func anotherCurrencyIsSentFromWhatIsThereOfIt() async throws {
        let (network, dollar) = try network()
        let alice = try await network.phone("alice", funds: 5_000)
        let bob = try await network.phone("bob")
        _ = try network.hub.topUp(.account("alice"), Amount(minorUnits: 700, currency: dollar))
        await alice.session.sync()
        let model = SendModel(alice.session)
        await model.loadContacts()
        (model.recipient, model.amount.currency, model.amount.text) = ("bob", dollar, "8")
        #expect(model.objection?.word == .refusedMoreThanAvailable)
        model.amount.text = "6"
        model.review()
        await model.send()
        await bob.session.sync()
        #expect(bob.session.available(in: dollar)?.minorUnits == 600 && alice.atHub == 5_000)
    }

    @Test func moneyGoesToABankOnceAndComesBackWhileNoBankHasSeenIt() async throws {
        let (network, _) = try network()
        try network.hub.setBank(
            network.currency, iban: try IBAN("DE89370400440532013000"), name: "Hub Inc.", bic: nil, version: .v03)
        let alice = try await network.phone("alice", funds: 5_000)
        let model = BankModel(alice.session)
        await model.load()
        #expect(model.funding.value?.banks.map(\.iban) == ["DE89370400440532013000"] && model.payouts.isEmpty)
        (model.amount.text, model.iban, model.name) = ("20", "GB29 NWBK 6016 1331 9268 18", "A. Smith")
        #expect(model.objection?.word == .refusedIBAN && !model.canReview)
        model.iban = "gb29 nwbk 6016 1331 9268 19"
        model.review()
        #expect(model.reviewed?.amount == network.amount(2_000))
        await model.payOut()
        #expect(model.ordered?.isWaiting == false && alice.atHub == 3_000, "\(model.refusal?.detail ?? "")")
        await model.cancel(try #require(model.payouts.items.first))
        #expect(model.payouts.items.map(\.state) == [.cancelled] && alice.atHub == 5_000)
        (model.amount.text, model.iban, model.name) = ("5", "GB29NWBK60161331926819", "A. Smith")
        model.review()
        network.line.losesAnswers = true
        await model.payOut()
        #expect(model.ordered?.isWaiting == true)
        network.line.losesAnswers = false
        await alice.session.sync()
        #expect(alice.atHub == 4_500)
    }
}
