// SPDX-License-Identifier: MIT
import Terminal

/// The command line of a wallet's owner.
enum WalletProgram {
    /// All commands and options.
    static let program = Program(
        "satchel", version: "0.1.0",
        summary: "An offline-first wallet.",
        discussion: """
            Requests, payments and receipts are texts that begin with OW1. For such a document you can give its \
            text, a text file, a picture of its code, the pictures, folder or video of an animated code, - for \
            standard input, or --camera to scan it.
            """,
        options: [.wallet, .passphraseFile, .passphraseDescriptor],
        commands: Command.setUp + Command.accountKeeping + Command.money + Command.exchange + Command.bank
            + Command.paying
            + Command.history + Command.activity + [Command.ledger, Command.watch] + Command.requests + Command.splits
            + Command.recurring + [Command.merchant] + Command.people + Command.coins + Command.cards
            + Command.codes + Command.keeping,
        explain: explain)
}
