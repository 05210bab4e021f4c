// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import HubStorage
import Money
import Testing

@Suite struct ExchangeTests {
    private func euros(_ cents: Int64) throws -> Amount {
        Amount(minorUnits: cents, currency: try Currency(code: "EUR"))
    }

    private func hub(_ configure: (inout HubConfiguration) -> Void = { _ in }) throws -> TestHub {
        let hub = try TestHub(configure: configure)
        try hub.hub.add(try Currency(code: "EUR"))
        try hub.hub.set(try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5"))
        return hub
    }

    private func quote(_ amount: Amount, from: String, to: String, as account: TestAccount) throws -> Quote {
        try account.hub.caller.call(Routes.quote, QuoteOrder(from: from, to: to, amount: amount), as: account.proof)
    }

    private func convert(_ quote: Quote, id: OperationID? = nil, as account: TestAccount) throws -> ConvertAnswer {
        try account.hub.caller.call(
            Routes.convert, ConvertOrder(id: id ?? account.operation(), quote: quote.quote), as: account.proof)
    }

    private func balances(_ account: TestAccount) throws -> [Amount] {
        try account.hub.caller.call(Routes.balance, Nothing(), as: account.proof).balances.map(\.balance)
    }

    @Test func moneyOfAnotherCurrencyIsBookedSentAndListedByItself() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        #expect(try hub.hub.topUp(.account("alice"), try euros(500)) == euros(500))
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: try euros(200), note: "tea")
        let sent = try hub.caller.call(Routes.send, order, as: alice.proof)
        #expect(try sent.balance.balance == euros(300) && sent.transaction.counterpart == "bob")
        #expect(try balances(alice) == [dollars(1_000), try euros(300)])
        #expect(try balances(bob) == [dollars(0), try euros(200)])
        // Each currency has a history of its own, and a transaction is found whatever its currency.
        let page = try hub.caller.call(Routes.transactions, Nothing(), query: [("currency", "EUR")], as: bob.proof)
        #expect(page.items.map(\.counterpart) == ["alice"] && page.items[0].kind == .received)
        #expect(try hub.caller.call(Routes.transactions, Nothing(), as: bob.proof).items.isEmpty)
        #expect(
            try hub.caller.call(Routes.transaction, Nothing(), values: ["\(order.id)"], as: alice.proof)
                == sent.transaction)
        try hub.requireSoundLedger()
    }

    @Test func whatALockedAccountHoldsInAnotherCurrencyIsNotAvailableEither() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try hub.hub.topUp(.account("alice"), try euros(500))
        try hub.hub.lock("alice", reason: "a stolen phone")
        let balances = try hub.caller.call(Routes.balance, Nothing(), as: alice.proof).balances
        let (all, none) = ([dollars(1_000), try euros(500)], [dollars(0), try euros(0)])
        #expect(balances.map(\.balance) == all && balances.map(\.frozen) == all)
        #expect(balances.map(\.available) == none)
        // As it is: nothing of it moves.
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: try euros(1), note: nil)
        #expect(refusal { _ = try hub.caller.call(Routes.send, order, as: alice.proof) } == .accountLocked)
        try hub.hub.unlock("alice")
        let later = try hub.caller.call(Routes.balance, Nothing(), as: alice.proof).balances
        #expect(later.map(\.available) == all)
    }

    @Test func aQuoteIsExecutedOnceToTheUnitAndEachCurrencySumsToZero() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let quote = try quote(dollars(1_000), from: "USD", to: "EUR", as: alice)
        #expect(try quote.get == euros(917) && quote.rate == "1.085" && quote.expires == quote.time + 60)
        let id = alice.operation()
        let answer = try convert(quote, id: id, as: alice)
        #expect(answer.given.amount == dollars(-1_000) && answer.given.id == "\(id)" && answer.given.kind == .converted)
        #expect(try answer.got.amount == euros(917) && answer.balances.map(\.balance) == [dollars(0), try euros(917)])
        // The same again is the same answer, even when the quote is long past; another id meets a used quote.
        #expect(refusal { _ = try convert(quote, as: alice) } == .quoteUsed)
        hub.clock.advance(seconds: 600)
        #expect(try convert(quote, id: id, as: alice).got == answer.got)
        let report = try hub.hub.audit()
        #expect(report.isSound && report.totals.map(\.minorUnits) == [0, 0])
        #expect(report.lines.contains { $0.account == "clearing:USD" && $0.balance == dollars(1_000) })
        #expect(report.description.contains("EUR"))
        // They are of both currencies.
        let counted = "\(report.entries) entries, \(report.postings) postings\n"
        #expect(report.description.contains("\n" + counted), "\(report)")
        #expect(try TestHub().hub.audit().description.contains("\nUSD, 0 entries, 0 postings\n"))
    }

    @Test func theOtherSideMayBeNamedToo() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 2_000)
        let quote = try quote(try euros(1_000), from: "USD", to: "EUR", as: alice)
        #expect(quote.give == dollars(1_091) && quote.roundingMillionths == 575_000)
        _ = try convert(quote, as: alice)
        #expect(try balances(alice) == [dollars(909), try euros(1_000)])
        try hub.requireSoundLedger()
    }

    @Test func aQuoteIsForItsAccountAndItsMinute() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob", cents: 1_000)
        let quote = try quote(dollars(500), from: "USD", to: "EUR", as: alice)
        #expect(refusal { _ = try convert(quote, as: bob) } == .badRequest)
        var forged = quote
        forged.quote = String(quote.quote.reversed())
        #expect(refusal { _ = try convert(forged, as: alice) } == .badRequest)
        hub.clock.advance(seconds: 60)
        #expect(refusal { _ = try convert(quote, as: alice) } == .quoteExpired)
        #expect(try balances(alice) == [dollars(1_000)])
        try hub.requireSoundLedger()
    }

    @Test func aQuoteIsKeptToWhenTheRateChanges() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let quote = try quote(dollars(500), from: "USD", to: "EUR", as: alice)
        try hub.hub.set(try ExchangeRate(pair: "USD/EUR", rate: "0.5", spread: "0"))
        #expect(try hub.hub.currencies().rates.map(\.pair) == ["USD/EUR"])
        #expect(try convert(quote, as: alice).got.amount == quote.get)
        try hub.requireSoundLedger()
    }

    @Test func whatCannotBeConvertedIsRefusedWithItsOwnCode() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 100)
        #expect(refusal { _ = try quote(dollars(1), from: "USD", to: "USD", as: alice) } == .badRequest)
        #expect(refusal { _ = try quote(dollars(0), from: "USD", to: "EUR", as: alice) } == .amountNotPositive)
        #expect(refusal { _ = try quote(dollars(1), from: "USD", to: "CHF", as: alice) } == .unknownCurrency)
        #expect(refusal { _ = try quote(dollars(1), from: "EUR", to: "CHF", as: alice) } == .badRequest)
        try hub.hub.add(try Currency(code: "CHF"))
        #expect(refusal { _ = try quote(dollars(1), from: "USD", to: "CHF", as: alice) } == .noRate)
        #expect(
            refusal { _ = try convert(try quote(dollars(101), from: "USD", to: "EUR", as: alice), as: alice) }
                == .insufficientBalance)
        // Nobody who never had euros can give any.
        #expect(
            refusal { _ = try convert(try quote(try euros(100), from: "EUR", to: "USD", as: alice), as: alice) }
                == .insufficientBalance)
        #expect(throws: HubError.self) {
            try hub.hub.set(try ExchangeRate(pair: "GBP/USD", rate: "1.2", spread: "0"))
        }
        #expect(throws: HubError.self) { try hub.hub.topUp(.guaranteeFund, try euros(1)) }
        try hub.requireSoundLedger()
    }

    // MARK: - Asked, shared and ordered

    @Test func aRequestIsPaidInItsOwnCurrencyAndInNoOther() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        _ = try hub.hub.topUp(.account("alice"), try euros(1_000))
        let order = RequestOrder(id: bob.operation(), payer: "alice", amount: try euros(250), note: "tea")
        let asked = try hub.caller.call(Routes.newRequest, order, as: bob.proof)
        #expect(try asked.amount == euros(250) && asked.currency == "EUR")
        #expect(refusal { _ = try alice.pay(asked.id, 250) } == .wrongAmount)
        let payment = RequestPayment(id: alice.operation(), amount: try euros(250))
        let paid = try alice.pay(asked.id, payment)
        #expect(try paid.balance.balance == euros(750) && paid.transaction.amount == euros(-250))
        #expect(try alice.pay(asked.id, payment).transaction == paid.transaction)
        #expect(try balances(bob) == [dollars(0), try euros(250)])
        #expect(try bob.request(asked.id).transaction != nil)
        try hub.requireSoundLedger()
    }

    @Test func thePayerChoosesAnAmountOfTheCurrencyThatWasNamed() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let shop = try hub.account("shop")
        _ = try hub.hub.topUp(.account("alice"), try euros(1_000))
        func ask(_ amount: Amount?, _ currency: String?) throws -> MoneyRequest {
            let order = RequestOrder(id: shop.operation(), payer: nil, amount: amount, currency: currency)
            return try hub.caller.call(Routes.newRequest, order, as: shop.proof)
        }
        let asked = try ask(nil, "EUR")
        #expect(asked.amount == nil && asked.currency == "EUR")
        #expect(refusal { _ = try alice.pay(asked.id, 100) } == .wrongAmount)
        let paid = try alice.pay(asked.id, RequestPayment(id: alice.operation(), amount: try euros(100)))
        #expect(try paid.request.amount == euros(100))
        #expect(try ask(nil, nil).currency == "USD")
        #expect(refusal { _ = try ask(nil, "CHF") } == .unknownCurrency)
        #expect(refusal { _ = try ask(nil, "EURO") } != nil)
        #expect(refusal { _ = try ask(dollars(5), "EUR") } == .badRequest)
        #expect(refusal { _ = try ask(try euros(0), nil) } == .amountNotPositive)
    }

    @Test func aBillIsSharedInItsOwnCurrency() throws {
        let hub = try hub()
        let alice = try hub.account("alice")
        let bob = try hub.account("bob")
        _ = try hub.hub.topUp(.account("bob"), try euros(1_000))
        func share(_ shares: [SplitOrder.Share]) throws -> Split {
            let order = SplitOrder(
                id: alice.operation(), total: try euros(1_000), note: "taxi", expires: nil, shares: shares)
            return try hub.caller.call(Routes.newSplit, order, as: alice.proof)
        }
        let mixed = [
            SplitOrder.Share(person: "alice", amount: dollars(500)), .init(person: "bob", amount: try euros(500)),
        ]
        #expect(refusal { _ = try share(mixed) } == .wrongAmount)
        let split = try share([.init(person: "alice", weight: 1), .init(person: "bob", weight: 2)])
        #expect(try split.shares.map(\.amount) == [euros(334), euros(666)])
        let request = try bob.request(try #require(split.shares[1].request))
        #expect(try request.amount == euros(666) && request.bill?.total == euros(1_000))
        _ = try bob.pay(request.id, RequestPayment(id: bob.operation(), amount: try euros(666)))
        let shown = try hub.caller.call(Routes.split, Nothing(), values: [split.id], as: alice.proof)
        #expect(try shown.paid == euros(666) && shown.open == euros(0))
        #expect(try balances(alice) == [dollars(0), try euros(666)])
    }

    @Test func aStandingOrderPaysInItsOwnCurrencyAndOnlyOutOfIt() throws {
        let hub = try hub(longSessions)
        let alice = try hub.account("alice", cents: 100_000)
        let bob = try hub.account("bob")
        let order = RecurringOrder(
            id: alice.operation(), recipient: "bob", amount: try euros(300), rhythm: try Rhythm(.daily),
            first: CalendarDay(of: hub.clock.now), count: 2)
        let made = try hub.caller.call(Routes.newRecurring, order, as: alice.proof)
        // Dollars are no euros.
        #expect(try hub.hub.payRecurring() == .init(paid: 0, failed: 1))
        _ = try hub.hub.topUp(.account("alice"), try euros(1_000))
        hub.clock.advance(seconds: 6 * 3_600)
        #expect(try hub.hub.payRecurring() == .init(paid: 1, failed: 0))
        #expect(try balances(alice) == [dollars(100_000), try euros(700)])
        #expect(try balances(bob) == [dollars(0), try euros(300)])
        let shown = try hub.caller.call(Routes.recurring, Nothing(), values: [made.id], as: alice.proof)
        #expect(try shown.amount == euros(300) && shown.paid == 1)
        try hub.requireSoundLedger()
    }
}
