// SPDX-License-Identifier: MIT

/// A risk that a PSBT has and this wallet's own plans do not. The user must acknowledge each one.
package enum PSBTWarning: Hashable, Sendable, CustomStringConvertible {
    /// The fee is unproven: signatures of version 0 witnesses cover only the amount of their own input, so two
    /// signatures over two different false amounts together pay a fee that the user never saw. BIP-0174, "Why would
    /// non-witness UTXOs be provided for segwit inputs?"
    case unprovenAmounts
    /// A signature that lets others change parts of the transaction.
    case openSignature(input: Int, SignatureHashType)
    /// A script with this wallet's keys that belongs to none of its accounts.
    case unusualScript(input: Int)
    /// An output pays to an own address beyond the range that a restore scans, so only the file's author would know its
    /// location.
    case farAddress(output: Int)
    /// This wallet can sign none of the inputs.
    case nothingToSign

    package var description: String {
        switch self {
        case .unprovenAmounts:
            "The amounts, hence the fee, are the file's word: ask its maker for the previous transactions."
        case .openSignature(let input, _):
            "The signature of input \(input) would leave others free to change parts of the transaction."
        case .unusualScript(let input): "Input \(input) has a script that is in none of the accounts."
        case .farAddress(let output):
            "Output \(output) goes to an address of yours that is so far out that a restore would not find it."
        case .nothingToSign: "None of the inputs is ours to sign."
        }
    }
}
