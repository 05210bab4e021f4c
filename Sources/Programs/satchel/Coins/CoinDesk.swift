// SPDX-License-Identifier: MIT
import Chains
import Coins
import Glibc
import Money
import Terminal
import Wallet

/// Opens the coins of a wallet with the machine's clock and the way to the accepted servers.
struct CoinDesk {
    let invocation: Invocation
    let coins: CoinWallet
    /// Kept open with the coins: its lock keeps other processes out.
    private let wallet: Wallet

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let prices = try invocation.prices()
        wallet = try WalletDesk(invocation).open()
        coins = try CoinWallet(
            store: wallet.sealedStore,
            CoinWallet.Environment(
                clock: { UInt64(max(0, time(nil))) }, bitcoin: { try $0.openBitcoin() },
                ethereum: { try $0.openEthereum() }, solana: { try $0.openSolana() },
                prices: prices.source, currency: prices.currency))
    }

    /// The account that an operand names, by its number or its name.
    func account(_ operand: Operand = .account) throws -> CoinAccount {
        try account(named: try invocation.operand(operand))
    }

    func account(named word: String) throws -> CoinAccount {
        if let number = Int64(word) { return try coins.account(number) }
        let named = try coins.accounts().filter { $0.name.lowercased() == word.lowercased() }
        guard let first = named.first else {
            throw Failure(.failed, "There is no account '\(word)'. See them with `satchel coins accounts`.")
        }
        guard named.count == 1 else {
            throw Failure(.usage, "\(named.count) accounts are called '\(word)'. Say which by its number.")
        }
        return first
    }

    /// The account that an optional operand names; all of them without one.
    func accounts(_ operand: Operand) throws -> [CoinAccount] {
        guard let word = invocation.optional(operand) else { return try coins.accounts() }
        return [try account(named: word)]
    }

    /// A payment by the number that `satchel coins payments` shows.
    func payment() throws -> Int64 {
        try invocation.operand(.payment) { text in
            guard let number = Int64(text), number > 0 else {
                throw Failure(.usage, "give the number that `satchel coins payments` shows")
            }
            return number
        }
    }

    func network() throws -> Network { try invocation.operand(.network) { try Network(named: $0) } }
}

extension Option {
    static let prices = Option(
        "prices", value: "url",
        "Where prices are asked, such as 'https://prices.example/{COIN}-{CURRENCY}#/data/amount'. Nobody without it.",
        environment: "SATCHEL_PRICES")
    static let priceHistory = Option(
        "price-history", value: "url",
        """
        Where prices of earlier days are asked: a list of times and prices, such as \
        'https://prices.example/{name}?days={days}#/prices'. Prices that were seen without it.
        """,
        environment: "SATCHEL_PRICE_HISTORY")
    static let currency = Option(
        "currency", value: "code", "What to show the worth of coins in, such as EUR.", environment: "SATCHEL_CURRENCY")
    /// For commands that show what something is worth.
    static let worth: [Option] = [.prices, .currency]
}

extension Invocation {
    /// Where to ask for prices; nowhere for a command that shows none.
    fileprivate func prices() throws -> (source: PriceSource?, currency: Currency?) {
        guard declares(.prices) else { return (nil, nil) }
        let history = declares(.priceHistory) ? value(.priceHistory) : nil
        let source = try value(.prices) { try PriceSource(address: $0, history: history) }
        let currency = try value(.currency) { try Currency(code: $0) }
        guard (source == nil) == (currency == nil) else {
            throw Failure(.usage, "Prices need both --prices and --currency.")
        }
        return (source, currency)
    }
}
