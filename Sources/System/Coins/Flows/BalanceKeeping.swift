// SPDX-License-Identifier: MIT
internal import Chains
internal import Vault

/// The balances that the last refresh found.
package struct BalanceKeeping {
    let coins: OpenCoins

    package init(coins: OpenCoins) { self.coins = coins }

    /// Stores a balance, inside the caller's transaction.
    package func keep(_ record: BalanceRecord) throws {
        let table = coins.table(BalanceRecord.self)
        guard var stored = try table.row(reference: record.reference) else {
            try table.insert(record, reference: record.reference)
            return
        }
        stored.record = record
        try table.update(stored)
    }

    /// Records that a refresh could not learn a balance, inside the caller's transaction.
    func keepUnknown(_ account: Int64, token: String?) throws {
        var record = BalanceRecord(
            account: account, token: token, confirmed: 0, pending: 0, spendable: 0, time: coins.now)
        // Safe: nil is a balance that no refresh has read yet.
        if let stored = try coins.table(BalanceRecord.self).row(reference: record.reference) { record = stored.record }
        record.state = .unknown
        try keep(record)
    }

    /// The tokens whose balance the last refresh could not learn.
    func unknown(_ account: Int64) throws -> [UnknownBalance] {
        let network = try coins.network(of: try coins.account(account).record)
        let units = try Tokens(coins: coins, network: network)
        return try coins.table(BalanceRecord.self).rows(.unknown).map(\.record).filter { $0.account == account }
            .compactMap { record in
                guard let token = record.token, units.records.contains(where: { $0.address == token }),
                    let unit = units.unit(of: token)
                else { return nil }
                return UnknownBalance(token: token, unit: unit)
            }
    }

    /// The account's last known balances: its own coin first, then tokens in the order in which they were added. Empty
    /// before the first refresh.
    ///
    /// - Parameter asksPrices: whether the price source may be asked; otherwise the last known price is used.
    func known(_ account: Int64, asksPrices: Bool) throws -> [CoinBalance] {
        let stored = try coins.account(account)
        let network = try coins.network(of: stored.record)
        let units = try Tokens(coins: coins, network: network)
        let held = try coins.table(BalanceRecord.self).rows(.kept).map(\.record).filter { $0.account == account }
        let sends = try UnseenSends(coins: coins, account: account)
        return try ([nil] + units.records.map { $0.address as String? }).compactMap { token in
            guard let record = held.first(where: { $0.token == token }), let unit = units.unit(of: token) else {
                return nil
            }
            let leaving = try sends.leaving(token: token, after: record.time)
            return Worth(coins: coins, asks: asksPrices).added(
                to: CoinBalance(
                    token: token, confirmed: CoinAmount(record.confirmed, unit),
                    pending: CoinAmount(record.pending, unit),
                    spendable: CoinAmount(record.spendable.subtractingDownToZero(leaving), unit),
                    leaving: CoinAmount(leaving, unit), time: record.time))
        }
    }
}

/// The user's tokens of one network.
struct Tokens {
    let network: Network
    /// What the user added and did not remove, in the order in which it was added.
    let records: [TokenRecord]
    /// What the user removed: past payments keep their unit.
    private let removed: [TokenRecord]

    init(coins: OpenCoins, network: Network) throws {
        self.network = network
        let table = coins.table(TokenRecord.self)
        records = try table.rows(.kept).map(\.record).filter { $0.network == network.name }
        removed = try table.rows(.removed).map(\.record).filter { $0.network == network.name }
    }

    /// The unit of a token by its address, or of the network's own coin.
    ///
    /// A removed token has the unit under which the user last knew it; nil for a token that was never added.
    func unit(of address: String?) -> Unit? {
        guard let address else { return network.unit }
        let record = records.first { $0.address == address } ?? removed.last { $0.address == address }
        // Safe: symbol and decimals were checked when the token was added.
        return record.flatMap { try? Unit(symbol: $0.symbol, decimals: $0.decimals) }
    }

    /// The token with this symbol or address.
    ///
    /// - Throws: ``CoinsError`` with code `.notFound` for a token that was never added, or a symbol that two tokens
    ///   share.
    func named(_ text: String) throws -> TokenRecord {
        let found = records.filter { $0.address == text || $0.symbol.lowercased() == text.lowercased() }
        guard let first = found.first else {
            throw CoinsError(.notFound, "The token '\(text)' was never added on \(network.title). Add it first.")
        }
        guard found.count == 1 else {
            throw CoinsError(.notFound, "More than one token is called '\(text)'. Name it by its address.")
        }
        return first
    }
}
