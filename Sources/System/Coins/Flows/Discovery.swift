// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Vault

/// Finds the accounts of a restored phrase by asking the accepted servers for every known path.
struct Discovery {
    let wallet: CoinWallet

    private var coins: OpenCoins { wallet.coins }

    func run(_ networks: [Network]) throws -> [CoinAccount] {
        var found: [CoinAccount] = []
        for network in networks {
            switch network.chain {
            case .bitcoin: found += try bitcoin(network)
            case .ethereum: found += try ethereum(network)
            case .solana: found += try solana(network)
            }
        }
        // Two paths of the tables may lead to one account.
        var seen: Set<Int64> = []
        return found.filter { seen.insert($0.id).inserted }
    }

    /// Adds every account of which one of the first addresses was ever used; the usual account is added in any case.
    private func bitcoin(_ network: Network) throws -> [CoinAccount] {
        let seed = try coins.rootSeed()
        var found: [CoinAccount] = []
        var unused = KnownPath.all.map { _ in 0 }
        for number in 0..<UInt32(Self.maximumAccounts) {
            let open = KnownPath.all.indices.filter { unused[$0] < gap(of: KnownPath.all[$0], after: number) }
            guard !open.isEmpty else { break }
            let accounts = try open.map {
                try KnownPath.all[$0].account(number: number, network: network, master: seed.root)
            }
            for (path, (account, isUsed)) in zip(open, zip(accounts, try areUsed(accounts, on: network))) {
                unused[path] = isUsed ? 0 : unused[path] + 1
                guard isUsed, let scheme = AccountScheme(rawValue: UInt64(account.kind.purpose)) else { continue }
                found.append(
                    try added(
                        BitcoinChain.record(account, scheme: scheme, isOwn: true),
                        name: "\(network.title) \(scheme.name) \(account.origin.path.text)"))
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.segwit.path(0, on: network)
            found.append(
                try added(try BitcoinChain.record(network, .segwit, path, seed), name: "\(network.title) segwit"))
        }
        return found
    }

    /// How many unused accounts end the search of a path. On this wallet's own paths the user may skip account numbers;
    /// other paths count without gaps. BIP-0044
    private func gap(of path: KnownPath, after number: UInt32) -> Int {
        guard number == 0 || path.countsAccounts else { return 0 }
        return path.path.components.first == path.kind.purpose | DerivationPath.hardened ? Self.accountGap : 1
    }

    /// For each account, whether one of its first addresses was ever used.
    private func areUsed(_ accounts: [Account], on network: Network) throws -> [Bool] {
        let scripts = try accounts.flatMap { account in
            try AddressBranch.allCases.flatMap { branch in
                try (0..<UInt32(CoinWallet.gapLimit)).map { try account.lockingScript(branch, $0) }
            }
        }
        let histories = try coins.asking(network) { try coins.bitcoin($0).histories(of: scripts) }
        guard histories.count == scripts.count else {
            throw CoinsError(.lyingServer, "The server answered for another number of addresses than it was asked.")
        }
        let asked = AddressBranch.allCases.count * CoinWallet.gapLimit
        return accounts.indices.map { index in
            histories[index * asked..<(index + 1) * asked].contains { !$0.isEmpty }
        }
    }

    /// The paths that wallets use for Ethereum accounts; `i` is the account number.
    private static let ethereumPaths = ["m/44'/60'/0'/0/i", "m/44'/60'/i'/0/0", "m/44'/60'/0'/i"]
    /// How many unused accounts in a row end the search of a path.
    private static let accountGap = 3
    /// The most accounts searched on one path.
    private static let maximumAccounts = 100

    private func ethereum(_ network: Network) throws -> [CoinAccount] {
        let seed = try coins.rootSeed()
        var found: [CoinAccount] = []
        for pattern in Self.ethereumPaths {
            found += try followed(network) { index in
                let path = try DerivationPath(pattern.replacing("i", with: "\(index)"))
                return try EthereumChain.record(network, path, seed)
            } isUsed: { record in
                try EthereumChain.isUsed(record, coins)
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.ethereum.path(0, on: network)
            found.append(try added(try EthereumChain.record(network, path, seed), name: network.title))
        }
        return found
    }

    private func solana(_ network: Network) throws -> [CoinAccount] {
        let seed = try coins.rootSeed()
        var found: [CoinAccount] = []
        for place in SolanaChain.knownPlaces {
            found += try followed(network) { index in
                try place.path(index).map { try SolanaChain.record(network, place.scheme, $0, seed) }
            } isUsed: { record in
                try SolanaChain.isUsed(record, coins)
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.solana.path(0, on: network)
            found.append(try added(try SolanaChain.record(network, .solana, path, seed), name: network.title))
        }
        return found
    }

    /// The used accounts of one path, up to a gap of unused ones.
    private func followed(
        _ network: Network, _ record: (UInt32) throws -> AccountRecord?, isUsed: (AccountRecord) throws -> Bool
    ) throws -> [CoinAccount] {
        var found: [CoinAccount] = []
        var gap = 0
        for index in 0..<UInt32(Self.maximumAccounts) {
            guard gap < Self.accountGap, let record = try record(index) else { break }
            if try isUsed(record) {
                found.append(try added(record, name: "\(network.title) \(record.path ?? "")"))
                gap = 0
            } else {
                gap += 1
            }
        }
        return found
    }

    /// The account of a record, added unless it exists.
    private func added(_ record: AccountRecord, name: String) throws -> CoinAccount {
        let keeping = AccountKeeping(coins: coins)
        do {
            return try keeping.keep(record, name: nil, otherwise: name)
        } catch let error as CoinsError where error.code == .accountExists {
            let known = try keeping.list().first {
                $0.network.name == record.network && $0.extendedKey == record.extendedKey
                    && $0.address == record.address
                    && !$0.isWatchOnly && ($0.scheme == record.kind || $0.extendedKey == nil)
            }
            guard let known else { throw error }
            return known
        }
    }
}
