// SPDX-License-Identifier: MIT
internal import SQLite

/// The tables of the mounted folder, a part of `drive.sqlite`. They change in one commit with the queue.
enum MountSchema {
    static let part = "mount"
    static let migrations = [
        Migration("local changes, pins and cached contents", sql: first),
        Migration("items by their changes", sql: second),
    ]

    /// A change of another device is looked for among all that is known.
    private static let second = "CREATE INDEX item_by_rev ON item (space, rev);"

    private static let first = """
        -- What the mounted folder shows otherwise than the row of the item says. A row is there as long as a task of the
        -- item waits, or the device has bytes that the server lacks.
        -- parent, name: the place, NULL for that of the item. gone: whether it was removed.
        -- file: in the folder unsent, NULL if the bytes are the server's. base: what the server had when they were
        -- written, NULL for a new file. content, size: once the bytes are frozen to be sent by the task.
        CREATE TABLE local (
            item BLOB PRIMARY KEY CHECK (length(item) = 16),
            parent BLOB CHECK (length(parent) = 16),
            name BLOB CHECK (length(name) BETWEEN 1 AND 255),
            gone INTEGER NOT NULL DEFAULT 0,
            file TEXT,
            base BLOB CHECK (length(base) = 32),
            content BLOB CHECK (length(content) = 32),
            size INTEGER,
            task INTEGER,
            -- Nanoseconds since 1970, and the permission: as a program has set them while the bytes are the server's.
            modified INTEGER,
            executable INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX local_by_place ON local (parent, name) WHERE parent IS NOT NULL;
        CREATE INDEX local_by_task ON local (task) WHERE task IS NOT NULL;
        -- Frozen bytes that a task sends, until it is done.
        CREATE TABLE unsent (
            task INTEGER PRIMARY KEY,
            file TEXT NOT NULL,
            content BLOB NOT NULL CHECK (length(content) = 32),
            size INTEGER NOT NULL
        ) STRICT;
        -- The contents of which the folder cache has something. list: a SHA-256 for each 4 MiB, once it is known.
        -- have: a bit for each chunk, the lowest of the first byte first. boot: of the system that wrote them; after
        -- another start each chunk is verified again before it is used. used: counts uses, for what leaves first.
        CREATE TABLE cached (
            content BLOB PRIMARY KEY CHECK (length(content) = 32),
            size INTEGER NOT NULL,
            list BLOB,
            have BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            boot TEXT NOT NULL,
            used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX cached_by_use ON cached (used);
        -- wish: 1 always here, 2 never here. Folders stand for all beneath them.
        CREATE TABLE pin (
            item BLOB PRIMARY KEY CHECK (length(item) = 16),
            wish INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
