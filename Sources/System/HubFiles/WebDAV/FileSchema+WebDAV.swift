// SPDX-License-Identifier: MIT
internal import SQL

extension FileSchema {
    static let webDAV = Migration(
        "locks and properties of WebDAV",
        sql: """
            -- A lock of a WebDAV client. It stays with its item, and ends when the item is moved, trashed or erased.
            CREATE TABLE file_lock (
                id INTEGER PRIMARY KEY,
                token BLOB NOT NULL UNIQUE CHECK (length(token) = 16),
                item INTEGER NOT NULL REFERENCES item (id),
                account BLOB NOT NULL CHECK (length(account) = 16),
                shared INTEGER NOT NULL,
                -- Whether it covers what is beneath a folder too.
                infinite INTEGER NOT NULL,
                -- What the client says of its user, as XML.
                owner TEXT NOT NULL,
                until INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX file_lock_by_item ON file_lock (item);
            CREATE INDEX file_lock_by_account ON file_lock (account, until);
            -- What WebDAV clients have said of items; it means nothing to the hub. value is XML.
            CREATE TABLE file_property (
                item INTEGER NOT NULL REFERENCES item (id),
                namespace TEXT NOT NULL,
                name TEXT NOT NULL,
                value TEXT NOT NULL,
                PRIMARY KEY (item, namespace, name)
            ) STRICT, WITHOUT ROWID;
            """)
}
