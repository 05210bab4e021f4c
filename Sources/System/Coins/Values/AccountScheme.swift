// SPDX-License-Identifier: MIT
package import Chains

/// How an account derives its keys and addresses. Each chain declares its own.
package struct AccountScheme: Sendable {
    /// The stored number, which never changes. Two schemes with the same number are the same.
    package let rawValue: UInt64
    /// The name in commands; empty for a number that was just read from the store.
    package let name: String
    /// The path of an account, with `{coin}` for the coin type and `{index}` for the number of the account.
    package let path: String
    /// What screens call it, in every language: its common name, or the path where it has none.
    package let title: String
    /// Whether accounts of this scheme are named after their network alone.
    package let isUsual: Bool

    package init(_ rawValue: UInt64, _ name: String, path: String, title: String? = nil, isUsual: Bool = false) {
        self.rawValue = rawValue
        self.name = name
        self.path = path
        self.title = title ?? path.replacing("{index}", with: "n")
        self.isUsual = isUsual
    }

    /// As a record of the store has it. ``CoinChains/scheme(numbered:)`` knows the rest.
    init(stored number: UInt64) { self.init(number, "", path: "") }

    /// A single watched address, which any chain can have.
    package static let address = AccountScheme(1, "address", path: "m/44'/60'/0'/0/{index}")

    /// The scheme with this name, or nil.
    package init?(named name: String) {
        guard let found = CoinChains.standard.schemes.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The node of the account with this index. BIP-0044, SLIP-0010
    package func path(_ index: UInt32, on network: Network) throws -> DerivationPath {
        try DerivationPath(
            path.replacing("{coin}", with: "\(network.coinType)").replacing("{index}", with: "\(index)"))
    }
}

extension AccountScheme: Hashable {
    package static func == (one: AccountScheme, other: AccountScheme) -> Bool { one.rawValue == other.rawValue }
    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
