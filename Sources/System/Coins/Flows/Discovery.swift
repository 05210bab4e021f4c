// SPDX-License-Identifier: MIT
package import Chains
internal import Vault

/// Finds the accounts of a restored phrase by asking the accepted servers for every known path.
package struct Discovery {
    let wallet: CoinWallet

    package var coins: OpenCoins { wallet.coins }

    func run(_ networks: [Network]) throws -> [CoinAccount] {
        var found: [CoinAccount] = []
        for network in networks {
            found += try coins.chains[network].discover(network, self)
        }
        // Two paths of the tables may lead to one account.
        var seen: Set<Int64> = []
        return found.filter { seen.insert($0.id).inserted }
    }

    /// How many unused accounts in a row end the search of a path.
    static let accountGap = 3
    /// The most accounts searched on one path.
    static let maximumAccounts = 100

    /// The used accounts of one path, up to a gap of unused ones.
    package func followed(
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
    package func added(_ record: AccountRecord, name: String) throws -> CoinAccount {
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
