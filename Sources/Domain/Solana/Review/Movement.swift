// SPDX-License-Identifier: MIT

/// Something of value that leaves one account for another.
package struct Movement: Hashable, Sendable {
    package enum Asset: Hashable, Sendable {
        case native
        /// nil when the instruction does not say which, and the wallet does not know the account.
        case token(mint: Address?)
    }

    package let asset: Asset
    /// The wallet that loses it: for tokens the owner or delegate who signs.
    package let from: Address
    /// The wallet that gets it; for tokens the token account itself when its owner is not known.
    package let to: Address
    /// In lamports or in the token's smallest units.
    package let units: UInt64
    /// nil when nobody states them.
    package let decimals: UInt8?
    /// The token account that receives; nil for native coins.
    package let account: Address?
    /// Whether the recipient is this wallet too.
    package let isInternal: Bool

    /// The amount as people read it; bare units when nobody states the decimals.
    package var amountText: String {
        switch asset {
        case .native: "\(Lamports(units))"
        case .token: decimals.map { "\(TokenAmount(units: units, decimals: $0))" } ?? "\(units) smallest units"
        }
    }
}
