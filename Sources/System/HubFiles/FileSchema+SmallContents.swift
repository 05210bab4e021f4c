// SPDX-License-Identifier: MIT
internal import SQL

extension FileSchema {
    /// A step of its own, after the steps before it.
    static let smallContents = Migration(
        "contents of at most 16 KiB",
        sql: """
            -- The bytes of contents that have no file. A content may have both.
            CREATE TABLE small (
                content INTEGER PRIMARY KEY REFERENCES content (id),
                bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 16384)
            ) STRICT;
            """)
}
