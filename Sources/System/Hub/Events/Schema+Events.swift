// SPDX-License-Identifier: MIT

extension Schema {
    static let events = """
        -- What happened to an account besides movements of money, which its postings tell already.
        CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id),
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX event_by_account ON event (account, id);
        """
}
