// SPDX-License-Identifier: MIT
internal import Bitcoin
package import Chains

extension BitcoinCoins {
    /// Adds every account of which one of the first addresses was ever used; the usual account is added in any case.
    package func discover(_ network: Network, _ discovery: Discovery) throws -> [CoinAccount] {
        let seed = try discovery.coins.rootSeed()
        var found: [CoinAccount] = []
        var unused = KnownPath.all.map { _ in 0 }
        for number in 0..<UInt32(Discovery.maximumAccounts) {
            let open = KnownPath.all.indices.filter { unused[$0] < gap(of: KnownPath.all[$0], after: number) }
            guard !open.isEmpty else { break }
            let accounts = try open.map {
                try KnownPath.all[$0].account(number: number, network: network, master: seed.root)
            }
            for (path, (account, isUsed)) in zip(
                open, zip(accounts, try areUsed(accounts, on: network, discovery.coins)))
            {
                unused[path] = isUsed ? 0 : unused[path] + 1
                guard isUsed, let scheme = AccountScheme(purpose: account.kind.purpose) else { continue }
                found.append(
                    try discovery.added(
                        BitcoinChain.record(account, scheme: scheme, isOwn: true),
                        name: "\(network.title) \(scheme.name) \(account.origin.path.text)"))
            }
        }
        if found.isEmpty {
            let path = try AccountScheme.segwit.path(0, on: network)
            found.append(
                try discovery.added(
                    try BitcoinChain.record(network, .segwit, path, seed), name: "\(network.title) segwit"))
        }
        return found
    }

    /// How many unused accounts end the search of a path. On this wallet's own paths the user may skip account numbers;
    /// other paths count without gaps. BIP-0044
    private func gap(of path: KnownPath, after number: UInt32) -> Int {
        guard number == 0 || path.countsAccounts else { return 0 }
        return path.path.components.first == path.kind.purpose | DerivationPath.hardened ? Discovery.accountGap : 1
    }

    /// For each account, whether one of its first addresses was ever used.
    private func areUsed(_ accounts: [Account], on network: Network, _ coins: OpenCoins) throws -> [Bool] {
        let scripts = try accounts.flatMap { account in
            try AddressBranch.allCases.flatMap { branch in
                try (0..<UInt32(CoinWallet.gapLimit)).map { try account.lockingScript(branch, $0) }
            }
        }
        let histories = try coins.asking(network) { try server($0, coins).histories(of: scripts) }
        guard histories.count == scripts.count else {
            throw CoinsError(
                .lyingServer, "The server answered for another number of addresses than Satchel asked for.")
        }
        let asked = AddressBranch.allCases.count * CoinWallet.gapLimit
        return accounts.indices.map { index in
            histories[index * asked..<(index + 1) * asked].contains { !$0.isEmpty }
        }
    }
}
