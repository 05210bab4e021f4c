// SPDX-License-Identifier: MIT
package import Chains

/// An account in the form shown to the user.
package struct CoinAccount: Hashable, Sendable {
    /// The identifier in commands and in every method here.
    package let id: Int64
    package let name: String
    package let network: Network
    package let scheme: AccountScheme
    /// Its node below the phrase; nil for a watch-only account.
    package let path: String?
    /// Bitcoin's extended public key, with which another wallet can watch the account.
    package let extendedKey: String?
    /// The single address of an account that has one.
    package let address: String?
    package var isWatchOnly: Bool { path == nil }

    /// `prefix6…suffix4` of an address.
    package static func shortened(_ address: String) -> String {
        address.count <= 12 ? address : "\(address.prefix(6))…\(address.suffix(4))"
    }
}

/// An address to receive at.
package struct ReceiveAddress: Hashable, Sendable {
    package let address: String
    /// Below the account's node, such as `0/7`; nil where an account has one address.
    package let path: String?
    package let label: String?

    package init(address: String, path: String? = nil, label: String? = nil) {
        self.address = address
        self.path = path
        self.label = label
    }
}
