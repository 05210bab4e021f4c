// SPDX-License-Identifier: MIT
internal import Bitcoin

/// Translates a node's reason for refusing a transaction for the user. Core: src/validation.cpp, src/policy/policy.cpp
enum BitcoinRefusal {
    static func error(_ reason: String, from name: String) -> CoinsError {
        let reason = ServerText.shown(reason)
        return CoinsError(.refused, "\(meaning(reason)) \(name) says: \(reason)")
    }

    private static func meaning(_ reason: String) -> String {
        let meanings: [(part: String, sentence: String)] = [
            ("rejecting replacement", "The new fee does not exceed the old one by enough: raise it."),
            ("min relay fee not met", "The fee is below what the network relays: raise it."),
            ("mempool min fee not met", "The fee is below what the network takes at present: raise it."),
            ("txn-mempool-conflict", "Another transaction already spends these coins."),
            ("missingorspent", "These coins are spent already, or were never there: refresh the account."),
            ("replacement-adds-unconfirmed", "A replacement must not spend further unconfirmed coins."),
            ("dust", "An output is too small to be worth spending."),
            ("premature-spend", "A mined reward can be spent after 100 blocks."),
            ("non-final", "The transaction may not be mined yet: its lock time lies ahead."),
            ("non-BIP68-final", "The transaction may not be mined yet: its coins are too young."),
            ("too-long-mempool-chain", "Too many unconfirmed transactions stand behind this one: wait."),
            ("max-fee-exceeded", "The server refuses so high a fee."),
            ("maxfeerate", "The server refuses so high a fee."),
        ]
        return meanings.first { reason.contains($0.part) }?.sentence ?? "The server refuses the transaction."
    }
}
