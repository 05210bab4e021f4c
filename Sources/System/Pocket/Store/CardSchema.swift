// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of the cards within the wallet's file, and their history.
enum CardSchema {
    /// Only followed by another one, never changed.
    static let part = StorePart(
        "cards", counting: .row,
        migrations: [
            Migration("first tables", sql: StorePart.sealedTable("card")),
            Migration("settings", sql: StorePart.sealedTable("card_setting")),
            // Rows stay as they are: what an older program must not read is a row of several cards. Nearly all rows are of
            // one state, and all of them are read at the opening: an index of the states only costs.
            Migration("sheets of cards", sql: "DROP INDEX card_by_state;"),
            // The same: a card without a colour, with Catima's number, or with a number of its own in lists.
            Migration("numbers of cards, and the order of groups", sql: "SELECT 1;"),
        ])
}
