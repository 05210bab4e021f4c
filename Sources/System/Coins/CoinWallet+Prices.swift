// SPDX-License-Identifier: MIT
package import Chains
internal import Money

extension CoinWallet {
    /// Whether prices are asked anywhere.
    package var hasPrices: Bool { coins.environment.prices != nil && coins.environment.currency != nil }

    /// How the price of a coin went over a span: by the person's source of series, else by the prices that were seen here.
    ///
    /// - Returns: nil without a source of prices, and while no price was seen.
    /// - Throws: ``CoinsError`` when the source cannot be heard and none was seen.
    package func priceHistory(of unit: Unit, over span: PriceSpan) throws -> PriceHistory? {
        try run { try PriceKeeping(coins: coins).history(of: unit, over: span) }
    }

    /// Asks what the coins of the accounts cost now, where the last answer is older than a minute; then
    /// ``balances(of:refreshing:)`` knows it without asking anybody.
    package func refreshPrices() throws {
        try run {
            let units = Set(try accounts().map(\.network.unit).filter { $0.priceName != nil })
            for unit in units { _ = PriceKeeping(coins: coins).price(of: unit, asks: true) }
        }
    }
}
