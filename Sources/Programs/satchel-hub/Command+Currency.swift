// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import Money
import Terminal

extension Option {
    fileprivate static let spread = Option(
        "spread", value: "percent", "The hub's margin on each side, in percent.", fallback: "0")
}

extension Operand {
    fileprivate static let code = Operand("code", "ISO 4217 code, such as EUR.")
    fileprivate static let pair = Operand("pair", "Currency pair: EUR/USD is the price of one EUR in USD.")
    fileprivate static let rate = Operand("rate", "Decimal number, such as 1.0850.")
}

extension Command {
    /// The hub's currencies and exchange rates.
    static let currency = Command(
        "currency", "Add currencies and set exchange rates.",
        discussion: "You can run these commands while the hub serves.",
        commands: [
            Command("list", "List currencies and exchange rates.") { invocation in
                try HubProgram.with(invocation) { hub in
                    let list = try hub.currencies()
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
                    for rate in list.rates {
                        invocation.console.print("\(rate.pair) \(rate.rate), spread \(rate.spread) %")
                    }
                }
            },
            Command(
                "add", "Add a currency to the hub. It cannot be removed.", operands: [.code],
                examples: [.init("satchel-hub currency add EUR", "Let accounts hold euros.")]
            ) { invocation in
                try HubProgram.with(invocation) { hub in
                    let currency = try invocation.operand(.code) { try Currency(code: $0) }
                    try hub.add(currency)
                    invocation.answer(["currency": .string(currency.code)], "Added \(currency.code) to the hub.")
                }
            },
            Command(
                "rate", "Set the exchange rate of a currency pair.",
                discussion: "Earlier quotes stay valid for their minute.",
                options: [.spread], operands: [.pair, .rate],
                examples: [
                    .init("satchel-hub currency rate EUR/USD 1.0850 --spread 0.5", "Buy at 1.079575, sell at 1.090425.")
                ]
            ) { invocation in
                try HubProgram.with(invocation) { hub in
                    let rate = try ExchangeRate(
                        pair: try invocation.operand(.pair), rate: try invocation.operand(.rate),
                        spread: try invocation.required(.spread))
                    try hub.set(rate)
                    invocation.answer(
                        ["pair": .string(rate.pair), "rate": .string(rate.text), "spread": .string(rate.spreadText)],
                        "Set \(rate.pair) to \(rate.text), spread \(rate.spreadText) %.")
                }
            },
            Command("remove-rate", "Remove the exchange rate of a pair.", confirms: true, operands: [.pair]) {
                invocation in
                try HubProgram.with(invocation) { hub in
                    let pair = try ExchangeRate(pair: try invocation.operand(.pair), rate: "1", spread: "0")
                    try invocation.confirm("Remove the exchange rate of \(pair.pair)?")
                    try hub.forgetRate(between: pair.base, and: pair.counter)
                    invocation.answer(["pair": .string(pair.pair)], "Stopped conversion of \(pair.pair).")
                }
            },
        ])
}

extension HubProgram {
    /// Reads an amount in the currency that the text names, such as 5EUR, or else in the hub's first currency.
    static func amount(_ text: String, first: Currency) throws -> Amount {
        let words = text.split { !$0.isLetter }
        let named = words.count == 1 ? Currency.all.first { $0.code == words[0].uppercased() } : nil
        return try Amount(parsing: text, currency: named ?? first)
    }
}
