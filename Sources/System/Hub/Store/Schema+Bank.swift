// SPDX-License-Identifier: MIT

extension Schema {
    /// Bank accounts, their movements, and payouts.
    static let bank = """
        -- The hub's own account in each currency.
        CREATE TABLE bank_account (
            currency TEXT PRIMARY KEY,
            iban TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            bic TEXT,
            -- Of payment orders, as the bank takes them.
            version TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- Every booked movement once, whichever statements mention it; the states are those of `BankTransactionState`.
        CREATE TABLE bank_transaction (
            id INTEGER PRIMARY KEY,
            iban TEXT NOT NULL,
            -- SHA-256 of what the bank calls it.
            bank_id BLOB NOT NULL CHECK (length(bank_id) = 32),
            statement TEXT NOT NULL,
            day TEXT NOT NULL,
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount <> 0),
            name TEXT,
            counter_iban TEXT,
            end_to_end TEXT,
            remittance TEXT NOT NULL,
            reason TEXT,
            state INTEGER NOT NULL,
            -- How it came into the books, and how it left suspense.
            entry INTEGER REFERENCES entry (id),
            resolved INTEGER REFERENCES entry (id),
            time INTEGER NOT NULL,
            UNIQUE (iban, bank_id)
        ) STRICT;
        CREATE INDEX bank_transaction_by_state ON bank_transaction (state, id);
        -- One file for a bank, kept so that the same bytes can be given again.
        CREATE TABLE bank_export (
            id INTEGER PRIMARY KEY,
            message TEXT NOT NULL UNIQUE,
            currency TEXT NOT NULL,
            payments INTEGER NOT NULL,
            total INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            created INTEGER NOT NULL,
            written INTEGER
        ) STRICT;
        -- The states are those of `Payout.State`.
        CREATE TABLE payout (
            id INTEGER PRIMARY KEY,
            public_id BLOB NOT NULL UNIQUE CHECK (length(public_id) = 16),
            -- Absent for what the operator sends back.
            account INTEGER REFERENCES account (id),
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0),
            iban TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            state TEXT NOT NULL,
            created INTEGER NOT NULL,
            held INTEGER NOT NULL REFERENCES entry (id),
            export INTEGER REFERENCES bank_export (id),
            -- The bank has paid it.
            debited INTEGER REFERENCES entry (id),
            -- It came back.
            returned INTEGER REFERENCES entry (id),
            cancelled INTEGER REFERENCES entry (id)
        ) STRICT;
        CREATE INDEX payout_by_account ON payout (account, id);
        CREATE INDEX payout_by_state ON payout (state, currency, id);
        """

    /// Columns that distinguish movements without a bank reference, and movements that are reported in parts or as a
    /// whole.
    static let bankDoubts = """
        -- Which kind of reference the bank has given it, see BankTransaction.ReferenceKind; what was booked before counts as
        -- without, since nobody knows any more.
        ALTER TABLE bank_transaction ADD COLUMN named INTEGER NOT NULL DEFAULT 0;
        -- SHA-256 of what tells its statement from others; absent for what was booked before.
        ALTER TABLE bank_transaction ADD COLUMN source BLOB;
        -- For a part of an entry: SHA-256 of what the entry is called, if it has a reference, and what all of it moved.
        ALTER TABLE bank_transaction ADD COLUMN batch BLOB;
        ALTER TABLE bank_transaction ADD COLUMN whole INTEGER;
        -- Why it may be one that was told before, see MovementDoubt.
        ALTER TABLE bank_transaction ADD COLUMN doubt INTEGER;
        CREATE INDEX bank_transaction_by_look ON bank_transaction (iban, named, day, amount);
        CREATE INDEX bank_transaction_by_batch ON bank_transaction (iban, batch) WHERE batch IS NOT NULL;
        CREATE INDEX bank_transaction_by_whole ON bank_transaction (iban, day, whole) WHERE whole IS NOT NULL;
        """

    /// Columns for debits that the operator settles, because the bank executed them differently from the order.
    static let bankSettlements = """
        -- Payouts that it has paid, as far as the operator has said so: what is left of it is its amount and this.
        ALTER TABLE bank_transaction ADD COLUMN explained INTEGER NOT NULL DEFAULT 0;
        -- What the orders are called that it comes from, each on a line.
        ALTER TABLE bank_transaction ADD COLUMN orders TEXT;
        -- The movement that has its reference, of one that is doubtful for that.
        ALTER TABLE bank_transaction ADD COLUMN original INTEGER;
        -- When a statement first named it or one of its payouts: the bank has it.
        ALTER TABLE bank_export ADD COLUMN seen INTEGER;
        CREATE INDEX payout_by_export ON payout (export, state);
        """

    /// Earlier versions called such payouts exported until the debit was reported, although the money was already
    /// returned.
    static let earlyReturns = """
        UPDATE payout SET state = 'returned' WHERE state = 'exported' AND returned IS NOT NULL;
        """
}
