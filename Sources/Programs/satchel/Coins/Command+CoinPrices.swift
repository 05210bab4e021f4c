// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Money
import Terminal

extension Operand {
    fileprivate static let coin = Operand(
        "coin", "Coin: BTC, ETH, SOL, POL, BNB or AVAX.",
        completion: .choices(["BTC", "ETH", "SOL", "POL", "BNB", "AVAX"]))
}

extension Option {
    fileprivate static let over = Option(
        "over", value: "span", "Period: day, week, month or year.", fallback: PriceSpan.week.rawValue,
        completion: .choices(PriceSpan.allCases.map(\.rawValue)))
}

extension Command {
    /// Prices of coins, and their history.
    static let coinPrices: [Command] = [
        Command(
            "price", "Show the price of a coin and its change.",
            discussion: """
                The command asks only the source of --prices, and for earlier days the source of --price-history. \
                Without a source for earlier days, it shows the prices that this wallet has seen.
                """,
            options: [.over, .prices, .priceHistory, .currency], operands: [.coin],
            examples: [.init("satchel coins price BTC --over month", "Show the last 30 days.")]
        ) { invocation in
            let unit = try invocation.operand(.coin) { word in
                let units = [.bitcoin, .ether, .sol] + EVMNetwork.all.map(\.unit).filter { $0.priceName != nil }
                guard let unit = units.first(where: { $0.symbol.uppercased() == word.uppercased() }) else {
                    throw Failure(.usage, "choose BTC, ETH, SOL, POL, BNB or AVAX")
                }
                return unit
            }
            let span = try invocation.choice(.over, of: PriceSpan.self) ?? .week
            let context = try CoinContext(invocation)
            guard context.coins.hasPrices else {
                throw Failure(.usage, "There is no price source. Give --prices and --currency.")
            }
            guard let history = try context.coins.priceHistory(of: unit, over: span) else {
                throw Failure(.failed, "There is no price of \(unit.symbol) for the last \(span.days) days.")
            }
            if let refusal = history.refusal { invocation.console.note(refusal.message.printable()) }
            guard !invocation.wantsJSON else { return invocation.console.print(json(history, unit)) }
            invocation.console.print("\(unit.symbol)  \(history.last.price.formatted)")
            if let change = history.changeInTenthsOfPercent {
                let sign = change < 0 ? "-" : "+"
                invocation.console.print(
                    "change   \(sign)\(change.magnitude / 10).\(change.magnitude % 10) % over the \(span.rawValue)")
            }
            for (name, point) in [("lowest ", history.lowest), ("highest", history.highest)] {
                invocation.console.print("\(name)  \(point.price.formatted)  \(CoinContext.shown(time: point.time))")
            }
            if history.origin == .seen { invocation.console.print("Based on the prices that this wallet has seen.") }
            invocation.console.print(line(history))
        }
    ]

    /// The price as a line of characters of eight heights.
    private static func line(_ history: PriceHistory) -> String {
        let signs = Array("▁▂▃▄▅▆▇█")
        let columns = 60
        var heights = [Int?](repeating: nil, count: columns)
        for point in history.points {
            let place = history.place(of: point)
            heights[min(place.x * columns / 1_001, columns - 1)] = min(place.y * signs.count / 1_001, signs.count - 1)
        }
        var last = 0
        return String(
            heights.map { height in
                last = height ?? last
                return signs[last]
            })
    }

    private static func json(_ history: PriceHistory, _ unit: Chains.Unit) -> JSONValue {
        func json(_ point: PricePoint) -> JSONValue {
            ["time": .time(point.time), "price": .amount(point.price)]
        }
        return [
            "coin": .string(unit.symbol), "over": .string(history.span.rawValue),
            "isSeen": .bool(history.origin == .seen), "reason": .string(history.refusal?.code.rawValue),
            "price": .amount(history.last.price),
            "lowest": json(history.lowest), "highest": json(history.highest),
            "changeInTenthsOfPercent": history.changeInTenthsOfPercent.map { .number(Int64($0)) } ?? .null,
            "points": .array(history.points.map(json)),
        ]
    }
}
