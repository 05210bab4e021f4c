// SPDX-License-Identifier: MIT
import Chains
import Coins
import Glibc
import Money
import Terminal
import Wallet

/// Opens the coins of a wallet with the machine's clock and connections to the accepted servers.
struct CoinContext {
    let invocation: Invocation
    let coins: CoinWallet
    /// Open as long as the coins are: its lock keeps other processes out.
    private let wallet: Wallet

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let prices = try invocation.prices()
        wallet = try CommandContext(invocation).open()
        coins = try CoinWallet(
            store: wallet.sealedStore,
            CoinWallet.Environment(
                clock: { UInt64(max(0, time(nil))) }, prices: prices.source, currency: prices.currency))
    }

    /// The account that an operand names by number or name.
    func account(_ operand: Operand = .account) throws -> CoinAccount {
        try account(named: try invocation.operand(operand))
    }

    func account(named word: String) throws -> CoinAccount {
        if let number = Int64(word) { return try coins.account(number) }
        let named = try coins.accounts().filter { $0.name.lowercased() == word.lowercased() }
        guard let first = named.first else {
            throw Failure(.failed, "There is no account '\(word)'. List the accounts: satchel coins accounts")
        }
        guard named.count == 1 else {
            throw Failure(.usage, "'\(word)' matches \(named.count) accounts. Use the number of the account.")
        }
        return first
    }

    /// The account that an optional operand names; all accounts without one.
    func accounts(_ operand: Operand) throws -> [CoinAccount] {
        guard let word = invocation.optional(operand) else { return try coins.accounts() }
        return [try account(named: word)]
    }

    /// A payment by its number from `satchel coins payments`.
    func payment() throws -> Int64 {
        try invocation.operand(.payment) { text in
            guard let number = Int64(text), number > 0 else {
                throw Failure(.usage, "use a number from `satchel coins payments`")
            }
            return number
        }
    }

    func network() throws -> Network { try invocation.operand(.network) { try CoinChains.standard.network(named: $0) } }
}

extension Option {
    static let prices = Option(
        "prices", value: "url",
        "Price source, such as 'https://prices.example/{COIN}-{CURRENCY}#/data/amount'. Default: none.",
        environment: "SATCHEL_PRICES")
    static let priceHistory = Option(
        "price-history", value: "url",
        """
        Source of earlier prices, a list of times and prices, such as \
        'https://prices.example/{name}?days={days}#/prices'. Default: the prices that this wallet has seen.
        """,
        environment: "SATCHEL_PRICE_HISTORY")
    static let currency = Option(
        "currency", value: "code", "Currency for the value of coins, such as EUR.", environment: "SATCHEL_CURRENCY")
    /// For commands that show values in a currency.
    static let worth: [Option] = [.prices, .currency]
}

extension Invocation {
    /// The source of prices, or nil for a command that shows none.
    fileprivate func prices() throws -> (source: PriceSource?, currency: Currency?) {
        guard declares(.prices) else { return (nil, nil) }
        let history = declares(.priceHistory) ? value(.priceHistory) : nil
        let source = try value(.prices) { try PriceSource(address: $0, history: history) }
        let currency = try value(.currency) { try Currency(code: $0) }
        guard (source == nil) == (currency == nil) else {
            throw Failure(.usage, "Give both --prices and --currency, or neither.")
        }
        return (source, currency)
    }
}
