// SPDX-License-Identifier: MIT
package import Money

extension CoinWallet {
    /// The dependencies of the coins: clock, connections, prices. They are passed in, so that no code here calls the
    /// system.
    package struct Environment {
        /// Seconds since 1970.
        package var clock: () -> UInt64
        /// Opens a connection to a server that the user accepted. Called when that network is first needed.
        package var bitcoin: (ServerAddress) throws -> any BitcoinServer
        package var ethereum: (ServerAddress) throws -> any EthereumServer
        package var solana: (ServerAddress) throws -> any SolanaServer
        /// The source of prices; optional.
        package var prices: PriceSource?
        /// The currency in which prices are requested.
        package var currency: Currency?
        /// Called at each named step. An error that it throws stops the coins there, as if the process had died.
        package var onStep: (CoinStep) throws -> Void

        package init(
            clock: @escaping () -> UInt64,
            bitcoin: @escaping (ServerAddress) throws -> any BitcoinServer,
            ethereum: @escaping (ServerAddress) throws -> any EthereumServer,
            solana: @escaping (ServerAddress) throws -> any SolanaServer,
            prices: PriceSource? = nil, currency: Currency? = nil,
            onStep: @escaping (CoinStep) throws -> Void = { _ in }
        ) {
            self.clock = clock
            self.bitcoin = bitcoin
            self.ethereum = ethereum
            self.solana = solana
            self.prices = prices
            self.currency = currency
            self.onStep = onStep
        }
    }
}
