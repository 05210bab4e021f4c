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
        return CoinsError(meaning.code, "\(meaning.sentence) \(name) says: \(refusal)", cause: refusal)
    }

    private static let meanings: [(parts: [String], code: CoinsError.Code, sentence: String)] = [
        (
            ["replacement transaction underpriced", "replacement_underpriced", "replacementnotallowed"], .underpriced,
            "A transaction with this number waits already: to replace it, raise both fees by a tenth at least."
        ),
        (
            ["underpriced", "feetoolow", "fee cap less than", "max fee per gas less than", "gas price below"],
            .underpriced, "The fee is below what the network takes at present: raise it."
        ),
        (
            ["nonce too low", "oldnonce", "nonce_too_low", "nonce below"], .tooLate,
            "Another transaction with this number was mined: refresh the account."
        ),
        (
            ["nonce too high", "nonce gap", "noncegap", "nonce too distant"], .refused,
            "An earlier transaction of this account is missing: send that first."
        ),
        (
            ["insufficient funds", "insufficientfunds", "upfront cost exceeds"], .refused,
            "The account has too little ether for the amount and the fee."
        ),
        (
            ["intrinsic gas too low", "gaslimitexceeded", "exceeds block gas limit", "gas limit reached"], .refused,
            "The gas limit does not fit the transaction."
        ),
        (
            ["priority fee per gas higher", "tip above fee", "tip higher than"], .refused,
            "The tip is higher than the most that a unit of gas may cost."
        ),
        (
            ["exceeds the configured cap", "tx fee"], .refused, "The server refuses so high a fee."
        ),
        (
            ["chain id", "chainid", "replay-protected"], .refused, "The transaction belongs to another network."
        ),
    ]
}
