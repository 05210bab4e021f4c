// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// A source of coin prices. It is asked only when the user configured one, and nothing depends on it.
package struct PriceSource: Sendable {
    /// The price of one whole coin, such as one BTC, in a currency.
    package let price: @Sendable (_ of: Unit, _ in: Currency) throws -> Amount
    /// The prices of a span that ends now (seconds since 1970), in any order; nil for a source without past prices.
    package let series: Series?

    package typealias Series =
        @Sendable (_ of: Unit, _ in: Currency, _ over: PriceSpan, _ now: UInt64) throws -> [PricePoint]

    package init(
        price: @escaping @Sendable (_ of: Unit, _ in: Currency) throws -> Amount, series: Series? = nil
    ) {
        self.price = price
        self.series = series
    }
}

/// The price of a whole coin at a time.
package struct PricePoint: Hashable, Sendable {
    /// Seconds since 1970.
    package let time: UInt64
    package let price: Amount

    package init(time: UInt64, price: Amount) {
        self.time = time
        self.price = price
    }
}

/// The time span of a chart.
package enum PriceSpan: String, CaseIterable, Hashable, Sendable {
    case day = "day", week = "week", month = "month", year = "year"

    package var days: UInt64 {
        switch self {
        case .day: 1
        case .week: 7
        case .month: 30
        case .year: 365
        }
    }

    package var seconds: UInt64 { days * 86_400 }
}
