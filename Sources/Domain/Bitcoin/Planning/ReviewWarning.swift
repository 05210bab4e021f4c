// SPDX-License-Identifier: MIT

/// Something that is allowed and seldom meant; each must be acknowledged by itself.
package enum ReviewWarning: Hashable, Sendable, CustomStringConvertible {
    /// The fee is more than a quarter of what is paid.
    case feeAboveQuarter
    /// The fee rate is above 1,000 sat/vB.
    case absurdFeeRate
    /// Every recipient is this wallet.
    case paysSelf
    /// A recipient's address was paid before, which tells everybody that both payments are to one person.
    case addressPaidBefore(Script)
    /// An address of a version that has no rules yet: anybody could take the money.
    case futureWitness(Script)
    /// An output that has no address, so nobody can compare it.
    case unknownScript(Script)
    /// Inputs that are not ours: their amounts are the sender's word.
    case foreignInputs
    /// It cannot be replaced by one with a higher fee.
    case notReplaceable
    /// Money of others that is not confirmed is spent: it may vanish.
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
