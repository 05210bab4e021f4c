// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of the coins in the wallet's file, and their versions.
enum CoinSchema {
    private static let firstTables = [
        "chain_phrase", "chain_account", "chain_address", "chain_transaction", "chain_send", "chain_balance",
        "chain_contact", "chain_server", "chain_token",
    ]

    /// Every table of the coins.
    static let tables = Set(firstTables + ["chain_price", "chain_reading"])

    /// A version is never changed, only followed by another one.
    static let part = StorePart(
        "coins", counting: .row,
        migrations: [
            Migration("first tables", sql: firstTables.map(StorePart.sealedTable).joined(separator: "\n")),
            Migration("prices that were seen", sql: StorePart.sealedTable("chain_price")),
            Migration("how far payments were read", sql: StorePart.sealedTable("chain_reading")),
            // Changes no table: from here on remarks are arrays, which older programs would call damaged.
            Migration("remarks in types", sql: ""),
        ])
}
