// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of the coins within the wallet's file, and their history.
enum CoinSchema {
    private static let firstTables = [
        "chain_phrase", "chain_account", "chain_address", "chain_transaction", "chain_send", "chain_balance",
        "chain_contact", "chain_server", "chain_token",
    ]

    /// Only followed by another one, never changed.
    static let part = StorePart(
        "coins", counting: .row,
        migrations: [
            Migration("first tables", sql: firstTables.map(StorePart.sealedTable).joined(separator: "\n")),
            Migration("prices that were seen", sql: StorePart.sealedTable("chain_price")),
            Migration("how far payments were read", sql: StorePart.sealedTable("chain_reading")),
        ])
}
