// SPDX-License-Identifier: MIT

extension Schema {
    /// Balances in a separate narrow table, so that those of 20,000 accounts take 100 pages, and postings in insertion
    /// order, each with a link to the account's previous one: see ``PostingChain``.
    static let chains = """
        -- Where the chain of each ledger account's postings ends. balance is a cache of their sum, changed in the same
        -- transaction; the audit proves that it is. Whether an account may go below zero is its floor: only the contra of
        -- top-ups and what stands for the world outside may.
        CREATE TABLE holding (
            account INTEGER PRIMARY KEY REFERENCES ledger_account (id),
            floor INTEGER NOT NULL,
            balance INTEGER NOT NULL CHECK (balance >= floor),
            -- How many there are, and the entry of the newest; 0 while there is none.
            postings INTEGER NOT NULL,
            newest INTEGER NOT NULL
        ) STRICT;
        INSERT INTO holding (account, floor, balance, postings, newest)
            SELECT l.id, l.floor, l.balance, coalesce(p.postings, 0), coalesce(p.newest, 0) FROM ledger_account l
            LEFT JOIN (SELECT account, count(*) AS postings, max(entry) AS newest FROM posting GROUP BY account) p
                ON p.account = l.id
            ORDER BY l.id;
        -- No foreign keys: each would be looked up for every posting, and the audit asks for both once.
        CREATE TABLE posting_in_order (
            entry INTEGER NOT NULL,
            account INTEGER NOT NULL,
            amount INTEGER NOT NULL CHECK (amount <> 0),
            balance_after INTEGER NOT NULL,
            -- Which of its account's it is, from 1, and the entry of the one before; 0 for the first.
            number INTEGER NOT NULL,
            previous INTEGER NOT NULL,
            PRIMARY KEY (entry, account)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO posting_in_order (entry, account, amount, balance_after, number, previous)
            SELECT entry, account, amount, balance_after, row_number() OVER (PARTITION BY account ORDER BY entry),
                coalesce(lag(entry) OVER (PARTITION BY account ORDER BY entry), 0)
            FROM posting ORDER BY entry, account;
        -- One posting in 256 of each account, from which a chain can be entered in its middle.
        CREATE TABLE posting_mark (
            account INTEGER NOT NULL,
            entry INTEGER NOT NULL,
            PRIMARY KEY (account, entry)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO posting_mark (account, entry)
            SELECT account, entry FROM posting_in_order WHERE number % 256 = 0 ORDER BY account, entry;
        DROP TABLE posting;
        ALTER TABLE posting_in_order RENAME TO posting;
        ALTER TABLE ledger_account DROP COLUMN balance;
        ALTER TABLE ledger_account DROP COLUMN floor;
        CREATE VIEW ledger AS
            SELECT l.id, l.name, l.currency, h.floor, h.balance FROM ledger_account l JOIN holding h ON h.account = l.id;
        """
}
