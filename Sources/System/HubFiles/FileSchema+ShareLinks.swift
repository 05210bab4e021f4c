// SPDX-License-Identifier: MIT
internal import SQL

extension FileSchema {
    /// A step of its own, after the steps before it.
    static let shareLinks = Migration(
        "links that share files",
        sql: """
            -- token is the SHA-256 of the token: the disk has no link that can be used.
            CREATE TABLE share_link (
                id INTEGER PRIMARY KEY,
                token BLOB NOT NULL UNIQUE CHECK (length(token) = 32),
                account BLOB NOT NULL CHECK (length(account) = 16),
                -- By its id and not by its row: the row goes 90 days after the item was erased.
                item BLOB NOT NULL CHECK (length(item) = 16),
                created INTEGER NOT NULL,
                expires INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX share_link_by_account ON share_link (account, id);
            CREATE INDEX share_link_by_expiry ON share_link (expires);
            """)
}
