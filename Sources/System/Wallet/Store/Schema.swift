// SPDX-License-Identifier: MIT
internal import SQLite
internal import Vault

/// The tables of a wallet's store and their history.
enum Schema {
    /// "SATW": a file with another number is not a wallet.
    static let applicationID: Int32 = 0x5341_5457

    static let sealedTables = [
        "setting", "announcement", "coin_key", "coin", "request", "outgoing", "incoming", "redemption", "purchase",
        "send", "upload", "evidence", "activity",
    ]

    /// Only followed by another one, never changed.
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
            // Sixteen zeros are no tag.
            Migration(
                "tags of spends",
                sql: """
                    ALTER TABLE wallet ADD COLUMN tag BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
                    ALTER TABLE wallet ADD COLUMN previous_tag BLOB NOT NULL DEFAULT x'00000000000000000000000000000000';
                    """),
            // No bytes are no place that is known.
            Migration(
                "the file of the count", sql: "ALTER TABLE wallet ADD COLUMN count_file BLOB NOT NULL DEFAULT x''"),
            // Changes no table: a machine may be in a state from here on that older programs would call damaged.
            Migration("one state for each flow", sql: ""),
            // Changes no table: from here on lines of the history hold events, which older programs would call damaged.
            Migration("events in place of sentences", sql: ""),
        ])
}
