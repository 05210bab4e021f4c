// SPDX-License-Identifier: MIT

/// A risk of a transaction that the user must see before signing.
package enum ReviewWarning: Hashable, Sendable {
    /// The fee is more than a quarter of the amount.
    case feeAboveQuarter(fee: Lamports, amount: Lamports)
    /// The fee is more than ``Review/largeFee``.
    case largeFee(Lamports)
    /// A program that this wallet cannot decode. It may do anything with the accounts passed to it.
    case unknownProgram(Address)
    /// A call of a known program that this wallet cannot decode.
    case unknownCall(program: Address)
    /// Accounts come from an unread lookup table.
    case unknownTable(Address)
    /// The payer pays for a new account.
    case accountCreation(deposit: Lamports)
    /// No key can exist for the recipient.
    case offCurveRecipient(Address)
    /// The recipient is a token account, a mint or a program, not a wallet.
    case notAWallet(Address)
    /// The owner of the receiving token account is unknown.
    case unknownOwner(account: Address)
    /// The transaction moves tokens without stating the mint or the decimals.
    case unstatedToken(account: Address)
    /// The mint withholds up to this many units of the transfer.
    case transferFee(mint: Address, units: UInt64)
    /// A program of the mint's author runs in the transfer.
    case transferHook(mint: Address, program: Address)
    /// An authority may take any holder's tokens of this mint.
    case permanentDelegate(mint: Address)
    /// The displayed amount differs from the transferred units by interest or a factor.
    case scaledDisplay(mint: Address)
    /// Another key may move this wallet's tokens from now on.
    case delegates(account: Address, to: Address, units: UInt64)
    /// Transfers an authority over an account of this wallet.
    case givesAway(account: Address, to: Address?)
    /// Tokens of this wallet are destroyed.
    case burns(account: Address, units: UInt64)
    /// Closes a token account of this wallet and sends its deposit to another account.
    case closes(account: Address, to: Address)

    /// The sentence shown to the user.
    package var text: String {
        switch self {
        case .feeAboveQuarter(let fee, let amount):
            "The fee of \(fee) is more than a quarter of the \(amount) that are sent."
        case .largeFee(let fee): "The fee of \(fee) is far more than a transaction usually takes."
        case .unknownProgram(let program):
            "The program \(program) is not known to this wallet; it may do anything with the accounts it is handed."
        case .unknownCall(let program): "This wallet cannot read what the program \(program) is told to do."
        case .unknownTable(let table): "Some accounts come from the table \(table), which was not read."
        case .accountCreation(let deposit): "A new account is made, which takes a deposit of \(deposit)."
        case .offCurveRecipient(let address):
            "No key for the recipient \(address) can exist. Only a program could ever move what is sent there."
        case .notAWallet(let address): "The recipient \(address) is not a wallet; what is sent there may be lost."
        case .unknownOwner(let account): "Who owns the receiving token account \(account) is not known."
        case .unstatedToken(let account):
            "The transaction does not say which token leaves \(account), or with how many decimals."
        case .transferFee(let mint, let units):
            "The author of the token \(mint) keeps up to \(units) of its smallest units of this transfer."
        case .transferHook(let mint, let program):
            "The token \(mint) runs its author's program \(program) in each transfer."
        case .permanentDelegate(let mint): "The author of the token \(mint) can take it away from anybody."
        case .scaledDisplay(let mint): "The token \(mint) is shown with interest or a factor by other wallets."
        case .delegates(let account, let delegate, let units):
            "\(delegate) may then move up to \(units) smallest units out of the token account \(account)."
        case .givesAway(let account, let next):
            if let next {
                "A right over the account \(account) is given to \(next), for good."
            } else {
                "A right over the account \(account) is given up, for good."
            }
        case .burns(let account, let units):
            "\(units) smallest units of the token account \(account) are destroyed."
        case .closes(let account, let other):
            "The token account \(account) is closed and its deposit goes to \(other)."
        }
    }
}
