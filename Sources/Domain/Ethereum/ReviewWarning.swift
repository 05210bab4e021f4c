// SPDX-License-Identifier: MIT

/// A risk to check before signing. The user must acknowledge each one.
package enum ReviewWarning: String, CaseIterable, Hashable, Sendable {
    /// The fee can be more than a quarter of the amount.
    case feeAboveQuarter
    /// A gas price far above the usual.
    case priceAbsurd
    /// A contract call with data that this wallet cannot decode.
    case callNotUnderstood
    /// Another party may take any amount of a token at any time.
    case unlimitedApproval
    /// Another party may take up to an amount of a token at any time.
    case approval
    /// A token is sent to a token's contract, where it is lost.
    case toTokenContract
    /// Sent to the zero address: lost.
    case toZeroAddress
    /// A contract call that also sends ether.
    case valueToContract
    /// Creates a contract.
    case createsContract
    /// The user never confirmed the token, so the decimals of its amount are unknown.
    case unknownToken
    /// Moves tokens of another account.
    case fromOtherAccount
    /// A message that may have an effect in a contract but cannot be decoded here.
    case messageNotReadable
    /// A message that permits another party to take tokens without a further transaction of the account.
    case permission
    /// A typed message without a network, so it is valid on all networks.
    case anyNetwork

    /// The text shown to the user.
    package var sentence: String {
        switch self {
        case .feeAboveQuarter: "The fee can take more than a quarter of the amount."
        case .priceAbsurd: "The price of gas is far above the usual price."
        case .callNotUnderstood: "A contract is called with data that Satchel cannot read; it may do anything."
        case .unlimitedApproval: "This lets another party take all of this token from the account, now and later."
        case .approval: "This lets another party take this token from the account, up to the amount, at any time."
        case .toTokenContract: "The recipient is a token's contract; what is sent there is usually lost."
        case .toZeroAddress: "The recipient is the zero address; what is sent there is lost."
        case .valueToContract: "Ether is sent to a contract along with the call."
        case .createsContract: "This puts a new contract on the chain."
        case .unknownToken: "This token was never confirmed; its amount is shown in smallest units."
        case .fromOtherAccount: "This moves tokens of another account."
        case .messageNotReadable: "The message is not readable text; you can't know what signing it means."
        case .permission: "Signing this lets another party take tokens from the account without a transaction."
        case .anyNetwork: "The message names no network, so the signature counts on all of them."
        }
    }
}
