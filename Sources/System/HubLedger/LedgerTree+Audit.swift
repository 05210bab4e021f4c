// SPDX-License-Identifier: MIT
import Crypto
package import SQL
import Tokens

extension LedgerTree {
    /// One finding for each entry that differs from its leaf, and for each hash that its children do not give.
    package func findings(maximum: Int, in database: any SQLConnection) throws -> [AuditFinding] {
        var findings: [AuditFinding] = []
        let nodes = TreeNodes(database)
        var place: UInt64 = 0
        var last: Int64 = 0
        while findings.count < maximum {
            let row = try database.row("SELECT leaves FROM tree_tile WHERE place = ?", [try .unsigned(place)])
            guard let row else { break }
            let tile = try TreeTile(place: place, bytes: try row.blob(0))
            findings += try self.findings(in: tile, after: last, database)
            if let hash = tile.node(TreeTile.level, 0), try nodes.hash(TreeTile.level, place) != hash {
                findings.append(AuditFinding(.treeHash, "hash \(place) of level \(TreeTile.level)"))
            }
            last = tile.entry(tile.count - 1)
            place += 1
        }
        guard findings.isEmpty else { return Array(findings.prefix(maximum)) }
        if try size(in: database) > place * UInt64(TreeTile.capacity) {
            findings.append(AuditFinding(.treeTileMissing, "\(place)"))
        }
        try database.forEach(
            """
            SELECT n.level, n.place, n.hash, l.hash, r.hash FROM tree_node n
                LEFT JOIN tree_node l ON l.level = n.level - 1 AND l.place = n.place * 2
                LEFT JOIN tree_node r ON r.level = n.level - 1 AND r.place = n.place * 2 + 1
            WHERE n.level > ?
            """, [.integer(Int64(TreeTile.level))]
        ) { row in
            guard let left = try row.optionalBlob(3), let right = try row.optionalBlob(4),
                try row.blob(2) == MerkleTree.nodeHash(left, right)
            else {
                if findings.count < maximum {
                    findings.append(AuditFinding(.treeHash, "hash \(try row.int(1)) of level \(try row.int(0))"))
                }
                return
            }
        }
        return findings
    }

    private func findings(
        in tile: TreeTile, after last: Int64, _ database: any SQLConnection
    ) throws -> [AuditFinding] {
        let entries = (0..<tile.count).map { tile.entry($0) }
        let (first, end) = (entries[0], entries[entries.count - 1])
        guard zip([last] + entries, entries).allSatisfy({ $0 < $1 }) else {
            return [AuditFinding(.treeTileOrder, "\(tile.place)")]
        }
        let salts = Dictionary(uniqueKeysWithValues: entries.indices.map { (entries[$0], tile.salt($0)) })
        var wrong = Array(entries.indices)
        // Most tiles contain only leaves of the present form.
        for form in [Form.present, .former] where !wrong.isEmpty {
            let hashes = try Dictionary(
                uniqueKeysWithValues: leaves(first...end, salts: salts, as: form, in: database).map {
                    ($0.entry, $0.leaf.hash)
                })
            wrong.removeAll { hashes[entries[$0]] == tile.hash($0) }
        }
        return wrong.map { AuditFinding(.treeEntry, "entry \(entries[$0])") }
    }
}
