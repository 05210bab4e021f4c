// SPDX-License-Identifier: MIT
package import Crypto
package import HubAPI
import HubStorage
package import Money
package import SQL
package import Tokens

/// The hash tree over the ledger's entries. With it a wallet proves that the ledger contains its receipt.
///
/// It is extended outside the commits that move money, some thousand entries in each commit, and at the latest when a
/// client asks for a proof. An entry is hashed only once, so an entry that is changed later no longer matches its
/// leaf. Entries that this process wrote are hashed from memory (``PendingLeaves``); the database is only asked
/// whether it contains them.
package struct LedgerTree {
    package let currency: Currency

    package init(currency: Currency) {
        self.currency = currency
    }

    /// The number of entries that one commit adds, so that payments wait only milliseconds between two commits.
    package static let entriesPerCommit = 4_096

    /// A leaf with the postings that open it.
    package struct Leaf {
        package let entry: Int64
        package let postings: [(account: Int64, posting: LedgerPosting)]

        package init(entry: Int64, postings: [(account: Int64, posting: LedgerPosting)]) {
            self.entry = entry
            self.postings = postings
        }

        package var leaf: LedgerLeaf { LedgerLeaf(postings.map(\.posting.commitment)) }
    }

    /// How a leaf describes postings in a currency that is not the hub's first.
    package enum Form {
        /// As the account sees the entry: with the id that the account gave, and the other side as the counterpart.
        case present
        /// As in leaves made before such entries were proved: with the entry's own id, and the sender as the
        /// counterpart.
        case former
    }

    // MARK: - Extending

    package func size(in database: any SQLConnection) throws -> UInt64 { try end(in: database).size }

    /// The number of leaves, and the entry of the last one.
    private func end(in database: any SQLConnection) throws -> (size: UInt64, entry: Int64) {
        let row = try database.row(
            "SELECT place, length(leaves), last_entry FROM tree_tile ORDER BY place DESC LIMIT 1")
        guard let row else { return (0, 0) }
        let count = try row.unsigned(1) / UInt64(TreeTile.leafCount)
        return (try row.unsigned(0) * UInt64(TreeTile.capacity) + count, try row.int(2))
    }

    package func isBehind(in database: any SQLConnection) throws -> Bool {
        let newest = try database.row("SELECT max(id) FROM entry")?.optionalInt(0) ?? 0
        return try newest > end(in: database).entry
    }

    /// The next leaves in their tiles, and the hashes of all complete tiles and subtrees that they add.
    package struct Growth: Sendable {
        let start: UInt64
        let tiles: [TreeTile]
        let nodes: [(level: Int, place: UInt64, hash: [UInt8])]
    }

    /// Hashes the next entries. Only reads, so that the writer is not blocked.
    ///
    /// - Returns: nil if there are none.
    package func growth(
        of fresh: PendingLeaves?, random: RandomSource, in database: any SQLConnection
    ) throws -> Growth? {
        let (start, last) = try end(in: database)
        let entries = try database.rows(
            "SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT ?",
            [.integer(last), .integer(Int64(Self.entriesPerCommit))]
        ).map { try $0.int(0) }
        guard !entries.isEmpty else { return nil }
        let known = fresh?.take(entries) ?? Array(repeating: nil, count: entries.count)
        let missing = zip(entries, known).filter { $0.1 == nil }.map(\.0)
        var read = try leaves(of: missing, random: random, in: database)[...]
        let nodes = TreeNodes(database)
        let place = start / UInt64(TreeTile.capacity)
        var tiles = [try nodes.tile(place) ?? TreeTile(place: place)]
        for leaf in known {
            if tiles[tiles.count - 1].isWhole { tiles.append(TreeTile(place: place + UInt64(tiles.count))) }
            guard let leaf = leaf ?? read.popFirst()?[...] else {
                throw HubError(.internalFault, "An entry after \(last) has no leaf. Run `satchel-hub audit`.")
            }
            tiles[tiles.count - 1].append(leaf)
        }
        return Growth(start: start, tiles: tiles, nodes: try Self.nodes(over: tiles, nodes))
    }

    /// Writes new leaves and hashes, unless another process has extended the tree meanwhile.
    package func grow(_ growth: Growth, in database: any SQLConnection) throws {
        guard try size(in: database) == growth.start else { return }
        try Self.write(growth.tiles, in: database)
        try database.insert(
            into: "tree_node", ["level", "place", "hash"],
            growth.nodes.map { [.integer(Int64($0.level)), .integer(Int64($0.place)), .blob($0.hash)] })
    }

    /// Writes tiles. The first one may already exist with fewer leaves.
    package static func write(_ tiles: [TreeTile], in database: any SQLConnection) throws {
        try database.run(
            """
            INSERT INTO tree_tile (place, first_entry, last_entry, leaves) VALUES (?, ?, ?, ?)
            ON CONFLICT (place) DO UPDATE SET last_entry = excluded.last_entry, leaves = excluded.leaves
            """, times: tiles.count
        ) { index in
            let tile = tiles[index]
            return [
                try .unsigned(tile.place), .integer(tile.entry(0)), .integer(tile.entry(tile.count - 1)),
                .blob(tile.bytes),
            ]
        }
    }

    /// The bytes of the leaves of entries, from their present rows, with new salts.
    private func leaves(
        of entries: [Int64], random: RandomSource, in database: any SQLConnection
    ) throws -> [[UInt8]] {
        guard let first = entries.first, let last = entries.last else { return [] }
        let salts = Dictionary(uniqueKeysWithValues: entries.map { ($0, random.bytes(LedgerPosting.blindCount)) })
        let leaves = try self.leaves(first...last, salts: salts, in: database)
        guard leaves.map(\.entry) == entries else {
            throw HubError(
                .internalFault, "An entry from \(first) to \(last) has no postings. Run `satchel-hub audit`.")
        }
        return leaves.map { TreeTile.leaf(of: $0.entry, salt: salts[$0.entry] ?? [], hash: $0.leaf.hash) }
    }

    /// The hashes of the complete tiles, and of all subtrees above them that they complete.
    private static func nodes(
        over tiles: [TreeTile], _ nodes: TreeNodes
    ) throws -> [(level: Int, place: UInt64, hash: [UInt8])] {
        var fresh: [(level: Int, place: UInt64, hash: [UInt8])] = []
        // The last complete subtree of each level, which waits for its right sibling.
        var waiting: [Int: [UInt8]] = [:]
        for tile in tiles {
            guard var hash = tile.node(TreeTile.level, 0) else { break }
            var (level, place) = (TreeTile.level, tile.place)
            fresh.append((level, place, hash))
            while place & 1 == 1 {
                let left = try waiting[level] ?? nodes.hash(level, place - 1)
                (level, place, hash) = (level + 1, place >> 1, MerkleTree.nodeHash(left, hash))
                fresh.append((level, place, hash))
            }
            waiting[level] = hash
        }
        return fresh
    }

    // MARK: - Proving

    /// The state of the ledger, signed now, with a proof that it extends an older state.
    package func state(
        since old: UInt64?, keys: KeyRing, at now: Timestamp, in database: any SQLConnection
    ) throws -> (state: LedgerState, size: UInt64) {
        let (size, nodes) = (try size(in: database), TreeNodes(database))
        let head = try LedgerHead.issue(
            size: size, root: try MerkleTree.root(size: size, nodes: nodes.hash), time: now,
            signer: try keys.signer(.receipt, at: now), hub: keys.hub)
        var path: [[UInt8]] = []
        if let old, old <= size {
            path = try MerkleTree.consistency(from: old, to: size, nodes: nodes.hash)
        }
        return (LedgerState(head: Blob(head.encoded), consistency: path.map { Blob($0) }), size)
    }

    /// The proof of an entry for a ledger account that takes part in it.
    ///
    /// - Parameter form: the required form of the leaf; nil for any.
    /// - Throws: `HubProblem` with `.notFound` if the leaf has another form.
    package func proof(
        of entry: Int64, for account: Int64, as form: Form? = nil, since old: UInt64?, keys: KeyRing,
        at now: Timestamp, in database: any SQLConnection
    ) throws -> EntryProof {
        let (state, size) = try state(since: old, keys: keys, at: now, in: database)
        let nodes = TreeNodes(database)
        let row = try database.row(
            "SELECT place FROM tree_tile WHERE first_entry <= ? ORDER BY first_entry DESC LIMIT 1", [.integer(entry)])
        guard let tile = try row.flatMap({ try nodes.tile(try $0.unsigned(0)) }), let index = tile.index(of: entry)
        else {
            throw HubProblem(
                .busy, "The proof of this transaction is still being made. Ask again in a minute.",
                details: ["retryAfter": "60"])
        }
        let position = tile.place * UInt64(TreeTile.capacity) + UInt64(index)
        let (leaf, found) = try opened(index, of: tile, in: database)
        guard let own = leaf?.postings.first(where: { $0.account == account }), let leaf else {
            throw HubError(.internalFault, "Entry \(entry) has no posting to account \(account).")
        }
        guard form == nil || form == found else {
            throw HubProblem(.notFound, "This transaction was made before those of its currency could be proved.")
        }
        let path = try MerkleTree.inclusion(of: position, size: size, nodes: nodes.hash)
        return EntryProof(
            state: state, position: position, commitments: leaf.leaf.commitments.map { Blob($0) },
            path: path.map { Blob($0) }, posting: Blob(own.posting.encoded))
    }

    // MARK: - Leaves

    /// A leaf of a tile from the present rows, in the form whose hash the tile has, or in the present form if no form
    /// matches.
    package func opened(_ index: Int, of tile: TreeTile, in database: any SQLConnection) throws -> (
        leaf: Leaf?, form: Form
    ) {
        let (entry, hash) = (tile.entry(index), tile.hash(index))
        func leaf(_ form: Form) throws -> Leaf? {
            try leaves(entry...entry, salts: [entry: tile.salt(index)], as: form, in: database).first
        }
        let present = try leaf(.present)
        if present?.leaf.hash != hash, let former = try leaf(.former), former.leaf.hash == hash {
            return (former, .former)
        }
        return (present, .present)
    }

    /// The leaves of entries from their present rows, in order.
    package func leaves(
        _ entries: ClosedRange<Int64>, salts: [Int64: [UInt8]], as form: Form = .present, in database: any SQLConnection
    ) throws -> [Leaf] {
        let holder = form == .present ? "coalesce(c.account, p.account)" : "p.account"
        let rows = try database.rows(
            """
            SELECT p.entry AS entry, p.account AS account, p.amount AS amount, p.balance_after AS balance_after,
                e.public_id AS public_id, e.kind AS kind, e.time AS time, e.note AS note, e.operation AS operation,
                e.operator AS operator, a.uid AS uid, l.name AS name, l.currency AS currency, \(holder) AS holder,
                CASE WHEN e.sender = \(holder) THEN r.username ELSE s.username END AS counterpart
            FROM posting p JOIN entry e ON e.id = p.entry JOIN ledger_account l ON l.id = p.account
                LEFT JOIN currency_account c ON c.ledger = p.account
                LEFT JOIN account a ON a.id = p.account LEFT JOIN account s ON s.id = e.sender
                LEFT JOIN account r ON r.id = e.recipient
            WHERE p.entry >= ? AND p.entry <= ? ORDER BY p.entry, p.account
            """, [.integer(entries.lowerBound), .integer(entries.upperBound)])
        // The rows of an entry are adjacent; the postings of an entry are collected in place.
        var leaves: [Leaf] = []
        var (last, postings): (Int64?, [(account: Int64, posting: LedgerPosting)]) = (nil, [])
        for row in rows {
            let entry = try row.int("entry")
            guard let salt = salts[entry] else { continue }
            if let done = last, done != entry {
                leaves.append(Leaf(entry: done, postings: postings))
                postings = []
            }
            last = entry
            postings.append((account: try row.int("account"), posting: try posting(row, salt: salt)))
        }
        if let last { leaves.append(Leaf(entry: last, postings: postings)) }
        return leaves
    }

    private func posting(_ row: Row, salt: [UInt8]) throws -> LedgerPosting {
        let account = try row.optionalBlob("uid") ?? Array(try row.text("name").utf8)
        let currency = try Currency(code: try row.text("currency"))
        let isOwn = try row.optionalInt("operator") == row.int("holder")
        let own = try isOwn ? row.optionalBlob("operation") : nil
        return LedgerPosting(
            blind: Self.blind(of: account, salt: salt), account: account,
            id: try own ?? row.blob("public_id"), kind: try row.unsigned("kind"),
            amount: Amount(minorUnits: try row.int("amount"), currency: currency).decimalText,
            balanceAfter: Amount(minorUnits: try row.int("balance_after"), currency: currency).decimalText,
            currency: currency.code, time: Timestamp(seconds: try row.unsigned("time")),
            counterpart: try row.optionalText("counterpart"), note: try row.optionalText("note"))
    }

    package static func blind(of account: [UInt8], salt: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(salt, account).bytes.prefix(LedgerPosting.blindCount))
    }
}
