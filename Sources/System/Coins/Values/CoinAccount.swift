// SPDX-License-Identifier: MIT
package import Chains

/// An account as it is shown.
package struct CoinAccount: Hashable, Sendable {
    /// What commands and every method here name it by.
    package let id: Int64
    package let name: String
    package let network: Network
    package let scheme: AccountScheme
    /// Its node below the phrase; nil for an account that is only watched.
    package let path: String?
    /// Bitcoin's extended public key, to watch the account elsewhere.
    package let extendedKey: String?
    /// The one address of an account that has one.
    package let address: String?
    package var isWatchOnly: Bool { path == nil }

    /// `prefix6…suffix4` of an address.
    package static func shortened(_ address: String) -> String {
        address.count <= 12 ? address : "\(address.prefix(6))…\(address.suffix(4))"
    }
}

/// An address to be paid at.
package struct ReceiveAddress: Hashable, Sendable {
    package let address: String
    /// Below the account's node, such as `0/7`; nil where an account has one address.
    package let path: String?
    package let label: String?
}
