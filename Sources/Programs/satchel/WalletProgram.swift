// SPDX-License-Identifier: MIT
import Release
import Terminal

/// The command line of a wallet's owner.
enum WalletProgram {
    /// All commands and options.
    static let program = Program(
        "satchel", version: Release.version,
        summary: "An offline-first wallet.",
        discussion: """
            Requests, payments and receipts are texts that begin with OW1. For such a document you can give its \
            text, a text file, a picture of its code, the pictures, folder or video of an animated code, - for \
            standard input, or --camera to scan it.
            """,
        options: [.wallet, .demo, .passphraseFile, .passphraseDescriptor],
        topics: [
            Topic("Wallet", Command.walletSetUp + Command.keeping + [.device, .demo]),
            Topic("Account", Command.accountSetUp + Command.accountKeeping + [.merchant]),
            Topic("Balance and activity", [.balance] + Command.activity + [.sync, .watch, .notify]),
            Topic("Payments", Command.sending + Command.requests + Command.splits + Command.recurring + Command.people),
            Topic("Offline money", [.takeOffline] + Command.paying + [.nearby]),
            Topic("Bank and currencies", Command.bank + Command.exchange),
            Topic("Proofs", [.ledger] + Command.fraudProofs),
            Topic("Coins", Command.coins),
            Topic("Cards and codes", Command.cards + Command.codes),
            Topic("Files", Command.drive),
        ],
        answers: WalletAnswers.all, explain: explain)
}
