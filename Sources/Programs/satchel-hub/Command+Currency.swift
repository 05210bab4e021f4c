// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Terminal

extension Option {
    fileprivate static let spread = Option(
        "spread", value: "percent", "What is kept on either side, in percent.", fallback: "0")
}

extension Operand {
    fileprivate static let code = Operand("code", "An ISO 4217 code, such as EUR.")
    fileprivate static let pair = Operand("pair", "Two currencies: EUR/USD is what one EUR costs in USD.")
    fileprivate static let rate = Operand("rate", "A decimal number, such as 1.0850.")
}

extension Command {
    /// Which currencies the hub keeps, and what it converts them at.
    static let currency = Command(
        "currency", "Keep other currencies, and set the rates between them.",
        discussion: "May be used while the hub serves.",
        commands: [
            Command("list", "Show the currencies and rates.") { invocation in
                try HubProgram.with(invocation) { hub in
                    let list = try hub.currencies()
                    guard !invocation.wantsJSON else {
                        return invocation.console.print([
                            "currencies": .array(list.currencies.map(JSON.text)),
                            "rates": .array(
                                list.rates.map {
                                    ["pair": .text($0.pair), "rate": .text($0.rate), "spread": .text($0.spread)] as JSON
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
                "add", "Keep one more currency, for good.", operands: [.code],
                examples: [.init("satchel-hub currency add EUR", "Let accounts hold euros too.")]
            ) { invocation in
                try HubProgram.with(invocation) { hub in
                    let currency = try invocation.operand(.code) { try Currency(code: $0) }
                    try hub.add(currency)
                    invocation.answer(["currency": .text(currency.code)], "This hub keeps \(currency.code).")
                }
            },
            Command(
                "rate", "Set what one unit of a currency costs in another.",
                discussion: "Quotes that were given before are kept to for their minute.",
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
                        ["pair": .text(rate.pair), "rate": .text(rate.text), "spread": .text(rate.spreadText)],
                        "\(rate.pair) is \(rate.text), spread \(rate.spreadText) %.")
                }
            },
            Command("forget", "Convert no more between two currencies.", operands: [.pair]) { invocation in
                try HubProgram.with(invocation) { hub in
                    let pair = try ExchangeRate(pair: try invocation.operand(.pair), rate: "1", spread: "0")
                    try hub.forgetRate(between: pair.base, and: pair.counter)
                    invocation.answer(["pair": .text(pair.pair)], "\(pair.pair) is converted no more.")
                }
            },
        ])
}

extension HubProgram {
    /// Reads an amount in the currency that it names, such as 5EUR, or else in the hub's first one.
    static func amount(_ text: String, first: Currency) throws -> Amount {
        let words = text.split { !$0.isLetter }
        let named = words.count == 1 ? Currency.all.first { $0.code == words[0].uppercased() } : nil
        return try Amount(parsing: text, currency: named ?? first)
    }
}
