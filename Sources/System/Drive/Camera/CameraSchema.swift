// SPDX-License-Identifier: MIT
internal import SQLite

/// The tables of the camera backup, a part of `drive.sqlite`: a photo's state and the task that sends it are one commit.
enum CameraSchema {
    static let part = "camera"
    static let migrations = [Migration("photos", sql: first), Migration("rules", sql: second)]

    private static let first = """
        -- A folder of this device whose photos are kept at the server. target: names of a folder in the space.
        -- scan: counts the scans. reason: why the last scan has not seen everything, NULL if it has.
        CREATE TABLE camera (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            folder TEXT NOT NULL UNIQUE,
            space BLOB NOT NULL CHECK (length(space) = 16),
            target BLOB NOT NULL,
            scan INTEGER NOT NULL DEFAULT 0,
            reason TEXT
        ) STRICT;
        -- path: the names beneath the folder. device to executable: the stamp of the file when it was looked at last;
        -- times in nanoseconds. age: modified, the newest first.
        -- state: 0 found, 1 hashed, 2 sending, 3 done, 4 excluded, 5 failed. detail: why it is excluded or has failed.
        -- content: of state 1 to 3. task: of state 2. reason: why a photo is not done yet.
        CREATE TABLE photo (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            camera INTEGER NOT NULL REFERENCES camera (id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            video INTEGER NOT NULL,
            age INTEGER NOT NULL,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            executable INTEGER NOT NULL,
            state INTEGER NOT NULL,
            detail TEXT,
            content BLOB CHECK (length(content) = 32),
            task INTEGER,
            reason TEXT,
            scan INTEGER NOT NULL,
            UNIQUE (camera, path)
        ) STRICT;
        CREATE INDEX photo_in_turn ON photo (video, age, id) WHERE state IN (0, 1);
        CREATE INDEX photo_by_state ON photo (camera, state, id);
        CREATE INDEX photo_by_task ON photo (task) WHERE task IS NOT NULL;
        CREATE INDEX photo_by_content ON photo (content) WHERE state = 2;
        -- Contents that the server has had. One that it has no more was erased there, and is not sent again.
        CREATE TABLE kept (
            camera INTEGER NOT NULL REFERENCES camera (id) ON DELETE CASCADE,
            content BLOB NOT NULL CHECK (length(content) = 32),
            PRIMARY KEY (camera, content)
        ) STRICT, WITHOUT ROWID;
        """

    private static let second = """
        -- rules: bits of CameraRules.
        ALTER TABLE camera ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
        -- A scan compares with all photos that are known, so that it writes down nothing when nothing has changed.
        ALTER TABLE photo DROP COLUMN scan;
        """
}
