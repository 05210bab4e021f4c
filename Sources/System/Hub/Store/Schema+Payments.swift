// SPDX-License-Identifier: MIT
import HubLedger

extension Schema {
    /// The search index of histories, payment requests, split bills, standing orders, contacts.
    static let payments = """
        -- What `History` searches: the postings of an account with what can be asked about them. Filled up when somebody
        -- searches, so that moving money does not wait for it; everything in it can be made again from the ledger.
        CREATE TABLE history (
            account INTEGER NOT NULL REFERENCES ledger_account (id),
            entry INTEGER NOT NULL REFERENCES entry (id),
            kind TEXT NOT NULL,
            -- Never less than that of the line before, whatever the clock did.
            time INTEGER NOT NULL,
            -- Months since January of the year 0.
            month INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            counterpart INTEGER,
            -- The other side's name and the note, in small letters.
            words TEXT NOT NULL,
            PRIMARY KEY (account, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX history_by_kind ON history (account, kind, entry);
        CREATE INDEX history_by_counterpart ON history (account, counterpart, entry);
        CREATE INDEX history_by_time ON history (account, time, entry);
        -- A bill that its owner has paid and others share.
        CREATE TABLE split (
            id INTEGER PRIMARY KEY,
            public_id BLOB NOT NULL UNIQUE CHECK (length(public_id) = 16),
            owner INTEGER NOT NULL REFERENCES account (id),
            total INTEGER NOT NULL CHECK (total > 0),
            people INTEGER NOT NULL,
            note TEXT,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX split_by_owner ON split (owner, id);
        -- The states are those of `RequestState`.
        CREATE TABLE money_request (
            id INTEGER PRIMARY KEY,
            public_id BLOB NOT NULL UNIQUE CHECK (length(public_id) = 16),
            payee INTEGER NOT NULL REFERENCES account (id),
            -- Absent while a link for anybody waits.
            payer INTEGER REFERENCES account (id),
            -- Absent while the payer may choose.
            amount INTEGER CHECK (amount > 0),
            note TEXT,
            reference TEXT,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
            created INTEGER NOT NULL,
            due TEXT,
            expires INTEGER NOT NULL,
            closed INTEGER,
            -- What paid it: there when and only when it is paid.
            entry INTEGER UNIQUE REFERENCES entry (id),
            split INTEGER REFERENCES split (id),
            CHECK ((state = 2) = (entry IS NOT NULL)),
            CHECK ((state = 1) = (closed IS NULL))
        ) STRICT;
        CREATE INDEX money_request_by_payee ON money_request (payee, id);
        CREATE INDEX money_request_by_payer ON money_request (payer, id);
        CREATE INDEX money_request_by_split ON money_request (split);
        CREATE TABLE split_share (
            split INTEGER NOT NULL REFERENCES split (id),
            place INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES account (id),
            amount INTEGER NOT NULL CHECK (amount > 0),
            -- Absent for the owner's own share.
            request INTEGER UNIQUE REFERENCES money_request (id),
            PRIMARY KEY (split, place)
        ) STRICT, WITHOUT ROWID;
        -- The states are those of `RecurringState`.
        CREATE TABLE recurring (
            id INTEGER PRIMARY KEY,
            public_id BLOB NOT NULL UNIQUE CHECK (length(public_id) = 16),
            payer INTEGER NOT NULL REFERENCES account (id),
            payee INTEGER NOT NULL REFERENCES account (id),
            amount INTEGER NOT NULL CHECK (amount > 0),
            note TEXT,
            unit TEXT NOT NULL,
            every INTEGER NOT NULL,
            first_day TEXT NOT NULL,
            last_day TEXT,
            count INTEGER,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 4),
            created INTEGER NOT NULL,
            -- The number of the next due date, counted from 0.
            number INTEGER NOT NULL DEFAULT 0,
            -- When it is tried next: its due date, or later after a failure.
            try_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX recurring_by_payer ON recurring (payer, id);
        CREATE INDEX recurring_due ON recurring (try_at, id) WHERE state = 1;
        -- What became of each due date; a paid one names the entry that paid it, and is never paid again.
        CREATE TABLE recurring_run (
            recurring INTEGER NOT NULL REFERENCES recurring (id),
            number INTEGER NOT NULL,
            due TEXT NOT NULL,
            state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
            attempts INTEGER NOT NULL,
            time INTEGER NOT NULL,
            entry INTEGER UNIQUE REFERENCES entry (id),
            problem BLOB,
            PRIMARY KEY (recurring, number),
            CHECK ((state = 1) = (entry IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE contact (
            owner INTEGER NOT NULL REFERENCES account (id),
            account INTEGER NOT NULL REFERENCES account (id),
            name TEXT,
            -- The name in small letters: one contact of an owner has it.
            called TEXT,
            note TEXT,
            favourite INTEGER NOT NULL,
            PRIMARY KEY (owner, account)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX contact_by_name ON contact (owner, called);
        CREATE TABLE blocked (
            owner INTEGER NOT NULL REFERENCES account (id),
            account INTEGER NOT NULL REFERENCES account (id),
            PRIMARY KEY (owner, account)
        ) STRICT, WITHOUT ROWID;
        """
}

extension Schema {
    /// Payment requests, split bills and standing orders may be in any currency of the hub, not only in its first one.
    static let paymentCurrencies = """
        ALTER TABLE split ADD COLUMN currency TEXT;
        ALTER TABLE money_request ADD COLUMN currency TEXT;
        ALTER TABLE recurring ADD COLUMN currency TEXT;
        UPDATE split SET currency = (SELECT currency FROM hub);
        UPDATE money_request SET currency = (SELECT currency FROM hub);
        UPDATE recurring SET currency = (SELECT currency FROM hub);
        """
}
