// SPDX-License-Identifier: MIT
import HubLedger

extension Schema {
    static let tree = """
        -- The hash tree over all entries, a little behind them: see LedgerTree. Its leaves went into tiles later.
        CREATE INDEX posting_by_entry ON posting (entry, account);
        CREATE TABLE tree_leaf (
            position INTEGER PRIMARY KEY,
            entry INTEGER NOT NULL UNIQUE REFERENCES entry (id),
            -- From which the blinds of its commitments are made; told to nobody as a whole.
            salt BLOB NOT NULL CHECK (length(salt) = 16)
        ) STRICT;
        -- Hashes of complete subtrees: the place-th run of two to the power of level leaves.
        CREATE TABLE tree_node (
            level INTEGER NOT NULL,
            place INTEGER NOT NULL,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (level, place)
        ) STRICT, WITHOUT ROWID;
        """
}
