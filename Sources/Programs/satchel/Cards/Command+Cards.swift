// SPDX-License-Identifier: MIT
import Terminal

extension Command {
    /// Cards of stores, libraries and clubs.
    static let cards: [Command] = [
        Command(
            "cards", "Manage loyalty, library and club cards and show their codes.",
            discussion: """
                All cards stay in this wallet, encrypted. Only `update` uses the network, and it asks first. Satchel draws \
                a code with the bytes and the kind of the original.
                """,
            topics: [
                Topic("Find and show", cardListing + cardShowing),
                Topic("Add and change", cardEditing + cardScanning + cardPhotos),
                Topic("Import, export and share", cardFiles + cardUpdating + cardHandover),
            ])
    ]
}
