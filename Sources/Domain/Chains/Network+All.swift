// SPDX-License-Identifier: MIT

extension Network {
    package static let bitcoin = Network("bitcoin", "Bitcoin", .mainnet, isReal: true)
    /// The fourth test network; BIP-0094.
    package static let bitcoinTestnet = Network(
        "bitcoin-testnet", "Bitcoin Testnet 4",
        .test(genesisHash: "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043"))
    /// The third test network, with the same prefixes as the fourth.
    package static let bitcoinTestnet3 = Network(
        "bitcoin-testnet3", "Bitcoin Testnet 3",
        .test(genesisHash: "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943"))
    /// The test network whose blocks are signed; BIP-0325.
    package static let bitcoinSignet = Network(
        "bitcoin-signet", "Bitcoin Signet",
        .test(genesisHash: "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6"))
    /// A local chain.
    package static let bitcoinRegtest = Network(
        "bitcoin-regtest", "Bitcoin Regtest",
        .test(
            genesisHash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206", bech32Prefix: "bcrt"))

    package static let ethereum = Network("ethereum", "Ethereum", chainID: 1, isReal: true)
    package static let sepolia = Network("ethereum-sepolia", "Sepolia", chainID: 11_155_111)
    package static let hoodi = Network("ethereum-hoodi", "Hoodi", chainID: 560_048)

    package static let solana = Network(
        "solana", "Solana", genesisHash: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", isReal: true)
    package static let solanaDevnet = Network(
        "solana-devnet", "Solana Devnet", genesisHash: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG")
    package static let solanaTestnet = Network(
        "solana-testnet", "Solana Testnet", genesisHash: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY")
    /// A local validator.
    package static let solanaLocal = Network("solana-local", "Solana Local", genesisHash: nil)

    /// Every network with its own name.
    package static let all = [
        bitcoin, bitcoinTestnet, bitcoinTestnet3, bitcoinSignet, bitcoinRegtest, ethereum, sepolia, hoodi, solana,
        solanaDevnet, solanaTestnet, solanaLocal,
    ]

    /// The network with this chain id: a named one, or `ethereum-<chain id>`.
    ///
    /// A network outside the registry of ``EVMNetwork`` is named by its number. Its coin has no price, and it counts as
    /// real because that is the safe assumption.
    ///
    /// - Throws: ``ChainsError`` with `.malformed` for chain id zero, which gives no replay protection.
    package static func ethereum(chainID: UInt64) throws -> Network {
        guard chainID > 0 else { throw ChainsError(.malformed, "An Ethereum network's chain id is above zero.") }
        if let named = all.first(where: { $0.chainID == chainID }) { return named }
        let known = EVMNetwork.registered(chainID)
        return Network(
            "ethereum-\(chainID)", known?.title ?? "chain \(chainID)", known?.unit ?? EVMNetwork.unknownUnit(chainID),
            chainID: chainID, isReal: known?.isReal ?? true)
    }

    /// A block explorer; nil where this program knows none.
    package var explorer: String? { chainID.flatMap(EVMNetwork.registered)?.explorer }

    /// The data fee besides the gas, on an Ethereum network.
    package var dataFee: DataFee {
        guard let chainID else { return .none }
        if let known = EVMNetwork.registered(chainID) { return known.dataFee }
        return Self.all.contains(self) ? .none : .unknown
    }

    /// Finds a network by its name, or by its alias in ``EVMNetwork``.
    ///
    /// - Throws: ``ChainsError`` with `.malformed` for an unknown name.
    package init(named name: String) throws {
        if let known = Self.all.first(where: { $0.name == name }) {
            self = known
            return
        }
        if let known = EVMNetwork.all.first(where: { $0.alias == name }) {
            self = try .ethereum(chainID: known.chainID)
            return
        }
        let prefix = "ethereum-"
        guard name.hasPrefix(prefix), let chainID = UInt64(name.dropFirst(prefix.count)),
            "\(prefix)\(chainID)" == name
        else {
            let names = Self.all.map(\.name).joined(separator: ", ")
            let others = EVMNetwork.all.filter { $0.isReal && $0.chainID != 1 }.map(\.alias).joined(separator: ", ")
            throw ChainsError(
                .malformed, "No network has this name; there are \(names), \(others) and ethereum-<chain id>.")
        }
        self = try .ethereum(chainID: chainID)
    }
}
