// SPDX-License-Identifier: MIT
package import Money

extension CoinWallet {
    /// Everything that the coins do not do themselves: passed in, so that nothing in them asks the machine.
    package struct Environment {
        /// Seconds since 1970.
        package var clock: () -> UInt64
        /// Opens the way to a server that the person accepted; called when that network is needed first.
        package var bitcoin: (ServerAddress) throws -> any BitcoinServer
        package var ethereum: (ServerAddress) throws -> any EthereumServer
        package var solana: (ServerAddress) throws -> any SolanaServer
        /// What amounts are worth; never required.
        package var prices: PriceSource?
        /// What prices are asked in.
        package var currency: Currency?
        /// Called at each named step; what it throws ends the coins there, as if the process had died.
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
