// SPDX-License-Identifier: MIT
package import Tokens

/// Two signed heads of one hub of which the later does not continue the earlier.
///
/// Of the same size with different roots they convict the hub by themselves. Otherwise whoever doubts asks the hub for the
/// hashes that lead from one to the other, and there are none.
package struct LedgerFork: Equatable, Sendable {
    /// What a wallet was shown first.
    package let before: LedgerHead
    /// What was shown in its place.
    package let after: LedgerHead

    /// More than that is the same hub again.
    static let maximumKept = 16
}
