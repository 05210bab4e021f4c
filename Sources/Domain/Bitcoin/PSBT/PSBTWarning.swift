// SPDX-License-Identifier: MIT

/// Something that a PSBT makes possible and a plan of this wallet does not; each must be acknowledged by itself.
package enum PSBTWarning: Hashable, Sendable, CustomStringConvertible {
    /// The fee rests on the file's word: signatures of version 0 witnesses cover the amount of their own input only, so
    /// two of them, given for two different lies, together pay a fee that nobody saw. BIP-0174, "Why would non-witness
    /// UTXOs be provided for segwit inputs?"
    case unprovenAmounts
    /// A signature that leaves parts of the transaction open to be changed by others.
    case openSignature(input: Int, SignatureHashType)
    /// A script of ours that is in none of the accounts.
    case unusualScript(input: Int)
    /// An output goes to an address of ours so far out that no restore looks there: whoever wrote the file could keep
    /// its place to himself.
    case farAddress(output: Int)
    /// No input is ours to sign.
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
