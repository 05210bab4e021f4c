// SPDX-License-Identifier: MIT
package import Chains
internal import Crypto

/// An account of several cosigners: `m` of their keys spend, from P2WSH outputs with sorted keys. BIP-0048, BIP-0067
package struct MultisigAccount: Hashable, Sendable {
    /// One cosigner's key.
    package struct Cosigner: Hashable, Sendable {
        package let origin: KeyOrigin
        package let key: PublicExtendedKey

        package init(origin: KeyOrigin, key: PublicExtendedKey) {
            self.origin = origin
            self.key = key
        }
    }

    package let network: Network
    /// The number of required signatures.
    package let threshold: Int
    /// In the order of the descriptor.
    package let cosigners: [Cosigner]

    /// - Throws: ``BitcoinError`` with `.unsupported` for impossible counts, `.malformed` for a repeated key.
    package init(network: Network, threshold: Int, cosigners: [Cosigner]) throws {
        guard network.bitcoinFacts != nil else {
            throw BitcoinError(.otherNetwork, "\(network.title) has no Bitcoin accounts.")
        }
        self.network = network
        self.threshold = threshold
        self.cosigners = cosigners
        // Rejects bad counts and repeated keys once for all addresses.
        _ = try Multisig(threshold: threshold, keys: cosigners.map(\.key.key))
    }

    /// The path of this wallet's own key: `m/48'/0'/0'/2'`. BIP-0048, script type 2
    package static func path(number: UInt32, network: Network) throws -> DerivationPath {
        try DerivationPath.root.appending(48, isHardened: true).appending(network.coinType, isHardened: true)
            .appending(number, isHardened: true).appending(2, isHardened: true)
    }

    /// How to spend an output to one of the addresses.
    package func spending(_ branch: AddressBranch, _ index: UInt32) throws -> Spending {
        let parts = try cosigners.map { cosigner in
            (
                key: try cosigner.key.child(branch.rawValue).publicKey(at: index),
                origin: try cosigner.origin.appending(branch.rawValue, index)
            )
        }
        let sorted = parts.sorted { $0.key.compressed.lexicographicallyPrecedes($1.key.compressed) }
        return .multisig(
            try Multisig(threshold: threshold, keys: sorted.map(\.key)), origins: sorted.map(\.origin))
    }

    /// The address does not depend on the order of the cosigners.
    package func address(_ branch: AddressBranch, _ index: UInt32) throws -> Address {
        try Address(spending(branch, index).lockingScript, network: network)
    }

    /// The descriptor that cosigners exchange. BIP-0383
    package func descriptor(_ branch: AddressBranch) -> Descriptor {
        let isMainnet = network.bitcoinFacts?.isMainnet ?? true
        return Descriptor(
            .sortedMultisig(
                threshold: threshold,
                cosigners.map {
                    DescriptorKey(origin: $0.origin, key: $0.key, steps: [branch.rawValue], isMainnet: isMainnet)
                }))
    }
}
