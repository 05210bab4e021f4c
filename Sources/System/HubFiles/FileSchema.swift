// SPDX-License-Identifier: MIT
package import Crypto
package import SQL

/// The tables of the hub's files. Times are seconds since 1970, sizes are bytes.
package enum FileSchema {
    /// "Sfil": the file belongs to this module.
    package static let applicationID: Int32 = 0x5366_696c

    package static let migrations = [
        Migration("spaces, items, contents and uploads", sql: items),
        Migration("contents that nothing refers to", sql: garbage),
        Migration("contents that are damaged", sql: checks),
        shareLinks, smallContents, webDAV,
    ]

    /// Makes what a fresh store needs beside its tables.
    package static func prepare(_ database: any SQLConnection, random: RandomSource) throws {
        guard try database.row("SELECT 1 FROM store") == nil else { return }
        try database.run(
            "INSERT INTO store (id, epoch) VALUES (1, ?)", [.blob(random.bytes(ChangeTable.epochByteCount))])
    }

    /// Makes a copy the store that is served from now on: devices notice, and enumerate again.
    package static func beginEpoch(_ database: any SQLConnection, random: RandomSource) throws {
        try database.run("UPDATE store SET epoch = ?", [.blob(random.bytes(ChangeTable.epochByteCount))])
        try database.run("DELETE FROM lease", [])
        // What the backup lacks is found by reading all contents.
        try database.run("UPDATE content SET dying = 0, damaged = NULL, checked = 0", [])
    }

    private static let items = """
        -- One row. The epoch is another one after a restore, so that anchors of before are noticed.
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            epoch BLOB NOT NULL CHECK (length(epoch) = 8)
        ) STRICT;
        -- used and reserved are caches of sums over items, versions and uploads, changed in the same transaction.
        CREATE TABLE space (
            id INTEGER PRIMARY KEY,
            uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
            owner BLOB NOT NULL CHECK (length(owner) = 16),
            -- Whether it is the one that each account has.
            own INTEGER NOT NULL,
            name TEXT,
            -- What the operator has set; NULL for that of the owner's role.
            quota INTEGER CHECK (quota >= 0),
            used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
            reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
            -- The number and the digest of the last change.
            rev INTEGER NOT NULL DEFAULT 0,
            digest BLOB NOT NULL CHECK (length(digest) = 8)
        ) STRICT;
        CREATE UNIQUE INDEX space_own ON space (owner) WHERE own = 1;
        CREATE INDEX space_by_owner ON space (owner);
        -- Roles: 1 writer, 2 reader. The owner has no row.
        CREATE TABLE member (
            space INTEGER NOT NULL REFERENCES space (id),
            account BLOB NOT NULL CHECK (length(account) = 16),
            role INTEGER NOT NULL,
            PRIMARY KEY (space, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX member_by_account ON member (account, space);
        -- What the file service has whole and durable.
        CREATE TABLE content (
            id INTEGER PRIMARY KEY,
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            size INTEGER NOT NULL CHECK (size >= 0),
            added INTEGER NOT NULL
        ) STRICT;
        -- kind: 0 folder, 1 file. state: 0 live, 1 trashed, 2 erased. A root has the id of its space, and no name.
        -- An erased item keeps its ids and its rev alone.
        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
            space INTEGER NOT NULL REFERENCES space (id),
            parent INTEGER REFERENCES item (id),
            name BLOB CHECK (length(name) BETWEEN 1 AND 255),
            kind INTEGER NOT NULL,
            state INTEGER NOT NULL DEFAULT 0,
            rev INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            trashed INTEGER,
            content INTEGER REFERENCES content (id),
            -- Counts the contents of a file, from 1.
            version INTEGER NOT NULL DEFAULT 0,
            -- Milliseconds since 1970, as the client says.
            modified INTEGER,
            executable INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX item_by_name ON item (parent, name) WHERE state = 0;
        CREATE INDEX item_by_parent ON item (parent, kind);
        CREATE INDEX item_by_rev ON item (space, rev);
        CREATE INDEX item_by_content ON item (content) WHERE content IS NOT NULL;
        CREATE INDEX item_in_trash ON item (space, trashed, id) WHERE state = 1;
        CREATE TABLE version (
            item INTEGER NOT NULL REFERENCES item (id),
            number INTEGER NOT NULL,
            content INTEGER NOT NULL REFERENCES content (id),
            replaced INTEGER NOT NULL,
            PRIMARY KEY (item, number)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX version_by_content ON version (content);
        CREATE INDEX version_by_age ON version (replaced);
        -- What accounts upload. content is NULL until the file service has all of it; reserved is 0 once it is linked.
        CREATE TABLE upload (
            id INTEGER PRIMARY KEY,
            uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
            account BLOB NOT NULL CHECK (length(account) = 16),
            space INTEGER NOT NULL REFERENCES space (id),
            reserved INTEGER NOT NULL CHECK (reserved >= 0),
            content INTEGER REFERENCES content (id),
            -- When it began or, once it has its content, when that came.
            time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX upload_by_account ON upload (account, content);
        CREATE INDEX upload_by_age ON upload (time);
        CREATE TABLE change (
            space INTEGER NOT NULL REFERENCES space (id),
            rev INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 8),
            time INTEGER NOT NULL,
            PRIMARY KEY (space, rev)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX change_by_age ON change (time);
        -- What was answered to each order.
        CREATE TABLE answered (
            account BLOB NOT NULL CHECK (length(account) = 16),
            id BLOB NOT NULL CHECK (length(id) = 16),
            request BLOB NOT NULL CHECK (length(request) = 32),
            status INTEGER NOT NULL,
            answer BLOB NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answered_by_age ON answered (time);
        """

    private static let garbage = """
        -- Since when nothing refers to it: no item, no version, no upload. NULL while something does.
        ALTER TABLE content ADD COLUMN idle INTEGER;
        -- 1 from the commit that gives it up to the commit that removes the row; its file may be gone in between.
        ALTER TABLE content ADD COLUMN dying INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX upload_by_content ON upload (content) WHERE content IS NOT NULL;
        -- Their time begins with this step, because no row says when the last reference went.
        UPDATE content SET idle = max(added, CAST(strftime('%s', 'now') AS INTEGER))
        WHERE size > 0 AND NOT EXISTS (SELECT 1 FROM item WHERE item.content = content.id)
            AND NOT EXISTS (SELECT 1 FROM version WHERE version.content = content.id)
            AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.content = content.id);
        CREATE INDEX content_by_idle ON content (idle) WHERE idle IS NOT NULL;
        -- While one is held, no content is given up: a backup copies what its state refers to.
        CREATE TABLE lease (
            id INTEGER PRIMARY KEY,
            until INTEGER NOT NULL
        ) STRICT;
        """

    private static let checks = """
        -- When all its bytes were read last and found right; 0 to have them read now.
        ALTER TABLE content ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;
        -- Since when its bytes are known to be damaged or missing; NULL as long as they are not.
        ALTER TABLE content ADD COLUMN damaged INTEGER;
        UPDATE content SET checked = added;
        CREATE INDEX content_by_check ON content (checked) WHERE damaged IS NULL;
        CREATE INDEX content_by_damage ON content (damaged) WHERE damaged IS NOT NULL;
        -- When the last backup began that was finished.
        ALTER TABLE store ADD COLUMN backed_up INTEGER;
        """
}
