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
}
