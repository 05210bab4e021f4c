// SPDX-License-Identifier: MIT
import Bytes
import HubAPI
import Money
import Terminal
import Wallet

extension Operand {
    fileprivate static let give = Operand("give", "Money to sell: an amount such as 50USD, or a currency.")
    fileprivate static let get = Operand("get", "Money to buy: a currency, or an amount such as 50EUR.")
}

extension Command {
    /// Other currencies than the hub's first.
    static let exchange: [Command] = [
        Command("currencies", "List the hub's currencies and its exchange rates.") { invocation in
            let list = try CommandContext(invocation).open().currencies()
            guard !invocation.wantsJSON else {
                return invocation.console.print([
                    "currencies": .array(list.currencies.map(JSONValue.string)),
                    "rates": .array(
                        list.rates.map {
                            ["pair": .string($0.pair), "rate": .string($0.rate), "spread": .string($0.spread)]
                                as JSONValue
                        }),
                ])
            }
            invocation.console.print("Currencies: \(list.currencies.joined(separator: ", ")).")
            for rate in list.rates { invocation.console.print("\(rate.pair) \(rate.rate), spread \(rate.spread) %") }
        },
        Command(
            "convert", "Convert money at the hub to another currency, at a quote that is valid for one minute.",
            confirms: true,
            discussion: """
                Give the amount with exactly one of the two currencies. The command shows the quote and asks before \
                it converts.
                """,
            options: [.dryRun], operands: [.give, .get],
            examples: [
                .init("satchel convert 50USD EUR", "Sell 50.00 USD for euros."),
                .init("satchel convert USD 50EUR", "Buy 50.00 EUR with dollars."),
            ]
        ) { invocation in
            let wallet = try CommandContext(invocation).open()
            let quote = try wallet.quote(invocation)
            let sentence =
                "Sell \(quote.give.formatted) for \(quote.get.formatted) at \(quote.pair) \(quote.rate), spread "
                + "\(quote.spread) %. Rounding costs \(Self.rounding(quote))."
            guard !invocation.has(.dryRun) else {
                return invocation.answer(json(quote, converted: nil), sentence + " Nothing was converted.")
            }
            try invocation.confirm(sentence + " Convert?")
            let name = try wallet.convert(quote)
            invocation.answer(
                json(quote, converted: name), "Converted \(quote.give.formatted) to \(quote.get.formatted) (\(name)).")
        },
    ]

    /// The rounding cost as a fraction of the minor unit, such as "0.000042 of the smallest unit".
    private static func rounding(_ quote: Quote) -> String {
        let digits = String(quote.roundingMillionths)
        return "0." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + " of the smallest unit"
    }
}

private func json(_ quote: Quote, converted: ReferenceID?) -> JSONValue {
    [
        "give": .amount(quote.give), "get": .amount(quote.get), "pair": .string(quote.pair),
        "rate": .string(quote.rate),
        "spread": .string(quote.spread), "roundingMillionths": .number(quote.roundingMillionths),
        "order": .string(converted?.description),
    ]
}

extension Wallet {
    fileprivate func quote(_ invocation: Invocation) throws -> Quote {
        let (give, get) = (try invocation.operand(.give), try invocation.operand(.get))
        guard let from = Currency.named(in: give), let to = Currency.named(in: get) else {
            throw Failure(.usage, "Name both currencies, such as: satchel convert 50USD EUR.")
        }
        let amounts = (hasNumber(give), hasNumber(get))
        guard amounts.0 != amounts.1 else {
            throw Failure(.usage, "Give the amount with one of the two: satchel convert 50USD EUR, or USD 50EUR.")
        }
        let amount =
            amounts.0 ? try Amount(parsing: give, currency: from) : try Amount(parsing: get, currency: to)
        do {
            return try quote(from: from, to: to, amount)
        } catch let error as WalletError where error.code == .hubUnreachable || error.code == .noAnswer {
            throw WalletError(error.code, "Nothing was ordered. " + error.message, cause: error)
        }
    }

    private func hasNumber(_ text: String) -> Bool { text.contains { $0.isNumber } }
}
