// SPDX-License-Identifier: MIT
import Terminal

/// The command line of a wallet's owner.
enum WalletProgram {
    /// Everything that can be typed.
    static let program = Program(
        "satchel", version: "0.1.0",
        summary: "A wallet that pays without a network.",
        discussion: """
            Requests, payments and receipts are texts that begin with OW1. Wherever one is expected, type the text, name \
            a text file, the picture of a code, or the pictures, folder or film of an animation, write - for standard \
            input, or look through a camera with --camera.
            """,
        options: [.wallet, .passphraseFile, .passphraseDescriptor],
        commands: Command.setUp + Command.accountKeeping + Command.money + Command.exchange + Command.bank
            + Command.paying
            + Command.history + Command.activity + [Command.ledger, Command.watch] + Command.requests + Command.splits
            + Command.recurring + [Command.merchant] + Command.people + Command.coins + Command.cards
            + Command.codes + Command.keeping,
        explain: explain)
}
