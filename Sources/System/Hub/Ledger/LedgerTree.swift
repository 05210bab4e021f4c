// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import Money
import SQL
import Tokens

/// The hash tree over the ledger's entries, by which a phone proves that its receipt is in the books.
///
/// It follows the ledger outside of the commits that move money: some hundred entries a commit, at the latest when somebody
/// asks. What was hashed once is never hashed again from the books, so a changed entry no longer fits its leaf.
struct LedgerTree {
    let currency: Currency

    /// Entries that one commit adds, so that payments between two commits wait milliseconds.
    static let entriesPerCommit = 500

    /// A leaf with what is needed to open it.
    struct Leaf {
        let entry: Int64
        let postings: [(account: Int64, posting: LedgerPosting)]

        var leaf: LedgerLeaf { LedgerLeaf(postings.map(\.posting.commitment)) }
    }

    // MARK: - Following

    func size(in database: any SQLConnection) throws -> UInt64 {
        let row = try database.row("SELECT max(position) FROM tree_leaf")
        return try row?.optionalInt(0).map { UInt64($0) + 1 } ?? 0
    }

    func isBehind(in database: any SQLConnection) throws -> Bool {
        let row = try database.row(
            "SELECT coalesce((SELECT max(id) FROM entry), 0) > coalesce((SELECT max(entry) FROM tree_leaf), 0)")
        return try row?.bool(0) ?? false
    }

    /// The next entries as leaves, with all hashes that they complete; nil when there are none.
    struct Growth: Sendable {
        let start: UInt64
        let entries: [(id: Int64, salt: [UInt8])]
        let nodes: [(level: Int, place: UInt64, hash: [UInt8])]
    }

