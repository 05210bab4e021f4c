// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Money
import SQL
import Tokens

/// The routes for currencies, quotes and conversions.
struct ExchangeRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.open(Routes.currencies) { call in
            let list = try context.store.read { database in
                let table = context.currencies(database)
                return CurrencyList(currencies: try table.kept().map(\.code), rates: try table.rates())
            }
            call.answer(list)
        }
        router.account(Routes.quote) { call, caller in call.answer(try quote(call.input, for: caller)) }
        router.account(Routes.convert) { try convert($0, $1) }
    }

    private func quote(_ order: QuoteOrder, for caller: Caller) throws -> Quote {
        let (from, to) = (try Currency(code: order.from), try Currency(code: order.to))
        guard from != to else { throw HubProblem(.badRequest, "A conversion has two currencies.") }
        guard order.amount.currency == from || order.amount.currency == to else {
            throw HubProblem(
                .badRequest, "The amount is what is given or what is got: in \(from.code) or in \(to.code).")
        }
        guard order.amount.isPositive else {
            throw HubProblem(.amountNotPositive, "The amount must be more than zero.")
        }
        let rate = try context.store.read { database in
            let table = context.currencies(database)
            for currency in [from, to] { try table.require(currency) }
            return try table.rate(from, to)
        }
        let exchange =
            order.amount.currency == from
            ? try rate.exchange(giving: order.amount) : try rate.exchange(getting: order.amount)
        let now = context.clock.now()
        let signed = SignedQuote(
            id: context.random.bytes(16), account: caller.id, give: exchange.give, get: exchange.get, rate: rate,
            expires: now.adding(seconds: SignedQuote.life))
        return Quote(
            quote: signed.text(secret: context.keys.passingSecret), give: exchange.give, get: exchange.get,
            pair: rate.pair,
            rate: rate.text, spread: rate.spreadText, roundingMillionths: exchange.rounding,
            expires: signed.expires.seconds, time: now.seconds)
    }

    private func convert(_ call: Call<ConvertOrder, ConvertAnswer>, _ caller: Caller) throws {
        let order = call.input
        let request = try Operations.fingerprint(Routes.convert.path, order)
        let known = try context.store.read {
            try Operations.replay(account: caller.id, id: order.id, request: request, in: $0)
        }
        if let known { return call.finish(.success(known)) }
        let quote = try SignedQuote(order.quote, for: caller.id, secret: context.keys.passingSecret)
        context.store.write { store in
            try Operations.once(account: caller.id, id: order.id, request: request, in: store) {
                try take(quote, order.id, for: caller, in: store)
            }
        } reply: {
            call.finish($0)
        }
    }

    /// Converts with two entries, one in each currency, against the hub's own positions.
    private func take(
        _ quote: SignedQuote, _ id: OperationID, for caller: Caller, in store: StoreChange
    ) throws -> (output: ConvertAnswer, entry: Int64?) {
        let (ledger, table) = (context.ledger(store), context.currencies(store.database))
        guard quote.isKept(at: store.now) else {
            throw HubProblem(.quoteExpired, "The quote has expired. Nothing was moved; ask for another.")
        }
        guard try store.database.row("SELECT 1 FROM conversion WHERE quote = ?", [.blob(quote.id)]) == nil else {
            throw HubProblem(.quoteUsed, "The quote was taken already. Ask for another.")
        }
        try AccountBalance.requireUnfrozen(caller.id, in: store.database)
        let giver = table.name(of: caller.account, in: quote.give.currency)
        try context.requireFunds(quote.give, on: giver, ledger)
        let given = try half(
            quote.give, from: giver, to: LedgerName.clearing(quote.give.currency), id, caller, ledger)
        let taker = try table.open(quote.get.currency, for: caller.id, caller.account, ledger: ledger)
        let got = try half(
            quote.get, from: LedgerName.clearing(quote.get.currency),
            to: table.name(of: caller.account, in: quote.get.currency), nil, caller, ledger)
        try store.database.run(
            """
            INSERT INTO conversion (quote, account, given, got, give_currency, give, get_currency, get, pair, billionths, spread)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(quote.id), .integer(caller.id), .integer(given), .integer(got), .text(quote.give.currency.code),
                .integer(quote.give.minorUnits), .text(quote.get.currency.code), .integer(quote.get.minorUnits),
                .text(quote.rate.pair), .integer(quote.rate.billionths), .integer(quote.rate.spread),
            ])
        let source = try table.requireLedgerAccount(of: caller.id, in: quote.give.currency)
        let answer = ConvertAnswer(
            given: try context.history.transaction(entry: given, of: source, from: store.database),
            got: try context.history.transaction(entry: got, of: taker, from: store.database),
            balances: try [quote.give, quote.get].map {
                try AccountBalance.one(caller.id, in: $0.currency, first: context.currency, from: store.database)
            })
        return (answer, given)
    }

    private func half(
        _ amount: Amount, from source: AccountName, to destination: AccountName, _ operation: OperationID?,
        _ caller: Caller, _ ledger: Ledger
    ) throws -> Int64 {
        try ledger.open(LedgerName.clearing(amount.currency), in: amount.currency, mayOverdraw: true)
        return try ledger.post(
            Entry(moving: amount, from: source, to: destination),
            .init(.conversion, operation: operation, operatedBy: caller.id)
        ).entry
    }
}
