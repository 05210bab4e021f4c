// SPDX-License-Identifier: MIT

/// One network of a chain, to which addresses, keys and transactions belong.
///
/// The data is built into this program. A server's claims are compared with it, never trusted.
package struct Network: Hashable, Sendable, CustomStringConvertible {
    /// The name in commands and in the store, such as `bitcoin` or `ethereum-sepolia`.
    package let name: String
    /// The name shown to the user.
    package let title: String
    /// The unit of its fees; without a price on a test network.
    package let unit: Unit
    package let chain: Chain
    /// The coin type in derivation paths. SLIP-0044
    package let coinType: UInt32
    /// Whether its coins have value.
    package let isReal: Bool
    /// The facts of a Bitcoin network; nil on other chains.
    package let bitcoinFacts: BitcoinFacts?
    /// The chain id of an Ethereum network, in its signatures; nil on other chains. EIP-155
    package let chainID: UInt64?
    /// The hash of a Solana network's first block in base 58; nil where each start of the network makes another, and
    /// on other chains.
    package let genesisHash: String?

    /// A network whose chain needs no more facts than these, or has them in its own module.
    package init(
        _ name: String, _ title: String, _ unit: Unit, chain: Chain, coinType: UInt32, isReal: Bool = false
    ) {
        self.init(name, title, unit, chain: chain, coinType: coinType, isReal: isReal, bitcoinFacts: nil)
    }

    private init(
        _ name: String, _ title: String, _ unit: Unit, chain: Chain, coinType: UInt32, isReal: Bool,
        bitcoinFacts: BitcoinFacts? = nil, chainID: UInt64? = nil, genesisHash: String? = nil
    ) {
        self.name = name
        self.title = title
        self.unit = isReal ? unit : unit.worthless
        self.chain = chain
        self.coinType = coinType
        self.isReal = isReal
        self.bitcoinFacts = bitcoinFacts
        self.chainID = chainID
        self.genesisHash = genesisHash
    }

    init(_ name: String, _ title: String, _ facts: BitcoinFacts, isReal: Bool = false) {
        self.init(
            name, title, .bitcoin, chain: .bitcoin, coinType: facts.coinType, isReal: isReal, bitcoinFacts: facts)
    }

    init(_ name: String, _ title: String, _ unit: Unit = .ether, chainID: UInt64, isReal: Bool = false) {
        self.init(name, title, unit, chain: .ethereum, coinType: 60, isReal: isReal, chainID: chainID)
    }

    init(_ name: String, _ title: String, genesisHash: String?, isReal: Bool = false) {
        self.init(name, title, .sol, chain: .solana, coinType: 501, isReal: isReal, genesisHash: genesisHash)
    }

    package var description: String { name }
}
