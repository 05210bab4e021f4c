// SPDX-License-Identifier: MIT
import HubLedger

extension Schema {
    static let tiles = """
        -- Leaves of the tree, 256 a row and fewer in the last one: see TreeTile. What stands for whole tiles and more of
        -- them is in tree_node, from level 8 on.
        CREATE TABLE tree_tile (
            place INTEGER PRIMARY KEY,
            first_entry INTEGER NOT NULL UNIQUE REFERENCES entry (id),
            last_entry INTEGER NOT NULL,
            -- For each leaf its entry (8 bytes), its salt (16), from which the blinds of its commitments are made and which
            -- is told to nobody as a whole, and its hash (32).
            leaves BLOB NOT NULL
        ) STRICT;
        """
}
