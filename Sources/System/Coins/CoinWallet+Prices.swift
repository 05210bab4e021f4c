// SPDX-License-Identifier: MIT
package import Chains
internal import Money

extension CoinWallet {
    /// Whether a price source and a currency are configured.
    package var hasPrices: Bool { coins.environment.prices != nil && coins.environment.currency != nil }

    /// The price history of a coin over a span: from the user's source of series, else from the prices seen by this
    /// wallet.
    ///
    /// - Returns: nil without a source of prices, and while no price was seen.
    /// - Throws: ``CoinsError`` when the source fails and this wallet has seen no price.
    package func priceHistory(of unit: Unit, over span: PriceSpan) throws -> PriceHistory? {
        try run { try PriceKeeping(coins: coins).history(of: unit, over: span) }
    }

    /// Fetches the current prices of the accounts' coins where the last answer is older than a minute.
    ///
    /// Afterwards ``balances(of:refreshing:)`` knows them without a request.
    package func refreshPrices() throws {
        try run {
            let units = Set(try accounts().map(\.network.unit).filter { $0.priceName != nil })
            for unit in units { _ = PriceKeeping(coins: coins).price(of: unit, asks: true) }
        }
    }
}
