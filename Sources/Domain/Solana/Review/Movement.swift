// SPDX-License-Identifier: MIT

/// A transfer of value from one account to another.
package struct Movement: Hashable, Sendable {
    package enum Asset: Hashable, Sendable {
        case native
        /// Nil when the instruction does not name it, and the wallet does not know the account.
        case token(mint: Address?)
    }

    package let asset: Asset
    /// The wallet that pays; for tokens the owner or delegate who signs.
    package let from: Address
    /// The wallet that receives; for tokens the token account itself when its owner is unknown.
    package let to: Address
    /// In lamports or in the token's smallest units.
    package let units: UInt64
    /// Nil when unknown.
    package let decimals: UInt8?
    /// The receiving token account; nil for native coins.
    package let account: Address?
    /// Whether the recipient is this wallet too.
    package let isInternal: Bool

    /// The amount for display; bare units when the decimals are unknown.
    package var amountText: String {
        switch asset {
        case .native: "\(Lamports(units))"
        case .token: decimals.map { "\(TokenAmount(units: units, decimals: $0))" } ?? "\(units) smallest units"
        }
    }
}
