// SPDX-License-Identifier: MIT

/// Translates a node's error for a transaction. These errors have no numbers, only texts; geth's come first.
/// go-ethereum: core/txpool/errors.go, core/error.go; also nethermind, besu and erigon.
enum EthereumRefusal {
    /// Whether the node already has this transaction.
    static func isKnown(_ refusal: RPCRefusal) -> Bool {
        let words = refusal.message.lowercased()
        return ["already known", "alreadyknown", "known transaction", "already imported", "already in mempool"]
            .contains(
                where: words.contains)
    }

    /// Whether the node has pruned the state, or has not seen the block yet: it judged the request, or one of its known
    /// texts says so. geth, nethermind, besu, erigon, reth; and services in front of them.
    static func isForgotten(_ refusal: RPCRefusal) -> Bool {
        let words = refusal.message.lowercased()
        return refusal.isVerdict
            || [
                "missing trie node", "header not found", "unknown block", "state is not available",
                "state not available", "state unavailable", "historical state", "pruned", "pruning", "archive",
                "proof window", "no state available",
            ].contains(where: words.contains)
    }

    static func error(_ refusal: RPCRefusal, from name: String) -> CoinsError {
        let words = refusal.message.lowercased()
        let meaning = meanings.first { $0.parts.contains { words.contains($0) } }
        guard let meaning else { return refusal.error(from: name) }
        return ServerRefusal(server: name, meaning: meaning.meaning, words: refusal.message).error(meaning.code)
    }

    private static let meanings: [(parts: [String], code: CoinsError.Code, meaning: ServerRefusal.Meaning)] = [
        (
            ["replacement transaction underpriced", "replacement_underpriced", "replacementnotallowed"], .underpriced,
            .numberWaits
        ),
        (
            ["underpriced", "feetoolow", "fee cap less than", "max fee per gas less than", "gas price below"],
            .underpriced, .belowCurrentFee
        ),
        (["nonce too low", "oldnonce", "nonce_too_low", "nonce below"], .tooLate, .numberUsed),
        (["nonce too high", "nonce gap", "noncegap", "nonce too distant"], .refused, .numberMissing),
        (["insufficient funds", "insufficientfunds", "upfront cost exceeds"], .refused, .tooLittleEther),
        (
            ["intrinsic gas too low", "gaslimitexceeded", "exceeds block gas limit", "gas limit reached"], .refused,
            .wrongGasLimit
        ),
        (["priority fee per gas higher", "tip above fee", "tip higher than"], .refused, .tipAboveMost),
        (["exceeds the configured cap", "tx fee"], .refused, .feeTooHigh),
        (["chain id", "chainid", "replay-protected"], .refused, .otherNetwork),
    ]
}
