// SPDX-License-Identifier: MIT
import HubLedger
import SQL

/// The tables of a hub. Times are seconds since 1970. Amounts are in minor units of the ledger account's currency.
enum Schema {
    /// "Shub": marks the file as this program's.
    static let applicationID: Int32 = 0x5368_7562

    static let migrations = [
        Migration("the hub's identity", sql: identity),
        Migration("ledger", sql: ledger),
        Migration("accounts and sessions", sql: accounts),
        Migration("tokens", sql: tokens),
        Migration("fraud cases", sql: fraud),
        Migration("declined payments", sql: declines),
        Migration("holders' own word", sql: holders),
        Migration("events", sql: events),
        Migration("history, requests, recurring payments, contacts", sql: payments),
        Migration("currencies", sql: exchange),
        Migration("devices, second factors, roles and the audit log", sql: access),
        Migration("the ledger's tree", sql: tree),
        Migration("banks", sql: bank),
        Migration("merchants' servers", sql: webhooks),
        Migration("currencies of requests, bills and recurring payments", sql: paymentCurrencies),
        Migration("locked accounts at a glance", sql: speed),
        Migration("the ledger's tree in tiles", sql: tiles),
        Migration("operations in the order of their ids", sql: operations),
        Migration("balances of their own, postings in the order of entries", sql: chains),
        Migration("references that one transaction proves", sql: "", onServer: provenReferences),
        Migration("references that one transaction proves, in a file", sql: unboundReferences, onServer: ""),
        Migration("movements at banks without a reference", sql: bankDoubts),
        Migration("debits that pay more than one payout", sql: bankSettlements),
        Migration("payouts that came back before their debits", sql: earlyReturns),
        Migration("the settings under which fraud cases were opened", sql: caseTerms),
        Migration("sessions for files", sql: scopes),
        Migration("the caps under which fraud cases were opened", sql: caseCaps),
        Migration("passwords for programs", sql: appPasswords),
        Migration("the tunnel and its devices", sql: tunnel),
        Migration("pairings of devices", sql: pairing),
    ]

    private static let identity = """
        -- One row, written last when a hub is made: without it there is no hub.
        CREATE TABLE hub (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            root_key BLOB NOT NULL CHECK (length(root_key) = 33),
            currency TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE announcement (
            sequence INTEGER PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;
        """

    private static let ledger = """
        -- balance is a cache of the postings' sum, changed in the same transaction; the audit proves that it is.
        -- Whether an account may go below zero is its floor: only the contra of top-ups may.
        CREATE TABLE ledger_account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            currency TEXT NOT NULL,
            floor INTEGER NOT NULL,
            balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= floor)
        ) STRICT;
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY,
            public_id BLOB NOT NULL UNIQUE CHECK (length(public_id) = 16),
            kind INTEGER NOT NULL,
            time INTEGER NOT NULL,
            note TEXT,
            -- For transfers: who sent and who received, so that each side's history can name the other.
            sender INTEGER REFERENCES ledger_account (id),
            recipient INTEGER REFERENCES ledger_account (id),
            -- The client's own id, which its account sees in place of the public one.
            operation BLOB,
            operator INTEGER REFERENCES ledger_account (id)
        ) STRICT;
        -- Clustered by account, so that a page of history is one run of the tree.
        CREATE TABLE posting (
            account INTEGER NOT NULL REFERENCES ledger_account (id),
            entry INTEGER NOT NULL REFERENCES entry (id),
            amount INTEGER NOT NULL CHECK (amount <> 0),
            balance_after INTEGER NOT NULL,
            PRIMARY KEY (account, entry)
        ) STRICT, WITHOUT ROWID;
        -- What was answered to each client-named operation, for ever.
        CREATE TABLE operation (
            account INTEGER NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 16),
            request BLOB NOT NULL CHECK (length(request) = 32),
            status INTEGER NOT NULL,
            answer BLOB NOT NULL,
            entry INTEGER REFERENCES entry (id),
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;
        """

    private static let accounts = """
        -- An account has the id of its ledger account.
        CREATE TABLE account (
            id INTEGER PRIMARY KEY REFERENCES ledger_account (id),
            uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16),
            username TEXT NOT NULL UNIQUE,
            salt BLOB NOT NULL,
            verifier BLOB NOT NULL,
            memory INTEGER NOT NULL,
            operations INTEGER NOT NULL,
            merchant TEXT,
            created INTEGER NOT NULL
        ) STRICT;
        -- One log-in and all refresh tokens that descend from it.
        CREATE TABLE session (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id),
            created INTEGER NOT NULL,
            ended INTEGER
        ) STRICT;
        CREATE TABLE refresh (
            hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
            session INTEGER NOT NULL REFERENCES session (id),
            expires INTEGER NOT NULL,
            -- When it was used, and what it was exchanged for last.
            used INTEGER,
            successor BLOB,
            repeats INTEGER NOT NULL DEFAULT 0,
            -- Exchanged for by a first answer that was lost: using it now means that two hold the session.
            void INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX refresh_by_expiry ON refresh (expires);
        """

