// SPDX-License-Identifier: MIT
internal import Bitcoin
package import Chains
package import Vault

/// Bitcoin, as ``CoinChain``.
package struct BitcoinCoins: CoinChain {
    /// Opens a connection to a server that the user accepted.
    let open: (ServerAddress) throws -> any BitcoinServer

    package init(_ open: @escaping (ServerAddress) throws -> any BitcoinServer = { try $0.openBitcoin() }) {
        self.open = open
    }

    package var chain: Chain { .bitcoin }
    package var networks: [Network] { Network.all.filter { $0.chain == .bitcoin } }

    // MARK: - Accounts

    package var schemes: [AccountScheme] { ownSchemes + [.shared] }
    package var ownSchemes: [AccountScheme] { [.segwit, .taproot, .nested, .legacy] }
    package var takesKeyPlaces: Bool { false }

    package func checked(_ address: String, on network: Network) throws -> CheckedAddress {
        CheckedAddress(text: try Bitcoin.Address(parsing: address, network: network).text)
    }

    package func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        try BitcoinChain.record(network, scheme, path, seed)
    }

    package func watched(
        _ text: String, _ network: Network, _ scheme: AccountScheme?, seed: () throws -> Seed?
    ) throws -> AccountRecord? {
        if text.contains("("), let shared = try BitcoinChain.shared(text, network, seed: try seed()) { return shared }
        return try BitcoinChain.watched(text, network, scheme)
    }

    package func account(_ account: Stored<AccountRecord>, _ coins: OpenCoins) throws -> any AccountChain {
        try BitcoinChain(coins: coins, account: account, support: self)
    }

    // MARK: - Servers

    package var serverKinds: [ServerAddress.Kind] { [.electrum, .esplora, .core] }

    package func title(of kind: ServerAddress.Kind) -> String {
        switch kind {
        case .electrum: "Electrum"
        case .esplora: "Esplora"
        default: "Bitcoin Core"
        }
    }

    package func urlPrefixes(of kind: ServerAddress.Kind) -> [String] {
        kind == .electrum ? ["tcp://", "ssl://"] : ["https://", "http://"]
    }

    package func suggestedServers(of network: Network) -> [(kind: ServerAddress.Kind, url: String)] {
        switch network {
        case .bitcoin:
            [(.electrum, "ssl://electrum.blockstream.info:50002"), (.esplora, "https://blockstream.info/api")]
        case .bitcoinTestnet: [(.esplora, "https://mempool.space/testnet4/api")]
        case .bitcoinTestnet3:
            [(.electrum, "ssl://electrum.blockstream.info:60002"), (.esplora, "https://blockstream.info/testnet/api")]
        case .bitcoinSignet: [(.esplora, "https://mempool.space/signet/api")]
        default: []
        }
    }

    package func requireUsable(_ server: ServerAddress) throws { _ = try server.openBitcoin() }

    /// The connection to a server, whose network was checked.
    func server(_ address: ServerAddress, _ coins: OpenCoins) throws -> any BitcoinServer {
        try coins.connection(to: address) {
            let made = try open(address)
            try made.checkNetwork()
            return made
        }
    }

    // MARK: - Payments

    package var feeUnit: String { "sat/vB" }

    package func ask(
        in text: String, on network: Network, tokens: [CoinWallet.KnownToken]
    ) throws -> PaymentAsk {
        let link = try Bitcoin.PaymentLink(parsing: text, network: network)
        guard let address = link.addresses.first else {
            throw CoinsError(.badAddress, "The link names no address on \(network.title). Ask for another one.")
        }
        return PaymentAsk(
            to: address.text, amount: link.amount.map { network.unit.text(UInt256($0.value)) },
            label: link.label, message: link.message)
    }

    package func isValid(
        _ signature: String, of message: CoinMessage, by address: String, on network: Network
    ) throws -> Bool {
        try MessageSignature.isValid(
            signature, of: try message.text, by: try Bitcoin.Address(parsing: address, network: network))
    }

    // MARK: - Offline signing

    package var documents: any DocumentRecords { PSBTDocuments() }
    package var offerTypes: Set<String> { WatchRecord.types }

    package func offers(in record: OfflineRecord, on network: Network) throws -> [WatchOffer] {
        var refusal: (any Error)?
        let found: [WatchOffer] = try WatchRecord.keys(type: record.type, record.cbor).compactMap { key in
            do {
                let account = try key.account(on: network)
                guard let scheme = AccountScheme(purpose: account.kind.purpose) else { return nil }
                return WatchOffer(scheme: scheme, text: account.descriptor(.receive).description, name: key.name)
            } catch {
                // One multisig key among other accounts must not fail the whole record.
                refusal = refusal ?? error
                return nil
            }
        }
        guard found.isEmpty else { return found }
        throw refusal ?? CoinsError(.badDocument, "The code holds no account that can be watched.")
    }
}

extension ServerAddress.Kind {
    package static let electrum = Self("electrum")
    package static let esplora = Self("esplora")
    package static let core = Self("core")
}

extension AccountScheme {
    /// P2PKH. BIP-0044
    package static let legacy = AccountScheme(44, "legacy", path: "m/44'/{coin}'/{index}'", title: "P2PKH")
    /// P2WSH of several cosigners' sorted keys. BIP-0048
    package static let shared = AccountScheme(
        48, "shared", path: "m/48'/{coin}'/{index}'/2'", title: "Multisig (P2WSH)")
    /// P2WPKH in P2SH. BIP-0049
    package static let nested = AccountScheme(49, "nested", path: "m/49'/{coin}'/{index}'", title: "P2SH-P2WPKH")
    /// P2WPKH. BIP-0084
    package static let segwit = AccountScheme(84, "segwit", path: "m/84'/{coin}'/{index}'", title: "SegWit (P2WPKH)")
    /// P2TR. BIP-0086
    package static let taproot = AccountScheme(86, "taproot", path: "m/86'/{coin}'/{index}'", title: "Taproot (P2TR)")

    /// The scheme of accounts of one key whose path begins with this number, as BIP-0044 and its successors number
    /// them; nil for another.
    init?(purpose: UInt32) {
        let known = BitcoinCoins().schemes.first { $0.rawValue == UInt64(purpose) }
        guard let known else { return nil }
        self = known
    }
}
