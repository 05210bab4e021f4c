// SPDX-License-Identifier: MIT

/// One network of a chain, to which addresses, keys and transactions belong.
///
/// The data is built into this program. A server's claims are compared with it, never trusted.
package struct Network: Hashable, Sendable, CustomStringConvertible {
    /// The distinguishing data of a network, by chain.
    package enum Facts: Hashable, Sendable {
        case bitcoin(BitcoinFacts)
        /// The chain id in signatures. EIP-155
        case ethereum(chainID: UInt64)
        /// The hash of the first block in base 58; nil where each start of the network makes another.
        case solana(genesisHash: String?)
    }

    /// The name in commands and in the store, such as `bitcoin` or `ethereum-sepolia`.
    package let name: String
    /// The name shown to the user.
    package let title: String
    /// The unit of its fees; without a price on a test network.
    package let unit: Unit
    package let facts: Facts
    /// Whether its coins have value.
    package let isReal: Bool

    package var chain: Chain {
        switch facts {
        case .bitcoin: .bitcoin
        case .ethereum: .ethereum
        case .solana: .solana
        }
    }

    /// The facts of a Bitcoin network; nil on other chains.
    package var bitcoinFacts: BitcoinFacts? {
        if case .bitcoin(let facts) = facts { facts } else { nil }
    }

    /// The chain id of an Ethereum network; nil on other chains.
    package var chainID: UInt64? {
        if case .ethereum(let chainID) = facts { chainID } else { nil }
    }

    /// The coin type in derivation paths. SLIP-0044
    package var coinType: UInt32 {
        switch facts {
        case .bitcoin(let facts): facts.coinType
        case .ethereum: 60
        case .solana: 501
        }
    }

    init(_ name: String, _ title: String, _ unit: Unit, _ facts: Facts, isReal: Bool = false) {
        self.name = name
        self.title = title
        self.unit = isReal ? unit : unit.worthless
        self.facts = facts
        self.isReal = isReal
    }

    package var description: String { name }
}
