// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Cards of stores, libraries and clubs.
    static let cards: [Command] = [
        Command(
            "cards", "Manage loyalty, library and club cards and show their codes.",
            discussion: """
                All cards stay in this wallet, encrypted. These commands never use the network. A code is drawn with \
                the bytes and the kind of the original.
                """,
            commands: cardListing + cardShowing + cardEditing + cardScanning + cardFiles + cardHandover
                + cardPhotos)
    ]
}
