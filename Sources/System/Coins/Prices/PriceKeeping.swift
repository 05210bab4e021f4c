// SPDX-License-Identifier: MIT
internal import Chains
internal import Money
internal import Vault

/// Fetches prices at most once a minute, and records them for charts.
struct PriceKeeping {
    let coins: OpenCoins

    private var table: SealedTable<PriceRecord> { coins.table(PriceRecord.self) }

    /// For how many seconds an answer is reused, including the answer that there is no price.
    private static let freshness: UInt64 = 60
    /// For how many seconds a recorded price is used as the current one.
    private static let memory: UInt64 = 86_400
    /// For how many seconds a series is reused before it is fetched again.
    private static let seriesFreshness: UInt64 = 300

    /// The price of a whole coin; nil without a source, or when no price is available. A missing price never fails an
    /// operation.
    ///
    /// - Parameter asks: whether the source may be asked; otherwise the last price of the past day is the answer.
    func price(of unit: Unit, asks: Bool) -> Amount? {
        guard let source = coins.environment.prices, let currency = coins.environment.currency, unit.priceName != nil
        else {
            return nil
        }
        if let known = coins.recentPrices[unit], isRecent(known.time, Self.freshness) { return known.price }
        guard asks else {
            // Safe: a store that cannot be read reports its error where it is needed.
            let last = (try? seen(unit, currency))?.max { $0.time < $1.time }
            return last.flatMap { isRecent($0.time, Self.memory) ? $0.price : nil }
        }
        do {
            let price = try source.price(unit, currency)
            guard price.currency == currency, price.isPositive else { return nil }
            coins.recentPrices[unit] = (coins.now, price)
            try keep(price, of: unit)
            return price
        } catch let error as CoinsError where error.code == .interrupted {
            return nil
        } catch {
            if coins.recentPrices[unit]?.time != coins.now { coins.recentPrices[unit] = (coins.now, nil) }
            return coins.recentPrices[unit]?.price
        }
    }

    /// The price history of a coin; nil when none is known, and without a source.
    func history(of unit: Unit, over span: PriceSpan) throws -> PriceHistory? {
        guard let source = coins.environment.prices, let currency = coins.environment.currency, unit.priceName != nil
        else {
            return nil
        }
        var refusal: CoinsError?
        if let series = source.series {
            let key = OpenCoins.SeriesKey(unit: unit, span: span)
            if let known = coins.recentSeries[key], isRecent(known.time, Self.seriesFreshness) { return known.history }
            do {
                let points = try series(unit, currency, span, coins.now).filter {
                    $0.price.currency == currency && $0.price.isPositive
                }
                if let history = PriceHistory(points, over: span, now: coins.now, origin: .source) {
                    coins.recentSeries[key] = (coins.now, history)
                    return history
                }
            } catch let error as CoinsError where error.isAboutServers || error.code == .notFound {
                refusal = error
            }
        }
        if price(of: unit, asks: refusal?.code != .interrupted) == nil, source.series == nil {
            refusal = CoinsError(.unreachable, "The source of prices names none now: try again later.")
        }
        let seen = try seen(unit, currency)
        if let history = PriceHistory(seen, over: span, now: coins.now, origin: .seen, refusal: refusal) {
            return history
        }
        if let refusal { throw refusal }
        return nil
    }

    private func isRecent(_ time: UInt64, _ age: UInt64) -> Bool { time <= coins.now && coins.now - time < age }

    // MARK: - What was seen

    private func seen(_ unit: Unit, _ currency: Currency) throws -> [PricePoint] {
        try table.rows(.kept).map(\.record).filter { $0.coin == unit.symbol && $0.currency == currency.code }
            .flatMap { record in
                record.prices.map {
                    PricePoint(time: $0.time, price: Amount(minorUnits: $0.minorUnits, currency: currency))
                }
            }
    }

    private func keep(_ price: Amount, of unit: Unit) throws {
        let wanted = PriceRecord(
            coin: unit.symbol, currency: price.currency.code, day: coins.now / PriceRecord.daySeconds)
        try coins.transaction {
            guard var stored = try table.row(reference: wanted.reference) else {
                var first = wanted
                first.note(price.minorUnits, at: coins.now)
                try table.insert(first, reference: first.reference)
                return
            }
            stored.record.note(price.minorUnits, at: coins.now)
            try table.update(stored)
        }
    }
}
