// SPDX-License-Identifier: MIT

/// Splits a withdrawal into roots of 50, 25, 15 and 10 per cent, so that most payments need only one root.
package enum WithdrawalPack {
    /// In per cent, largest first; together one hundred.
    static let shares: [UInt64] = [50, 25, 15, 10]

    /// The most roots in one withdrawal.
    package static let maximumRoots = 64

    /// The amounts of the roots.
    ///
    /// - Parameters:
    ///   - amount: minor units to withdraw.
    ///   - largest: the largest root that the issuing key may sign; the policy's limit applies as well.
    /// - Returns: amounts above zero that add up to exactly `amount`; the largest share gets the remainder of the
    ///   division.
    /// - Throws: ``TokensError`` with code `.wrongAmount` for nothing, `.limitExceeded` above the wallet's limit.
    package static func split(
        _ amount: UInt64, policy: LimitPolicy = .standard, largest: UInt64 = .max
    ) throws -> [UInt64] {
        guard amount > 0 else {
            throw TokensError(.wrongAmount, "Nothing cannot be bought. Type an amount above zero.")
        }
        guard amount <= policy.walletTotal else {
            throw TokensError(
                .limitExceeded,
                "A wallet may hold \(policy.walletTotal) minor units offline; \(amount) is more. Buy less.")
        }
        let limit = min(policy.perRoot, largest)
        guard limit > 0, amount / limit < UInt64(maximumRoots - shares.count) else {
            throw TokensError(
                .limitExceeded, "\(amount) minor units would take too many roots of at most \(limit). Buy less at once."
            )
        }
        // The amount is at most the wallet's limit, so the products are far from 64 bits.
        var parts = shares.map { amount * $0 / 100 }
        parts[0] += amount - parts.reduce(0, +)
        return parts.flatMap { pieces(of: $0, limit: limit) }
    }

    /// Splits a share into as few and as equal pieces as the limit allows.
    private static func pieces(of part: UInt64, limit: UInt64) -> [UInt64] {
        guard part > 0 else { return [] }
        let count = (part - 1) / limit + 1
        return (0..<count).map { part / count + ($0 < part % count ? 1 : 0) }
    }
}
