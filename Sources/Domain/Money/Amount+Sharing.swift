// SPDX-License-Identifier: MIT

extension Amount {
    /// Splits this amount by weights, exactly to the minor unit.
    ///
    /// Each share is rounded down, and the remaining minor units go one each to the first shares. Shares of equal
    /// weight differ by at most one unit, and all shares add up to this amount exactly.
    ///
    /// - Parameter weights: at least one, each above zero.
    /// - Throws: ``MoneyError`` with `.negative` unless the amount and all weights are above zero, `.overflow` when the
    ///   sum of the weights is too large.
    package func shared(by weights: [UInt32]) throws -> [Amount] {
        guard isPositive, !weights.isEmpty, !weights.contains(0) else {
            throw MoneyError(.negative, "Only an amount above zero can be shared, and only in parts above zero.")
        }
        var total: UInt64 = 0
        for weight in weights {
            let (sum, overflow) = total.addingReportingOverflow(UInt64(weight))
            guard !overflow else { throw MoneyError(.overflow, "The shares add up to too much.") }
            total = sum
        }
        let units = try units
        var shares = weights.map { weight -> UInt64 in
            // The product has up to 96 bits; the quotient is at most the amount itself.
            total.dividingFullWidth(units.multipliedFullWidth(by: UInt64(weight))).quotient
        }
        // Rounding down leaves less than one unit per share.
        let left = units - shares.reduce(0, +)
        for index in 0..<Int(left) { shares[index] += 1 }
        return try shares.map { try Amount(units: $0, currency: currency) }
    }
}
