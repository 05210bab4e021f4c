// SPDX-License-Identifier: MIT
package import Money

extension CoinWallet {
    /// The dependencies of the coins: clock, connections, prices. They are passed in, so that no code here calls the
    /// system.
    package struct Environment {
        /// Seconds since 1970.
        package var clock: () -> UInt64
        /// The chains, which open connections to servers that the user accepted when they are first needed.
        package var chains: CoinChains
        /// The source of prices; optional.
        package var prices: PriceSource?
        /// The currency in which prices are requested.
        package var currency: Currency?
        /// Called at each named step. An error that it throws stops the coins there, as if the process had died.
        package var onStep: (CoinStep) throws -> Void

        package init(
            clock: @escaping () -> UInt64,
            chains: CoinChains = .standard,
            prices: PriceSource? = nil, currency: Currency? = nil,
            onStep: @escaping (CoinStep) throws -> Void = { _ in }
        ) {
            self.clock = clock
            self.chains = chains
            self.prices = prices
            self.currency = currency
            self.onStep = onStep
        }
    }
}
