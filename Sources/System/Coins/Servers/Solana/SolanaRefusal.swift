// SPDX-License-Identifier: MIT
internal import Bytes

/// Translates a node's error for a transaction. Solana: `TransactionError`, `InstructionError`
enum SolanaRefusal {
    /// Whether the node already has this transaction.
    static func isKnown(_ refusal: RPCRefusal) -> Bool {
        refusal.data?["err"] == "AlreadyProcessed" || refusal.message.contains("already been processed")
    }

    static func error(_ refusal: RPCRefusal, from name: String) -> CoinsError {
        guard refusal.isVerdict else { return refusal.error(from: name) }
        return ServerRefusal(server: name, meaning: meaning(of: refusal), words: refusal.message).error()
    }

    private static func meaning(of refusal: RPCRefusal) -> ServerRefusal.Meaning? {
        let error = refusal.data?["err"] ?? .null
        let logs = refusal.data?["logs"]?.array?.compactMap(\.string) ?? []
        if error == "BlockhashNotFound" || refusal.message.lowercased().contains("blockhash not found") {
            return .signedTooLongAgo
        }
        if error == "InsufficientFundsForFee" || error == "AccountNotFound" { return .tooFewSOL }
        if error["InsufficientFundsForRent"] != nil { return .belowRent }
        if logs.prefix(1_000).contains(where: { $0.contains("insufficient") }) { return .tooLittleHeld }
        return error.isNull ? nil : failure(error)
    }

    /// An error of a transaction in words.
    static func sentence(_ error: JSONValue) -> String { failure(error).sentence }

    private static func failure(_ error: JSONValue) -> ServerRefusal.Meaning {
        if let word = error.string { return .fails(ServerText.shown(word) + ".") }
        guard let failed = error["InstructionError"], let index = failed[0]?.uint64, index < 256 else {
            return .fails(ServerText.shown(error.text))
        }
        let reason = failed[1]?.string ?? failed[1]?["Custom"]?.uint64.map { "error \($0) of its program" }
        return .stepFails(Int(index) + 1, reason.map(ServerText.shown))
    }
}
