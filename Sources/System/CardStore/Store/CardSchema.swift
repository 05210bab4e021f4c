// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of the cards in the wallet's file, and their versions.
enum CardSchema {
    static let tables: Set<String> = [CardRecord.table, CardSettingRecord.table]

    /// A version is never changed, only followed by another one.
    static let part = StorePart(
        "cards", counting: .row,
        migrations: [
            Migration("first tables", sql: StorePart.sealedTable("card")),
            Migration("settings", sql: StorePart.sealedTable("card_setting")),
            // The rows do not change; the version keeps older programs from reading rows with several cards. Nearly all
            // rows have one state, and all are read at opening, so an index by state only costs.
            Migration("sheets of cards", sql: "DROP INDEX card_by_state;"),
            // The same, for cards without a colour, with Catima's number, or with their own list numbers.
            Migration("numbers of cards, and the order of groups", sql: "SELECT 1;"),
        ])
}
