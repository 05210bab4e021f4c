// SPDX-License-Identifier: MIT
internal import SQLite

/// The tables of `drive.sqlite`. Times are seconds since 1970, sizes are bytes, ids are 16 bytes.
enum DriveSchema {
    /// "Sdrv": the file belongs to this module.
    static let applicationID: Int32 = 0x5364_7276

    static let migrations = [
        Migration("spaces, items and tasks", sql: first), Migration("the places of tasks", sql: second),
    ]

    private static let first = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
        -- detail: the space as the server described it last. anchor: up to where the feed was read.
        -- generation: counts the enumerations; whole: whether the last one has reached its end.
        CREATE TABLE space (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            place INTEGER NOT NULL,
            detail BLOB NOT NULL,
            anchor TEXT,
            rev INTEGER NOT NULL DEFAULT 0,
            generation INTEGER NOT NULL DEFAULT 0,
            whole INTEGER NOT NULL DEFAULT 0,
            refreshed INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        -- What the server has said last. rev 0: this device has ordered the item and the server has not confirmed it.
        -- kind: 0 folder, 1 file. state: 0 live, 1 trashed.
        CREATE TABLE item (
            number INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
            space BLOB NOT NULL CHECK (length(space) = 16),
            parent BLOB CHECK (length(parent) = 16),
            name BLOB,
            kind INTEGER NOT NULL,
            state INTEGER NOT NULL,
            rev INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            trashed INTEGER,
            content BLOB CHECK (length(content) = 32),
            size INTEGER,
            version INTEGER,
            modified INTEGER,
            executable INTEGER,
            generation INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX item_by_place ON item (parent, name);
        CREATE INDEX item_by_space ON item (space, generation);
        -- The queue. state: 0 waiting, 1 done, 2 failed.
        CREATE TABLE task (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            state INTEGER NOT NULL,
            job BLOB NOT NULL,
            item BLOB NOT NULL CHECK (length(item) = 16),
            parent BLOB CHECK (length(parent) = 16),
            made INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try INTEGER NOT NULL DEFAULT 0,
            reason TEXT,
            message TEXT
        ) STRICT;
        CREATE INDEX task_waiting ON task (item, id) WHERE state = 0;
        CREATE INDEX task_by_state ON task (state, id);
        -- The chunks of a download that are on the disk, each of 4 MiB.
        CREATE TABLE chunk (
            task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (task, number)
        ) STRICT, WITHOUT ROWID;
        -- An item that this device ordered, and the one that the server has in its place.
        CREATE TABLE alias (
            item BLOB PRIMARY KEY CHECK (length(item) = 16),
            meant BLOB NOT NULL CHECK (length(meant) = 16)
        ) STRICT, WITHOUT ROWID;
        -- What a file of this device held when it last was the same as an item: the base of the next change.
        CREATE TABLE origin (
            path BLOB PRIMARY KEY,
            item BLOB NOT NULL CHECK (length(item) = 16),
            content BLOB NOT NULL CHECK (length(content) = 32)
        ) STRICT, WITHOUT ROWID;
        """

    /// parent, name: where the task puts its item; tasks about one place run in order.
    private static let second = """
        ALTER TABLE task ADD COLUMN name BLOB CHECK (length(name) BETWEEN 1 AND 255);
        CREATE INDEX task_waiting_place ON task (parent, name) WHERE state = 0;
        CREATE INDEX task_waiting_first ON task (id) WHERE state = 0 AND parent IS NULL;
        CREATE INDEX alias_by_meant ON alias (meant);
        """
}
