// SPDX-License-Identifier: MIT

/// Divides a sum among creditors so that no share shrinks because another creditor claims more.
enum EqualShares {
    /// Afterwards the shares add up to `pool`, and no share exceeds what is owed. All creditors that get less than
    /// they are owed get the same amount, except for one unit, and at least the pool divided by the number of
    /// creditors, rounded down.
    ///
    /// Constrained equal awards: R. J. Aumann, M. Maschler, "Game theoretic analysis of a bankruptcy problem from the Talmud".
    ///
    /// - Precondition: `pool` is at most the sum of `owed`, and that sum fits 64 bits.
    static func shares(of pool: UInt64, owed: [UInt64]) -> [UInt64] {
        precondition(pool <= owed.reduce(0, +), "More is divided than is owed.")
        var shares = owed.map { _ in UInt64(0) }
        var left = pool
        // The smallest debt first: what it does not need remains for the others.
        for (served, index) in owed.indices.sorted(by: { (owed[$0], $0) < (owed[$1], $1) }).enumerated() {
            shares[index] = min(owed[index], left / UInt64(owed.count - served))
            left -= shares[index]
        }
        return shares
    }
}