    /// Hashes the next entries; only reads, so that the writer goes on meanwhile.
    func growth(random: RandomSource, in database: any SQLConnection) throws -> Growth? {
        let last = try database.row("SELECT max(entry) FROM tree_leaf")?.optionalInt(0) ?? 0
        let entries = try database.rows(
            "SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT ?",
            [.integer(last), .integer(Int64(Self.entriesPerCommit))]
        ).map { (id: try $0.int(0), salt: random.bytes(LedgerPosting.blindCount)) }
        guard let first = entries.first, let end = entries.last else { return nil }
        let salts = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.salt) })
        let leaves = try self.leaves(first.id...end.id, salts: salts, in: database)
        guard leaves.map(\.entry) == entries.map(\.id) else {
            throw HubError(.internalFault, "An entry after \(last) has no postings. Run `satchel-hub audit`.")
        }
        let start = try size(in: database)
        return Growth(
            start: start, entries: entries, nodes: try nodes(over: leaves.map(\.leaf.hash), from: start, in: database))
    }

    /// Writes what was hashed, unless somebody else was quicker.
    func grow(_ growth: Growth, in database: any SQLConnection) throws {
        guard try size(in: database) == growth.start else { return }
        try database.insert(
            into: "tree_leaf", ["position", "entry", "salt"],
            growth.entries.enumerated().map { index, entry in
                [.integer(Int64(growth.start) + Int64(index)), .integer(entry.id), .blob(entry.salt)]
            })
        try database.insert(
            into: "tree_node", ["level", "place", "hash"],
            growth.nodes.map { [.integer(Int64($0.level)), .integer(Int64($0.place)), .blob($0.hash)] })
    }

    private func nodes(
        over hashes: [[UInt8]], from start: UInt64, in database: any SQLConnection
    ) throws -> [(level: Int, place: UInt64, hash: [UInt8])] {
        var fresh: [(level: Int, place: UInt64, hash: [UInt8])] = []
        // The last complete subtree of each level that waits for its right neighbour.
        var waiting: [Int: [UInt8]] = [:]
        for (index, hash) in hashes.enumerated() {
            var (level, place, hash) = (0, start + UInt64(index), hash)
            fresh.append((level, place, hash))
            while place & 1 == 1 {
                let left = try waiting[level] ?? node(level, place - 1, in: database)
                (level, place, hash) = (level + 1, place >> 1, MerkleTree.nodeHash(left, hash))
                fresh.append((level, place, hash))
            }
            waiting[level] = hash
        }
        return fresh.sorted { ($0.level, $0.place) < ($1.level, $1.place) }
    }

    // MARK: - Proving

    func node(_ level: Int, _ place: UInt64, in database: any SQLConnection) throws -> [UInt8] {
        let row = try database.row(
            "SELECT hash FROM tree_node WHERE level = ? AND place = ?",
            [.integer(Int64(level)), try .unsigned(place)])
        guard let row else {
            throw HubError(.internalFault, "The ledger's tree lacks the hash \(place) of level \(level).")
        }
        return try row.blob(0)
    }

    /// The root over so many leaves.
    func root(size: UInt64, in database: any SQLConnection) throws -> [UInt8] {
        try MerkleTree.root(size: size) { try node($0, $1, in: database) }
    }

    /// The state of the ledger, signed now, and how it grew out of an older one.
    func state(
        since old: UInt64?, keys: KeyRing, at now: Timestamp, in database: any SQLConnection
    ) throws -> (state: LedgerState, size: UInt64) {
        let size = try size(in: database)
        let head = try LedgerHead.issue(
            size: size, root: try root(size: size, in: database), time: now,
            signer: try keys.signer(.receipt, at: now), hub: keys.hub)
        var path: [[UInt8]] = []
        if let old, old <= size {
            path = try MerkleTree.consistency(from: old, to: size) { try node($0, $1, in: database) }
        }
        return (LedgerState(head: Blob(head.encoded), consistency: path.map { Blob($0) }), size)
    }

    /// What proves an entry to an account that has a part in it.
    func proof(
        of entry: Int64, for account: Int64, since old: UInt64?, keys: KeyRing, at now: Timestamp,
        in database: any SQLConnection
    ) throws -> EntryProof {
        let (state, size) = try state(since: old, keys: keys, at: now, in: database)
        let row = try database.row("SELECT position, salt FROM tree_leaf WHERE entry = ?", [.integer(entry)])
        guard let row else {
            throw HubProblem(
                .busy, "The proof of this transaction is still being made. Ask again in a minute.",
                details: ["retryAfter": "60"])
        }
        let position = try row.unsigned(0)
        let leaf = try leaves(entry...entry, salts: [entry: try row.blob(1)], in: database).first
        guard let leaf, let own = leaf.postings.first(where: { $0.account == account }) else {
            throw HubError(.internalFault, "Entry \(entry) has no posting to account \(account).")
        }
        let path = try MerkleTree.inclusion(of: position, size: size) { try node($0, $1, in: database) }
        return EntryProof(
            state: state, position: position, commitments: leaf.leaf.commitments.map { Blob($0) },
            path: path.map { Blob($0) }, posting: Blob(own.posting.encoded))
    }

    // MARK: - Leaves

    /// The leaves of some entries as the books have them now, in order.
    func leaves(
        _ entries: ClosedRange<Int64>, salts: [Int64: [UInt8]], in database: any SQLConnection
    ) throws -> [Leaf] {
        let rows = try database.rows(
            """
            SELECT p.entry, p.account, p.amount, p.balance_after, e.public_id, e.kind, e.time, e.note, e.operation,
                e.operator, a.uid, l.name, l.currency,
                CASE WHEN e.sender = p.account THEN r.username ELSE s.username END
            FROM posting p JOIN entry e ON e.id = p.entry JOIN ledger_account l ON l.id = p.account
                LEFT JOIN account a ON a.id = p.account LEFT JOIN account s ON s.id = e.sender
                LEFT JOIN account r ON r.id = e.recipient
            WHERE p.entry >= ? AND p.entry <= ? ORDER BY p.entry, p.account
            """, [.integer(entries.lowerBound), .integer(entries.upperBound)])
        // The rows of an entry stand together; an entry of many postings is collected in place.
        var leaves: [Leaf] = []
        var (last, postings): (Int64?, [(account: Int64, posting: LedgerPosting)]) = (nil, [])
        for row in rows {
            let entry = try row.int(0)
            guard let salt = salts[entry] else { continue }
            if let done = last, done != entry {
                leaves.append(Leaf(entry: done, postings: postings))
                postings = []
            }
            last = entry
            postings.append((account: try row.int(1), posting: try posting(row, salt: salt)))
        }
        if let last { leaves.append(Leaf(entry: last, postings: postings)) }
        return leaves
    }

    private func posting(_ row: Row, salt: [UInt8]) throws -> LedgerPosting {
        let account = try row.optionalBlob(10) ?? Array(try row.text(11).utf8)
        let currency = try Currency(code: try row.text(12))
        let isOwn = try row.optionalInt(9) == row.int(1)
        let own = try isOwn ? row.optionalBlob(8) : nil
        return LedgerPosting(
            blind: Array(SHA256.hash(salt, account).bytes.prefix(LedgerPosting.blindCount)), account: account,
            id: try own ?? row.blob(4), kind: try row.unsigned(5),
            amount: Amount(minorUnits: try row.int(2), currency: currency).decimalText,
            balanceAfter: Amount(minorUnits: try row.int(3), currency: currency).decimalText,
            currency: currency.code, time: Timestamp(seconds: try row.unsigned(6)),
            counterpart: try row.optionalText(13), note: try row.optionalText(7))
    }

    // MARK: - Auditing

    /// A sentence for each entry that is no longer what its leaf says, and for each hash that its children do not make.
    func findings(maximum: Int, in database: any SQLConnection) throws -> [String] {
        var findings: [String] = []
        var position: Int64 = 0
        while findings.count < maximum {
            let rows = try database.rows(
                """
                SELECT t.entry, t.salt, n.hash, t.position FROM tree_leaf t
                    LEFT JOIN tree_node n ON n.level = 0 AND n.place = t.position
                WHERE t.position >= ? AND t.position < ? ORDER BY t.position
                """, [.integer(position), .integer(position + Int64(Self.entriesPerCommit))])
            guard let first = try rows.first?.int(0), let last = try rows.last?.int(0) else { break }
            let salts = try Dictionary(uniqueKeysWithValues: rows.map { (try $0.int(0), try $0.blob(1)) })
            let leaves = try Dictionary(
                uniqueKeysWithValues: self.leaves(first...last, salts: salts, in: database).map { ($0.entry, $0.leaf) })
            for (index, row) in rows.enumerated() {
                guard try row.int(3) == position + Int64(index), try leaves[row.int(0)]?.hash == row.optionalBlob(2)
                else {
                    findings.append("entry \(try row.int(0)) is not what the ledger's tree says it was")
                    continue
                }
            }
            position += Int64(rows.count)
        }
        guard findings.isEmpty else { return Array(findings.prefix(maximum)) }
        try database.forEach(
            """
            SELECT n.level, n.place, n.hash, l.hash, r.hash FROM tree_node n
                LEFT JOIN tree_node l ON l.level = n.level - 1 AND l.place = n.place * 2
                LEFT JOIN tree_node r ON r.level = n.level - 1 AND r.place = n.place * 2 + 1
            WHERE n.level > 0
            """
        ) { row in
            guard let left = try row.optionalBlob(3), let right = try row.optionalBlob(4),
                try row.blob(2) == MerkleTree.nodeHash(left, right)
            else {
                if findings.count < maximum {
                    findings.append("hash \(try row.int(1)) of level \(try row.int(0)) is not made of its children")
                }
                return
            }
        }
        return findings
    }
}
