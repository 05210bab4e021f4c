// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Coins
import Terminal

extension Operand {
    static let account = Operand("account", "Number or name of the account from `satchel coins accounts`.")
    static let someAccount = Operand("account", "Number or name of an account. Default: all.", count: .optional)
    static let network = Operand(
        "network", "Network, such as bitcoin, bitcoin-testnet, ethereum, polygon, ethereum-10 or solana.",
        completion: .choices(CoinChains.standard.networks.map(\.name)))
    static let payment = Operand("payment", "Number of the payment from `satchel coins payments`.")
    static let transaction = Operand(
        "transaction", "Transaction ID, or its first characters as the history shows them.")
}

extension Option {
    static let fee = Option(
        "fee", value: "fee",
        "Fee: slow, normal, fast, or a number in sat/vB (Bitcoin), gwei (Ethereum) or lamports of priority fee (Solana).",
        fallback: FeeLevel.normal.rawValue)
    static let accept = Option(
        "accept", value: "warning", "Accept a warning of the review by its name; can be repeated.", isRepeated: true)
    static let cached = Option("cached", "Show stored data, without contacting a server.")
    static let accountName = Option("name", value: "name", "Name of the account.")
    static let scheme = Option(
        "scheme", value: "scheme",
        "Kind of account: segwit, taproot, nested or legacy on Bitcoin; solana-short on Solana.",
        completion: .choices(CoinChains.standard.schemes.map(\.name)))
}

extension Invocation {
    func fee() throws -> FeeChoice {
        let word = try required(.fee)
        return FeeLevel(rawValue: word).map { .level($0) } ?? .custom(word)
    }

    func scheme() throws -> AccountScheme? {
        try value(.scheme) { word in
            guard let scheme = AccountScheme(named: word) else {
                throw Failure(.usage, "choose " + CoinChains.standard.schemes.map(\.name).joined(separator: ", "))
            }
            return scheme
        }
    }
}

extension JSONValue {
    /// The object with an added member.
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name, value)])
    }

    /// `{"value":"0.001","currency":"BTC"}`; of a token its symbol in this wallet.
    static func coins(_ amount: CoinAmount) -> JSONValue {
        ["value": .string(amount.unit.text(amount.value)), "currency": .string(amount.unit.symbol)]
    }
}
