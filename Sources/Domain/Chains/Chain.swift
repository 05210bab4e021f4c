// SPDX-License-Identifier: MIT

/// A family of networks that share keys, addresses and transactions.
package struct Chain: Hashable, Sendable {
    /// The name in the store and in links, such as `bitcoin`. It never changes.
    package let name: String

    package init(_ name: String) { self.name = name }

    package static let bitcoin = Chain("bitcoin")
    package static let ethereum = Chain("ethereum")
    package static let solana = Chain("solana")
}
