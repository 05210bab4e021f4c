// SPDX-License-Identifier: MIT
package import Chains
internal import Solana
package import Vault

/// Solana, as ``CoinChain``.
package struct SolanaCoins: CoinChain {
    /// Opens a connection to a server that the user accepted.
    let open: (ServerAddress) throws -> any SolanaServer

    package init(_ open: @escaping (ServerAddress) throws -> any SolanaServer = { try $0.openSolana() }) {
        self.open = open
    }

    package var chain: Chain { .solana }
    package var networks: [Network] { Network.all.filter { $0.chain == .solana } }

    // MARK: - Accounts

    package var schemes: [AccountScheme] { [.solana, .solanaShort, .solanaSollet, .solanaSeed] }

    package func checked(_ address: String, on network: Network) throws -> CheckedAddress {
        CheckedAddress(text: try Solana.Address(parsing: address).text)
    }

    package func record(
        _ network: Network, _ scheme: AccountScheme, _ path: DerivationPath, _ seed: Seed
    ) throws -> AccountRecord {
        try SolanaChain.record(network, scheme, path, seed)
    }

    package func account(_ account: Stored<AccountRecord>, _ coins: OpenCoins) throws -> any AccountChain {
        try SolanaChain(coins: coins, account: account, support: self)
    }

    package func discover(_ network: Network, _ discovery: Discovery) throws -> [CoinAccount] {
        let seed = try discovery.coins.rootSeed()
        var found: [CoinAccount] = []
        for place in SolanaChain.knownPlaces {
            found += try discovery.followed(network) { index in
                try place.path(index).map { try SolanaChain.record(network, place.scheme, $0, seed) }
            } isUsed: { record in
                try isUsed(record, discovery.coins)
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.solana.path(0, on: network)
            found.append(
                try discovery.added(try SolanaChain.record(network, .solana, path, seed), name: network.title))
        }
        return found
    }

    /// Whether the account was ever used on the chain.
    private func isUsed(_ record: AccountRecord, _ coins: OpenCoins) throws -> Bool {
        let address = try Address(parsing: record.address ?? "")
        return try coins.asking(try coins.network(of: record)) { server in
            let server = try self.server(server, coins)
            return try !server.balance(of: address).isZero
                || !server.history(of: address, before: nil, limit: 1).isEmpty
        }
    }

    // MARK: - Servers

    package var serverKinds: [ServerAddress.Kind] { [.solana] }

    package func suggestedServers(of network: Network) -> [(kind: ServerAddress.Kind, url: String)] {
        switch network {
        case .solana: [(.solana, "https://api.mainnet-beta.solana.com")]
        case .solanaDevnet: [(.solana, "https://api.devnet.solana.com")]
        case .solanaTestnet: [(.solana, "https://api.testnet.solana.com")]
        default: []
        }
    }

    package func requireUsable(_ server: ServerAddress) throws { _ = try server.openSolana() }

    /// The connection to a server, whose network was checked.
    func server(_ address: ServerAddress, _ coins: OpenCoins) throws -> any SolanaServer {
        try coins.connection(to: address) {
            let made = try open(address)
            try made.checkNetwork()
            return made
        }
    }

    // MARK: - Payments

    package var hasTokens: Bool { true }
    package var feeUnit: String { "lamports" }

    package func ask(
        in text: String, on network: Network, tokens: [CoinWallet.KnownToken]
    ) throws -> PaymentAsk {
        let link = try Solana.PaymentLink(parsing: text)
        return PaymentAsk(
            to: link.recipient.text, amount: link.amount, token: link.mint?.text, label: link.label,
            message: link.message,
            memo: link.memo, references: link.references.map(\.text))
    }

    package func isValid(
        _ signature: String, of message: CoinMessage, by address: String, on network: Network
    ) throws -> Bool {
        let owner = try Solana.Address(parsing: address)
        let text = try OffchainMessage(try message.text, signers: [owner])
        return try Solana.Signature(parsing: signature).isValid(for: text, by: owner)
    }

    // MARK: - Offline signing

    package var documents: any DocumentRecords { SolanaDocuments() }
}

extension ServerAddress.Kind {
    package static let solana = Self("solana")
}

extension AccountScheme {
    /// What most wallets use.
    package static let solana = AccountScheme(501, "solana", path: "m/44'/501'/{index}'/0'", isUsual: true)
    /// Older wallets and hardware.
    package static let solanaShort = AccountScheme(502, "solana-short", path: "m/44'/501'/{index}'")
    /// A Bitcoin-style key used as a seed: Sollet, discontinued in 2020.
    package static let solanaSollet = AccountScheme(503, "solana-sollet", path: "m/501'/{index}'/0/0")
    /// The phrase's seed without any path: the first command-line wallets.
    package static let solanaSeed = AccountScheme(504, "solana-seed", path: "m", title: "BIP-39")
}
