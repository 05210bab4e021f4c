// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Cards of stores, libraries and clubs, under one word.
    static let cards: [Command] = [
        Command(
            "cards", "Keep the cards of stores, libraries and clubs, and show their codes at the till.",
            discussion: """
                Everything stays in this wallet, sealed; nothing is ever contacted. A code is drawn with the very bytes \
                and the kind of the original.
                """,
            commands: cardListing + cardShowing + cardEditing + cardScanning + cardFiles + cardHandover
                + cardPhotos)
    ]
}
