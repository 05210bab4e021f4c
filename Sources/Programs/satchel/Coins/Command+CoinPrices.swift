// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import Terminal

extension Operand {
    fileprivate static let coin = Operand(
        "coin", "Such as BTC, ETH, SOL or POL.", completion: .choices(["BTC", "ETH", "SOL", "POL", "BNB", "AVAX"]))
}

extension Option {
    fileprivate static let over = Option(
        "over", value: "span", "day, week, month or year.", fallback: PriceSpan.week.rawValue,
        completion: .choices(PriceSpan.allCases.map(\.rawValue)))
}

extension Command {
    /// What coins cost, and cost before.
    static let coinPrices: [Command] = [
        Command(
            "price", "Show how the price of a coin went.",
            discussion: """
                Prices are asked at --prices alone, those of earlier days at --price-history. Without the second, those \
                are shown that this wallet has seen since prices are asked.
                """,
            options: [.over, .prices, .priceHistory, .currency], operands: [.coin],
            examples: [.init("satchel coins price BTC --over month", "Of the last 30 days.")]
        ) { invocation in
            let unit = try invocation.operand(.coin) { word in
                let units = [.bitcoin, .ether, .sol] + EVMNetwork.all.map(\.unit).filter { $0.priceName != nil }
                guard let unit = units.first(where: { $0.symbol.uppercased() == word.uppercased() }) else {
                    throw Failure(.usage, "choose a coin with a price, such as BTC, ETH, SOL, POL, BNB or AVAX")
                }
                return unit
            }
            let span = try invocation.choice(.over, of: PriceSpan.self) ?? .week
            let desk = try CoinDesk(invocation)
            guard desk.coins.hasPrices else {
                throw Failure(.usage, "No source of prices is named. Give --prices and --currency.")
            }
            guard let history = try desk.coins.priceHistory(of: unit, over: span) else {
                throw Failure(.failed, "No price of \(unit.symbol) is known of the last \(span.days) days.")
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
                invocation.console.print("\(name)  \(point.price.formatted)  \(CoinDesk.shown(time: point.time))")
            }
            if history.origin == .seen { invocation.console.print("Of prices that were seen here.") }
            invocation.console.print(line(history))
        }
    ]

    /// The course in signs of eight heights.
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

    private static func json(_ history: PriceHistory, _ unit: Chains.Unit) -> JSON {
        func json(_ point: PricePoint) -> JSON {
            ["time": .integer(Int64(clamping: point.time)), "price": .amount(point.price)]
        }
        return [
            "coin": .text(unit.symbol), "over": .text(history.span.rawValue),
            "isSeen": .bool(history.origin == .seen), "reason": .text(history.refusal?.message),
            "price": .amount(history.last.price),
            "lowest": json(history.lowest), "highest": json(history.highest),
            "changeInTenthsOfPercent": history.changeInTenthsOfPercent.map { .integer(Int64($0)) } ?? .null,
            "points": .array(history.points.map(json)),
        ]
    }
}
