// SPDX-License-Identifier: MIT
import HubStorage
import SQL

/// Reads the hashes of complete subtrees of the ledger's tree, in one snapshot of the database.
package final class TreeNodes {
    private let database: any SQLConnection
    /// A cache, because a proof needs many hashes of few tiles.
    private var tiles: [UInt64: TreeTile] = [:]

    init(_ database: any SQLConnection) {
        self.database = database
    }

    /// The hash of the `place`-th group of 2^`level` leaves.
    ///
    /// - Throws: ``HubError`` with `.internalFault` if it is missing.
    func hash(_ level: Int, _ place: UInt64) throws -> [UInt8] {
        let hash: [UInt8]?
        if level < TreeTile.level {
            let width = UInt64(TreeTile.level - level)
            hash = try tile(place >> width)?.node(level, Int(place & (1 << width - 1)))
        } else {
            hash = try database.row(
                "SELECT hash FROM tree_node WHERE level = ? AND place = ?",
                [.integer(Int64(level)), try .unsigned(place)])?.blob(0)
        }
        guard let hash else {
            throw HubError(.internalFault, "The ledger's tree lacks the hash \(place) of level \(level).")
        }
        return hash
    }

    /// The tile of a place, if there is one.
    func tile(_ place: UInt64) throws -> TreeTile? {
        if let tile = tiles[place] { return tile }
        let row = try database.row("SELECT leaves FROM tree_tile WHERE place = ?", [try .unsigned(place)])
        let tile = try row.map { try TreeTile(place: place, bytes: try $0.blob(0)) }
        tiles[place] = tile
        return tile
    }
}
