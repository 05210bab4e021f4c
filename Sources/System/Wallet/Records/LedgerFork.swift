// SPDX-License-Identifier: MIT
package import Tokens

/// Two signed heads of one hub, of which the later does not continue the earlier.
///
/// Heads of the same size with different roots prove the fault by themselves. For other sizes a verifier asks the hub
/// for the consistency proof between them, which cannot exist.
package struct LedgerFork: Equatable, Sendable {
    /// The head that the wallet saw first.
    package let before: LedgerHead
    /// The head that contradicts it.
    package let after: LedgerHead

    /// Enough to prove the fault; further pairs are not stored.
    static let maximumKept = 16
}
