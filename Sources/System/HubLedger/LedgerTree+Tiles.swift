// SPDX-License-Identifier: MIT
package import SQL

extension LedgerTree {
    /// Moves leaves from rows of their own, as earlier versions stored them, into tiles. All hashes and salts stay the
    /// same.
    ///
    /// Called when a database is opened, before anything is proved.
    package static func bringIntoTiles(in database: any SQLConnection) throws {
        let leaves = "SELECT 1 FROM tree_leaf LIMIT 1"
        guard try database.row(leaves) != nil else { return }
        try database.transaction {
            // One process at a time: on a server the others wait for this row's lock.
            try database.run("UPDATE hub SET created = created")
            guard try database.row(leaves) != nil else { return }
            var place: UInt64 = 0
            while let tile = try tileOfRows(place, in: database) {
                try write([tile], in: database)
                place += 1
            }
            try database.run("DELETE FROM tree_leaf")
            try database.run("DELETE FROM tree_node WHERE level < ?", [.integer(Int64(TreeTile.level))])
        }
    }

    private static func tileOfRows(_ place: UInt64, in database: any SQLConnection) throws -> TreeTile? {
        let start = try Value.unsigned(place * UInt64(TreeTile.capacity))
        let rows = try database.rows(
            """
            SELECT t.entry, t.salt, n.hash FROM tree_leaf t JOIN tree_node n ON n.level = 0 AND n.place = t.position
            WHERE t.position >= ?1 AND t.position < ?1 + ?2 ORDER BY t.position
            """, [start, .integer(Int64(TreeTile.capacity))])
        guard !rows.isEmpty else { return nil }
        var tile = TreeTile(place: place)
        for row in rows {
            tile.append(TreeTile.leaf(of: try row.int(0), salt: try row.blob(1), hash: try row.blob(2))[...])
        }
        return tile
    }
}
