// SPDX-License-Identifier: MIT

/// A known network with Ethereum's virtual machine, by its chain id. Ethereum's own test networks are in ``Network``.
///
/// No server's claim about them is used. The data is each network's published one, as of 2026.
package struct EVMNetwork: Hashable, Sendable {
    package let chainID: UInt64
    /// A short name for commands, such as `polygon`.
    package let alias: String
    package let title: String
    /// The unit of its fees; without a price on a test network.
    package let unit: Unit
    /// A block explorer; nil for a local chain.
    package let explorer: String?
    package let isReal: Bool
    /// Its data fee besides the gas.
    package let dataFee: DataFee

    private init(
        _ chainID: UInt64, _ alias: String, _ title: String, _ unit: Unit, _ explorer: String?,
        _ dataFee: DataFee = .none, isReal: Bool = true
    ) {
        self.chainID = chainID
        self.alias = alias
        self.title = title
        self.unit = isReal ? unit : unit.worthless
        self.explorer = explorer.map { "https://" + $0 }
        self.isReal = isReal
        self.dataFee = dataFee
    }

    private static func coin(_ symbol: String, _ priceName: String) -> Unit {
        Unit(known: symbol, 18, priceName: priceName)
    }

    private static let bnb = coin("BNB", "binancecoin")
    private static let pol = coin("POL", "polygon-ecosystem-token")
    private static let avax = coin("AVAX", "avalanche-2")
    private static let xdai = coin("XDAI", "xdai")

    /// By chain id.
    package static let all = [
        EVMNetwork(1, "mainnet", "Ethereum", .ether, "etherscan.io"),
        EVMNetwork(10, "optimism", "OP Mainnet", .ether, "optimistic.etherscan.io", .oracle),
        EVMNetwork(14, "flare", "Flare", coin("FLR", "flare-networks"), "flare-explorer.flare.network"),
        EVMNetwork(25, "cronos", "Cronos", coin("CRO", "crypto-com-chain"), "explorer.cronos.org"),
        EVMNetwork(30, "rootstock", "Rootstock", coin("RBTC", "rootstock"), "explorer.rootstock.io"),
        EVMNetwork(56, "bsc", "BNB Smart Chain", bnb, "bscscan.com"),
        EVMNetwork(61, "classic", "Ethereum Classic", coin("ETC", "ethereum-classic"), "etc.blockscout.com"),
        EVMNetwork(97, "bsc-testnet", "BNB Testnet", Unit(known: "tBNB", 18), "testnet.bscscan.com", isReal: false),
        EVMNetwork(100, "gnosis", "Gnosis", xdai, "gnosisscan.io"),
        EVMNetwork(130, "unichain", "Unichain", .ether, "uniscan.xyz", .oracle),
        EVMNetwork(137, "polygon", "Polygon", pol, "polygonscan.com"),
        EVMNetwork(146, "sonic", "Sonic", coin("S", "sonic-3"), "sonicscan.org"),
        EVMNetwork(169, "manta", "Manta Pacific", .ether, "pacific-explorer.manta.network", .oracle),
        EVMNetwork(204, "opbnb", "opBNB", bnb, "opbnb.bscscan.com", .oracle),
        EVMNetwork(250, "fantom", "Fantom", coin("FTM", "fantom"), "explorer.fantom.network"),
        EVMNetwork(300, "zksync-sepolia", "ZKsync Sepolia", .ether, "sepolia.explorer.zksync.io", isReal: false),
        EVMNetwork(324, "zksync", "ZKsync Era", .ether, "explorer.zksync.io"),
        EVMNetwork(480, "worldchain", "World Chain", .ether, "worldscan.org", .oracle),
        EVMNetwork(1_101, "polygon-zkevm", "Polygon zkEVM", .ether, "zkevm.polygonscan.com"),
        EVMNetwork(1_284, "moonbeam", "Moonbeam", coin("GLMR", "moonbeam"), "moonscan.io"),
        EVMNetwork(1_285, "moonriver", "Moonriver", coin("MOVR", "moonriver"), "moonriver.moonscan.io"),
        EVMNetwork(1_337, "geth-dev", "Local Geth", .ether, nil, .unknown, isReal: false),
        EVMNetwork(2_020, "ronin", "Ronin", coin("RON", "ronin"), "app.roninchain.com"),
        EVMNetwork(5_000, "mantle", "Mantle", coin("MNT", "mantle"), "mantlescan.xyz"),
        EVMNetwork(8_217, "kaia", "Kaia", coin("KAIA", "kaia"), "kaiascan.io"),
        EVMNetwork(8_453, "base", "Base", .ether, "basescan.org", .oracle),
        EVMNetwork(10_200, "chiado", "Gnosis Chiado", xdai, "gnosis-chiado.blockscout.com", isReal: false),
        EVMNetwork(31_337, "hardhat", "Local Hardhat", .ether, nil, .unknown, isReal: false),
        EVMNetwork(34_443, "mode", "Mode", .ether, "explorer.mode.network", .oracle),
        EVMNetwork(42_161, "arbitrum", "Arbitrum One", .ether, "arbiscan.io"),
        EVMNetwork(42_170, "arbitrum-nova", "Arbitrum Nova", .ether, "nova.arbiscan.io"),
        EVMNetwork(42_220, "celo", "Celo", coin("CELO", "celo"), "celoscan.io", .oracle),
        EVMNetwork(43_113, "fuji", "Avalanche Fuji", avax, "testnet.snowtrace.io", isReal: false),
        EVMNetwork(43_114, "avalanche", "Avalanche C-Chain", avax, "snowtrace.io"),
        EVMNetwork(59_141, "linea-sepolia", "Linea Sepolia", .ether, "sepolia.lineascan.build", isReal: false),
        EVMNetwork(59_144, "linea", "Linea", .ether, "lineascan.build"),
        EVMNetwork(80_002, "amoy", "Polygon Amoy", pol, "amoy.polygonscan.com", isReal: false),
        EVMNetwork(80_094, "berachain", "Berachain", coin("BERA", "berachain-bera"), "berascan.com"),
        EVMNetwork(81_457, "blast", "Blast", .ether, "blastscan.io", .oracle),
        EVMNetwork(84_532, "base-sepolia", "Base Sepolia", .ether, "sepolia.basescan.org", .oracle, isReal: false),
        EVMNetwork(421_614, "arbitrum-sepolia", "Arbitrum Sepolia", .ether, "sepolia.arbiscan.io", isReal: false),
        EVMNetwork(
            534_351, "scroll-sepolia", "Scroll Sepolia", .ether, "sepolia.scrollscan.com", .unstated, isReal: false),
        EVMNetwork(534_352, "scroll", "Scroll", .ether, "scrollscan.com", .unstated),
        EVMNetwork(7_777_777, "zora", "Zora", .ether, "explorer.zora.energy", .oracle),
        EVMNetwork(
            11_155_420, "optimism-sepolia", "OP Sepolia", .ether, "sepolia-optimism.etherscan.io", .oracle,
            isReal: false),
        EVMNetwork(1_313_161_554, "aurora", "Aurora", .ether, "explorer.aurora.dev"),
        EVMNetwork(131_277_322_940_537, "eth-tester", "Local eth-tester", .ether, nil, .unknown, isReal: false),
    ]

    /// The network with this chain id; nil for one that is not in the registry.
    package static func registered(_ chainID: UInt64) -> EVMNetwork? { all.first { $0.chainID == chainID } }

    /// The unit of a network outside the registry, named by the chain id. The virtual machine counts in units of
    /// 10^-18.
    static func unknownUnit(_ chainID: UInt64) -> Unit { Unit(known: "coin of chain \(chainID)", 18) }
}