    private static let tokens = """
        -- Which account stands behind a pseudonym, and until when it can sign something that payees take.
        CREATE TABLE escrow (
            key BLOB PRIMARY KEY CHECK (length(key) = 33),
            account INTEGER NOT NULL REFERENCES account (id),
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX escrow_by_account ON escrow (account, until);
        -- The issuance table: a root that is not in it was never issued, whatever its signature says.
        CREATE TABLE root (
            id INTEGER PRIMARY KEY,
            record BLOB NOT NULL UNIQUE CHECK (length(record) = 32),
            account INTEGER NOT NULL REFERENCES account (id),
            issuer BLOB NOT NULL CHECK (length(issuer) = 4),
            amount INTEGER NOT NULL CHECK (amount > 0),
            credited INTEGER NOT NULL DEFAULT 0 CHECK (credited BETWEEN 0 AND amount),
            refund_at INTEGER NOT NULL,
            swept INTEGER,
            entry INTEGER NOT NULL REFERENCES entry (id),
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX root_unswept ON root (refund_at) WHERE swept IS NULL;
        CREATE INDEX root_by_account ON root (account) WHERE swept IS NULL;
        -- Every transfer that the hub has seen, in the order in which it saw them.
        CREATE TABLE record (
            id INTEGER PRIMARY KEY,
            record BLOB NOT NULL UNIQUE CHECK (length(record) = 32),
            root INTEGER NOT NULL REFERENCES root (id),
            -- The row of the record before it; for the first of a chain its root's row, negated. A number, so that siblings
            -- are found in a small index that grows at its end.
            parent INTEGER NOT NULL,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL CHECK (high > low),
            body BLOB NOT NULL,
            signature BLOB NOT NULL CHECK (length(signature) = 64),
            -- The spender's certificate; absent when the spender owns the root.
            certificate BLOB,
            -- Units of it that were credited to whoever redeemed through it.
            settled INTEGER NOT NULL DEFAULT 0,
            -- The signed answer to whoever uploads it as the end of a chain, the same for ever.
            receipt BLOB
        ) STRICT;
        CREATE INDEX record_by_parent ON record (root, parent, low);
        CREATE TABLE credit (
            root INTEGER NOT NULL REFERENCES root (id),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL CHECK (high > low),
            account INTEGER NOT NULL REFERENCES account (id),
            entry INTEGER NOT NULL REFERENCES entry (id),
            -- The redeeming transfer; absent for what the sweep returned.
            record INTEGER REFERENCES record (id),
            PRIMARY KEY (root, low)
        ) STRICT, WITHOUT ROWID;
        """

    private static let fraud = """
        -- One case for each parent whose owner signed it away twice.
        CREATE TABLE fraud_case (
            id INTEGER PRIMARY KEY,
            parent BLOB NOT NULL UNIQUE,
            root INTEGER NOT NULL REFERENCES root (id),
            culprit BLOB NOT NULL,
            -- Absent when the escrow does not know the key any more.
            account INTEGER REFERENCES account (id),
            opened INTEGER NOT NULL,
            settle_at INTEGER NOT NULL,
            closed INTEGER,
            -- What the guarantee fund has paid and not got back.
            fund_paid INTEGER NOT NULL DEFAULT 0 CHECK (fund_paid >= 0)
        ) STRICT;
        CREATE INDEX fraud_by_root ON fraud_case (root);
        CREATE INDEX fraud_open ON fraud_case (account) WHERE closed IS NULL;
        CREATE TABLE evidence (
            first BLOB NOT NULL,
            second BLOB NOT NULL,
            fraud_case INTEGER NOT NULL REFERENCES fraud_case (id),
            proof BLOB NOT NULL,
            PRIMARY KEY (first, second)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX evidence_by_second ON evidence (second);
        CREATE INDEX evidence_by_case ON evidence (fraud_case);
        -- What an honest owner is owed because units that reached it had been credited to somebody else.
        CREATE TABLE claim (
            id INTEGER PRIMARY KEY,
            fraud_case INTEGER NOT NULL REFERENCES fraud_case (id),
            record INTEGER NOT NULL UNIQUE REFERENCES record (id),
            account INTEGER NOT NULL REFERENCES account (id),
            amount INTEGER NOT NULL CHECK (amount > 0),
            paid INTEGER NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND amount)
        ) STRICT;
        CREATE INDEX claim_unpaid ON claim (fraud_case) WHERE paid < amount;
        CREATE TABLE revoked (
            key BLOB PRIMARY KEY,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revoked_by_end ON revoked (until);
        CREATE TABLE revocation_list (
            sequence INTEGER PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;
        """

    private static let declines = """
        -- The payee's signed word, kept for ever, on each record whose payer was paid back because of it. The credits of
        -- such a record are what the payer got.
        CREATE TABLE decline (
            record INTEGER PRIMARY KEY REFERENCES record (id),
            root INTEGER NOT NULL REFERENCES root (id),
            time INTEGER NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE INDEX decline_by_root ON decline (root);
        """

    private static let holders = """
        -- Payments that their own payee has uploaded, when no record says so: not redeemed, and perhaps not handed on either.
        -- What only its payer says was paid gives nobody a claim.
        CREATE TABLE vouched (
            record INTEGER PRIMARY KEY REFERENCES record (id),
            time INTEGER NOT NULL
        ) STRICT;
        """

    private static let caseTerms = """
        -- From when on the guarantee fund pays in this case, and how old an account had to be to count as known, by the
        -- settings at the time when it was opened. Absent in cases of earlier programs.
        ALTER TABLE fraud_case ADD COLUMN fund_from INTEGER;
        ALTER TABLE fraud_case ADD COLUMN young_days INTEGER;
        """

    private static let caseCaps = """
        -- The most that the guarantee fund pays for the culprit, and for a culprit whose account was young, in minor
        -- units, by the settings at the time when the case was opened. Absent in cases of earlier programs.
        ALTER TABLE fraud_case ADD COLUMN fund_cap INTEGER;
        ALTER TABLE fraud_case ADD COLUMN young_total INTEGER;
        """
}
