// SPDX-License-Identifier: MIT

/// Something allowed but rarely intended. The user must acknowledge each one.
package enum ReviewWarning: Hashable, Sendable, CustomStringConvertible {
    /// The fee is more than a quarter of the amount paid.
    case feeAboveQuarter
    /// The fee rate is above 1,000 sat/vB.
    case absurdFeeRate
    /// Every recipient is this wallet.
    case paysSelf
    /// A recipient's address was paid before, which publicly links both payments.
    case addressPaidBefore(Script)
    /// A witness version without rules yet: anyone could take the money.
    case futureWitness(Script)
    /// An output without an address, so the user cannot compare it.
    case unknownScript(Script)
    /// Inputs of others, whose amounts are the sender's claim.
    case foreignInputs
    /// It cannot be replaced by one with a higher fee.
    case notReplaceable
    /// An unconfirmed payment from others is spent, which may disappear.
    case spendsUnconfirmed

    package var description: String {
        switch self {
        case .feeAboveQuarter: "The fee is more than a quarter of the amount."
        case .absurdFeeRate: "The fee rate is above \(FeeRate.absurd)."
        case .paysSelf: "Every recipient is this wallet itself."
        case .addressPaidBefore: "One of the addresses was paid before."
        case .futureWitness: "One of the addresses is of a kind that has no rules yet: anybody could take the money."
        case .unknownScript: "One of the outputs has no address to compare."
        case .foreignInputs: "Some of the inputs are not of this wallet."
        case .notReplaceable: "The fee cannot be raised later."
        case .spendsUnconfirmed: "It spends money that is not confirmed and may still vanish."
        }
    }
}
