// SPDX-License-Identifier: MIT

extension Schema {
    /// Merchants' webhooks.
    static let webhooks = """
        -- What is still to be told is every movement of the account after `entry`: the ledger itself is the queue, so an event
        -- is as durable as its money.
        CREATE TABLE webhook (
            account INTEGER PRIMARY KEY REFERENCES account (id),
            url TEXT NOT NULL,
            secret BLOB NOT NULL CHECK (length(secret) = 32),
            entry INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            next_at INTEGER NOT NULL,
            failing_since INTEGER,
            disabled INTEGER
        ) STRICT;
        CREATE INDEX webhook_due ON webhook (next_at) WHERE disabled IS NULL;
        CREATE TABLE webhook_delivery (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id),
            event TEXT NOT NULL,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            status INTEGER,
            problem TEXT
        ) STRICT;
        CREATE INDEX webhook_delivery_by_account ON webhook_delivery (account, id);
        """
}
