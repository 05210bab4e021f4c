// SPDX-License-Identifier: MIT

/// A reason to look again before signing. Each must be acknowledged by itself.
package enum ReviewWarning: String, CaseIterable, Hashable, Sendable {
    /// The fee can be more than a quarter of the amount.
    case feeAboveQuarter
    /// A price of gas far above what anybody pays.
    case priceAbsurd
    /// A contract is called with data that this wallet cannot read.
    case callNotUnderstood
    /// Somebody may take any amount of a token, at any time.
    case unlimitedApproval
    /// Somebody may take up to an amount of a token, at any time.
    case approval
    /// A token is sent to a token's contract, which keeps it for ever.
    case toTokenContract
    /// Sent to nobody: lost.
    case toZeroAddress
    /// Ether goes along with the call of a contract.
    case valueToContract
    /// Code is put on the chain.
    case createsContract
    /// The token was never confirmed: how many decimals its amount has is not known.
    case unknownToken
    /// Tokens of another account are moved.
    case fromOtherAccount
    /// A message that would mean something to a contract, yet cannot be read here.
    case messageNotReadable
    /// A message that permits somebody to take tokens without any transaction of yours.
    case permission
    /// A typed message that names no network: it counts on all of them.
    case anyNetwork

    /// What a person is told.
    package var sentence: String {
        switch self {
        case .feeAboveQuarter: "The fee can take more than a quarter of the amount."
        case .priceAbsurd: "The price of gas is far above what anybody pays."
        case .callNotUnderstood: "A contract is called with data that cannot be read here; it may do anything."
        case .unlimitedApproval: "This lets somebody take all of this token from the account, now and later."
        case .approval: "This lets somebody take this token from the account, up to the amount, at any time."
        case .toTokenContract: "The recipient is a token's contract; what is sent there is usually lost."
        case .toZeroAddress: "The recipient is the zero address; what is sent there is lost."
        case .valueToContract: "Ether is sent to a contract along with the call."
        case .createsContract: "This puts a new contract on the chain."
        case .unknownToken: "This token was never confirmed; its amount is shown in smallest units."
        case .fromOtherAccount: "This moves tokens of another account."
        case .messageNotReadable: "The message is not readable text; nobody can say what signing it means."
        case .permission: "Signing this lets somebody take tokens from the account without a transaction."
        case .anyNetwork: "The message names no network, so the signature counts on all of them."
        }
    }
}
