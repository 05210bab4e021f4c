// SPDX-License-Identifier: MIT
internal import Bitcoin

/// What a node's reason against a transaction means for a person. Core: src/validation.cpp, src/policy/policy.cpp
enum BitcoinRefusal {
    static func error(_ reason: String, from name: String) -> CoinsError {
        let reason = ServerText.shown(reason)
        let (code, sentence) = meaning(reason)
        return CoinsError(code, "\(sentence) \(name) says: \(reason)")
    }

    private static func meaning(_ reason: String) -> (CoinsError.Code, String) {
        let meanings: [(part: String, code: CoinsError.Code, sentence: String)] = [
            ("rejecting replacement", .underpriced, "The new fee does not exceed the old one by enough: raise it."),
            ("min relay fee not met", .underpriced, "The fee is below what the network relays: raise it."),
            ("mempool min fee not met", .underpriced, "The fee is below what the network takes at present: raise it."),
            ("txn-mempool-conflict", .replaced, "Another transaction already spends these coins."),
            ("missingorspent", .replaced, "These coins are spent already, or were never there: refresh the account."),
            ("replacement-adds-unconfirmed", .refused, "A replacement must not spend further unconfirmed coins."),
            ("dust", .dust, "An output is too small to be worth spending."),
            ("premature-spend", .refused, "A mined reward can be spent after 100 blocks."),
            ("non-final", .tooLate, "The transaction may not be mined yet: its lock time lies ahead."),
            ("non-BIP68-final", .tooLate, "The transaction may not be mined yet: its coins are too young."),
            ("too-long-mempool-chain", .refused, "Too many unconfirmed transactions stand behind this one: wait."),
            ("max-fee-exceeded", .badFee, "The server refuses so high a fee."),
            ("maxfeerate", .badFee, "The server refuses so high a fee."),
        ]
        let known = meanings.first { reason.contains($0.part) }
        return (known?.code ?? .refused, known?.sentence ?? "The server refuses the transaction.")
    }
}
