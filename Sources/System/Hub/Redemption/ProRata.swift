// SPDX-License-Identifier: MIT

/// Divides a sum in proportion to what each party is owed, to the last unit.
enum ProRata {
    /// Afterwards the shares add up to `pool`, none is above what is owed, and no two differ from exact proportion by a
    /// whole unit. Units left over by rounding go to the largest remainders, earlier parties first.
    ///
    /// - Precondition: `pool` is at most the sum of `owed`, and that sum fits 64 bits.
    static func shares(of pool: UInt64, owed: [UInt64]) -> [UInt64] {
        let total = owed.reduce(0, +)
        precondition(pool <= total, "More is divided than is owed.")
        guard total > 0 else { return owed }
        // The product has 128 bits; the quotient is at most `owed`, so it fits.
        let divisions = owed.map { total.dividingFullWidth($0.multipliedFullWidth(by: pool)) }
        var shares = divisions.map(\.quotient)
        let rest = Int(pool - shares.reduce(0, +))
        let byRemainder = divisions.indices.sorted {
            (divisions[$1].remainder, $0) < (divisions[$0].remainder, $1)
        }
        for index in byRemainder.prefix(rest) { shares[index] += 1 }
        return shares
    }
}
