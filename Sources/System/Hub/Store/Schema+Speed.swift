// SPDX-License-Identifier: MIT

extension Schema {
    static let speed = """
        -- The few that are locked, for the writer, which asks for them before every run of transfers.
        CREATE INDEX account_locked ON account (id) WHERE locked IS NOT NULL;
        """

    static let operations = """
        -- By id and not by account: ids begin with their time, so what comes in one after another is written to the same
        -- pages. Sorted by account, each answer was a page of its own.
        CREATE TABLE operation_by_id (
            account INTEGER NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            request BLOB NOT NULL CHECK (length(request) = 32),
            status INTEGER NOT NULL,
            answer BLOB NOT NULL,
            entry INTEGER REFERENCES entry (id),
            PRIMARY KEY (id, account)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO operation_by_id (account, id, request, status, answer, entry)
            SELECT account, id, request, status, answer, entry FROM operation ORDER BY id, account;
        DROP TABLE operation;
        ALTER TABLE operation_by_id RENAME TO operation;
        """

    /// Foreign keys that are dropped for the same reason as in ``provenReferences``: the code that inserts these rows
    /// has read or written the referenced rows in the same transaction, those are never deleted, and the audit has a
    /// rule for each reference.
    static let unboundReferences = """
        ALTER TABLE entry ADD COLUMN free_sender INTEGER;
        ALTER TABLE entry ADD COLUMN free_recipient INTEGER;
        ALTER TABLE entry ADD COLUMN free_operator INTEGER;
        UPDATE entry SET free_sender = sender, free_recipient = recipient, free_operator = operator;
        ALTER TABLE entry DROP COLUMN sender;
        ALTER TABLE entry DROP COLUMN recipient;
        ALTER TABLE entry DROP COLUMN operator;
        ALTER TABLE entry RENAME COLUMN free_sender TO sender;
        ALTER TABLE entry RENAME COLUMN free_recipient TO recipient;
        ALTER TABLE entry RENAME COLUMN free_operator TO operator;
        ALTER TABLE operation ADD COLUMN free_entry INTEGER;
        UPDATE operation SET free_entry = entry;
        ALTER TABLE operation DROP COLUMN entry;
        ALTER TABLE operation RENAME COLUMN free_entry TO entry;
        """
}
