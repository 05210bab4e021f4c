// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import Money
import Testing

@Suite struct ExchangeTests {
    private func euros(_ cents: Int64) throws -> Amount {
        Amount(minorUnits: cents, currency: try Currency(code: "EUR"))
    }

    private func hub() throws -> TestHub {
        let hub = try TestHub()
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
        try hub.requireSoundBooks()
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
    }

    @Test func theOtherSideMayBeNamedToo() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 2_000)
        let quote = try quote(try euros(1_000), from: "USD", to: "EUR", as: alice)
        #expect(quote.give == dollars(1_091) && quote.roundingMillionths == 575_000)
        _ = try convert(quote, as: alice)
        #expect(try balances(alice) == [dollars(909), try euros(1_000)])
        try hub.requireSoundBooks()
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
        try hub.requireSoundBooks()
    }

    @Test func aQuoteIsKeptToWhenTheRateChanges() throws {
        let hub = try hub()
        let alice = try hub.account("alice", cents: 1_000)
        let quote = try quote(dollars(500), from: "USD", to: "EUR", as: alice)
        try hub.hub.set(try ExchangeRate(pair: "USD/EUR", rate: "0.5", spread: "0"))
        #expect(try hub.hub.currencies().rates.map(\.pair) == ["USD/EUR"])
        #expect(try convert(quote, as: alice).got.amount == quote.get)
        try hub.requireSoundBooks()
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
        try hub.requireSoundBooks()
    }
}
