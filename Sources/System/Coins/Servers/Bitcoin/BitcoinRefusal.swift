// SPDX-License-Identifier: MIT
internal import Bitcoin

/// Translates a node's reason for refusing a transaction for the user. Core: src/validation.cpp, src/policy/policy.cpp
enum BitcoinRefusal {
    static func error(_ reason: String, from name: String) -> CoinsError {
        let reason = ServerText.shown(reason)
        let meaning = meanings.first { reason.contains($0.part) }?.meaning
        return ServerRefusal(server: name, meaning: meaning, words: reason).error()
    }

    private static let meanings: [(part: String, meaning: ServerRefusal.Meaning)] = [
        ("rejecting replacement", .replacementTooCheap), ("min relay fee not met", .belowRelayFee),
        ("mempool min fee not met", .belowCurrentFee), ("txn-mempool-conflict", .conflict),
        ("missingorspent", .coinsGone), ("replacement-adds-unconfirmed", .unconfirmedAdded), ("dust", .dust),
        ("premature-spend", .immatureReward), ("non-final", .lockedUntilLater),
        ("non-BIP68-final", .coinsTooYoung), ("too-long-mempool-chain", .longChain),
        ("max-fee-exceeded", .feeTooHigh), ("maxfeerate", .feeTooHigh),
    ]
}
