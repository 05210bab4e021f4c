// SPDX-License-Identifier: MIT

/// An additional fact of a transaction: its nonce, lock time, memo, calls.
///
/// Typed, so that an app can show it in any language; the description is the command line's sentence.
package enum ReviewFact: Hashable, Sendable, CustomStringConvertible {
    /// The payee's name and the purpose, according to the payment link.
    case asked(String)
    // Bitcoin
    case size(inputs: Int, outputs: Int, virtualBytes: Int)
    /// The output that an input spends; inputs count from 1.
    case input(Int, outPoint: String, amount: CoinAmount)
    case notBefore(block: UInt32)
    /// The amount too small for change that goes to the fee, beyond the requested rate in satoshis per virtual byte.
    case changeInFee(CoinAmount, rate: String)
    /// How many transactions of others the replacement evicts, and the fees that must be paid for them.
    case evicts(Int, fees: CoinAmount)
    case signatures(Int)
    case lockTime(UInt32)
    /// The file lacks previous transactions, so its amounts are unproven.
    case unprovenAmounts
    case psbtVersion(UInt32)
    // Ethereum
    /// The address was typed in one case only, so that a typo in it would go unnoticed. EIP-55
    case noChecksum(String)
    case nonce(UInt64, gasLimit: UInt64)
    case tokenContract(String)
    /// A token call that is not a transfer, in programmers' notation.
    case tokenCall(contract: String, call: String)
    case movesNothing
    /// The fee includes the network's charge for data, which may change until a block includes the transaction.
    case dataFee(CoinAmount)
    /// The network charges a fee for the data that is not known in advance.
    case dataFeeUnknown
    case contractCall(contract: String, bytes: Int)
    case code(bytes: Int)
    // Solana
    case deposits(CoinAmount)
    case durableNonce(String)
    case makesNonceAccount(String)
    /// Text on the chain that anyone can read.
    case memo(String)

    package var description: String {
        switch self {
        case .asked(let words): "The link says: \(words.debugDescription.visible)"
        case .size(let inputs, let outputs, let bytes):
            "\(Self.count(inputs, "input")), \(Self.count(outputs, "output")), about \(bytes) vB"
        case .input(let number, let outPoint, let amount): "Input \(number): \(outPoint), \(amount)"
        case .notBefore(let block): "Not valid before block \(block)"
        case .changeInFee(let amount, let rate):
            "The fee holds \(amount) more than \(rate) sat/vB asks for: as change it would cost more than it is worth"
        case .evicts(let count, let fees):
            "\(Self.count(count, "transaction")) of others would fall out, whose fees of \(fees) must be paid too"
        case .signatures(let count): "\(Self.count(count, "signature")) would be made"
        case .lockTime(let time): "Lock time \(time)"
        case .unprovenAmounts: "Amounts, hence the fee, are the file's word where it lacks previous transactions."
        case .psbtVersion(let version): "A PSBT of version \(version)"
        case .noChecksum(let address):
            "\(address) was entered without a checksum, so a typo would go unnoticed: compare every character."
        case .nonce(let nonce, let gasLimit): "Nonce \(nonce), gas limit \(gasLimit)"
        case .tokenContract(let contract): "Token contract \(contract)"
        case .tokenCall(let contract, let call): "Asks the token contract \(contract): \(call)"
        case .dataFee(let amount):
            "The fee holds about \(amount) for the data, which the network sets when it takes the payment."
        case .dataFeeUnknown: "The network also takes a fee for the data, which is not known before."
        case .movesNothing: "Moves nothing: it only takes the place of another transaction."
        case .contractCall(let contract, let bytes): "Calls the contract \(contract) with \(bytes) bytes"
        case .code(let bytes): "Puts \(bytes) bytes of code on the chain"
        case .deposits(let amount): "Sets \(amount) aside for new accounts"
        case .durableNonce(let nonce): "Stands on the nonce \(nonce), so it never expires"
        case .makesNonceAccount(let address): "Makes the nonce account \(address)"
        case .memo(let text): "For everybody to read: \(text.debugDescription.visible)"
        }
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
