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
        ])
}
