// SPDX-License-Identifier: MIT
import Chains
import Coins
import Terminal

extension Operand {
    static let account = Operand("account", "The account's number or name, as `satchel coins accounts` shows it.")
    static let someAccount = Operand("account", "One account; all of them without it.", count: .optional)
    static let network = Operand(
        "network", "Such as bitcoin, bitcoin-testnet, ethereum, polygon, ethereum-10 or solana.",
        completion: .choices(Network.all.map(\.name)))
    static let payment = Operand("payment", "The payment's number, as `satchel coins payments` shows it.")
    static let transaction = Operand(
        "transaction", "A transaction's id; as many letters of it as the history shows will do.")
}

extension Option {
    static let fee = Option(
        "fee", value: "fee",
        "slow, normal or fast; or a number: sat/vB on Bitcoin, gwei on Ethereum, lamports of priority fee on Solana.",
        fallback: FeeLevel.normal.rawValue)
    static let accept = Option(
        "accept", value: "warning", "Accept a warning of the review, by its name.", isRepeated: true)
    static let cached = Option("cached", "Show what is known, and ask no server.")
    static let accountName = Option("name", value: "name", "What to call it.")
    static let scheme = Option(
        "scheme", value: "scheme", "The kind of account: segwit, taproot, nested or legacy on Bitcoin; solana-short.",
        completion: .choices(AccountScheme.allCases.map(\.name)))
}

extension Invocation {
    func fee() throws -> FeeChoice {
        let word = try required(.fee)
        return FeeLevel(rawValue: word).map { .level($0) } ?? .custom(word)
    }

    func scheme() throws -> AccountScheme? {
        try value(.scheme) { word in
            guard let scheme = AccountScheme(named: word) else {
                throw Failure(.usage, "choose " + AccountScheme.allCases.map(\.name).joined(separator: ", "))
            }
            return scheme
        }
    }
}

extension JSON {
    /// The object with one member more.
    func adding(_ name: String, _ value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name, value)])
    }

    /// `{"value":"0.001","unit":"BTC"}`.
    static func coins(_ amount: CoinAmount) -> JSON {
        ["value": .text(amount.unit.text(amount.value)), "unit": .text(amount.unit.symbol)]
    }
}
