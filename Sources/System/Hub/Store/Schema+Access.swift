// SPDX-License-Identifier: MIT

extension Schema {
    static let access = """
        -- 0 member, 1 merchant, 2 operator.
        ALTER TABLE account ADD COLUMN role INTEGER NOT NULL DEFAULT 0;
        -- Since when it may look but move nothing, and the sentence for its owner.
        ALTER TABLE account ADD COLUMN locked INTEGER;
        ALTER TABLE account ADD COLUMN lock_reason TEXT;
        UPDATE account SET role = 1 WHERE merchant IS NOT NULL;
        -- What its owner calls the device, when and from where it was used last, whether a code was asked for at its log-in,
        -- and why it ended, see SessionEnd.
        ALTER TABLE session ADD COLUMN device TEXT;
        ALTER TABLE session ADD COLUMN used INTEGER;
        ALTER TABLE session ADD COLUMN address TEXT;
        ALTER TABLE session ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN reason INTEGER;
        CREATE INDEX session_by_account ON session (account) WHERE ended IS NULL;
        CREATE INDEX session_by_end ON session (ended) WHERE ended IS NOT NULL;
        -- The secret is sealed with a key that is not in the books. Until it is confirmed it counts for nothing.
        CREATE TABLE second_factor (
            account INTEGER PRIMARY KEY REFERENCES account (id),
            secret BLOB NOT NULL,
            confirmed INTEGER,
            -- The period of the last code that was taken: no code is taken twice.
            last_step INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE recovery_code (
            account INTEGER NOT NULL REFERENCES account (id),
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            used INTEGER,
            PRIMARY KEY (account, hash)
        ) STRICT, WITHOUT ROWID;
        -- Who did what: rows are only ever added, and each one's hash covers the one before it.
        CREATE TABLE audit_log (
            number INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            event TEXT NOT NULL,
            account INTEGER REFERENCES account (id),
            actor TEXT NOT NULL,
            address TEXT,
            details TEXT NOT NULL,
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        CREATE INDEX audit_log_by_account ON audit_log (account, number);
        """

    static let scopes = """
        -- What the session is restricted to, see SessionScope; NULL for everything.
        ALTER TABLE session ADD COLUMN scope TEXT;
        """
}
