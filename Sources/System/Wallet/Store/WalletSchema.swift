// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of a wallet's store and their history.
enum WalletSchema {
    /// "SATW". A file with another number is not a wallet.
    static let applicationID: Int32 = 0x5341_5457

    static let sealedTables = [
        "setting", "announcement", "coin_key", "coin", "request", "outgoing", "incoming", "redemption", "purchase",
        "send", "upload", "evidence", "activity",
    ]

    /// A migration never changes. New ones are appended.
    static let part = StorePart(
        "wallet", counting: .file,
        migrations: [
            Migration(
                "first store",
                sql: """
                    CREATE TABLE wallet (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        name BLOB NOT NULL,
                        epoch INTEGER NOT NULL,
                        generation INTEGER NOT NULL,
                        freeze INTEGER NOT NULL,
                        time_floor INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE record (
                        id BLOB NOT NULL,
                        kind INTEGER NOT NULL,
                        owner INTEGER NOT NULL,
                        PRIMARY KEY (id, kind, owner)
                    ) STRICT, WITHOUT ROWID;

                    """
                        + sealedTables.map(StorePart.sealedTable).joined(separator: "\n")),
            Migration("kept answers", sql: StorePart.sealedTable(KeptAnswerRecord.table)),
            Migration("orders to the hub", sql: StorePart.sealedTable(OrderRecord.table)),
            // Sixteen zeros mean "no tag".
            Migration(
                "tags of spends",
                sql: """
                    ALTER TABLE wallet ADD COLUMN tag BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
                    ALTER TABLE wallet ADD COLUMN previous_tag BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
                    """),
            // An empty value means that the file is unknown.
            Migration(
                "the file of the count", sql: "ALTER TABLE wallet ADD COLUMN count_file BLOB NOT NULL DEFAULT x''"),
            // Changes no table. From this version on a machine may be in a state that older versions would call
            // damaged.
            Migration("one state for each flow", sql: ""),
            // Changes no table. From this version on history lines hold events, which older versions would call
            // damaged.
            Migration("events in place of sentences", sql: ""),
            // From this version on a payment may be in a state that older versions would call damaged.
            Migration("payments that no payee has confirmed", sql: ""),
            // Changes no table. The store seals the rows that belong to a hub again; see `Store.bindToHub`.
            Migration("rows sealed for their hub", sql: ""),
            Migration("transactions of the account", sql: StorePart.sealedTable(AccountEntryRecord.table)),
            // Changes no table. From this version on a wallet may record its spends in a security chip, which older
            // versions would not do.
            Migration("spends recorded in a chip", sql: ""),
        ])

    /// The first version whose announcements and session are sealed for the hub that they belong to.
    static let versionBoundToHub = 9
}
