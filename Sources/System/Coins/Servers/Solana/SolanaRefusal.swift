// SPDX-License-Identifier: MIT
internal import Bytes

/// Translates a node's error for a transaction. Solana: `TransactionError`, `InstructionError`
enum SolanaRefusal {
    /// Whether the node already has this transaction.
    static func isKnown(_ refusal: RPCRefusal) -> Bool {
        refusal.data?["err"] == "AlreadyProcessed" || refusal.message.contains("already been processed")
    }

    static func error(_ refusal: RPCRefusal, from name: String) -> CoinsError {
        let error = refusal.data?["err"] ?? .null
        let logs = refusal.data?["logs"]?.array?.compactMap(\.string) ?? []
        guard refusal.isVerdict else { return refusal.error(from: name) }
        let sentence: String
        if error == "BlockhashNotFound" || refusal.message.lowercased().contains("blockhash not found") {
            sentence = "The transaction was signed too long ago, or the server lags behind."
        } else if error == "InsufficientFundsForFee" || error == "AccountNotFound" {
            sentence = "The account has too few SOL for the fee."
        } else if error["InsufficientFundsForRent"] != nil {
            sentence = "An account would be left with less than it must hold to live."
        } else if logs.prefix(1_000).contains(where: { $0.contains("insufficient") }) {
            sentence = "The account holds less than the transaction moves."
        } else {
            sentence = error.isNull ? "The server refuses the transaction." : Self.sentence(error)
        }
        return CoinsError(.refused, "\(sentence) \(name) says: \(refusal)", cause: refusal)
    }

    /// A transaction's error as a sentence.
    static func sentence(_ error: JSONValue) -> String {
        if let word = error.string { return ServerText.shown("The transaction failed: \(word).") }
        if let failed = error["InstructionError"], let index = failed[0]?.uint64, index < 256 {
            let reason = failed[1]?.string ?? failed[1]?["Custom"]?.uint64.map { "error \($0) of its program" }
            return ServerText.shown("Step \(index + 1) of the transaction failed: \(reason ?? "unknown error").")
        }
        return ServerText.shown("The transaction failed: \(error.text)")
    }
}
