// SPDX-License-Identifier: MIT
package import HubAPI
import SQL
package import Tokens

/// What hashes say of one entry to whoever has the books.
package struct EntryCheck: Sendable {
    /// What the hub signs now.
    package let head: LedgerHead
    package let time: Timestamp
    /// Which entry it is, from 0.
    package let position: UInt64
    /// False when the books have the entry otherwise than the tree has it, so that no wallet would take the proof.
    package let isProved: Bool
}

extension Hub {
    /// Proves one entry to the operator, by the same proof and the same check as a wallet's.
    ///
    /// - Parameter id: the entry's own id, which its recipient sees, or the one that its sender gave it.
    /// - Throws: `HubProblem` with `.notFound`; `.busy` in a rush, while the tree is far behind.
    package func proveEntry(_ id: OperationID) throws -> EntryCheck {
        try extendTree()
        return try parts.store.presentSnapshot { database in
            let own = try database.row("SELECT id FROM entry WHERE public_id = ?", [.blob(id.bytes)])
            let given = "SELECT entry FROM operation WHERE id = ? AND entry IS NOT NULL ORDER BY account LIMIT 1"
            guard let entry = try (own ?? database.row(given, [.blob(id.bytes)]))?.int(0),
                let account = try database.row(
                    "SELECT account FROM posting WHERE entry = ? ORDER BY account LIMIT 1", [.integer(entry)]
                )?.int(0)
            else { throw HubProblem(.notFound, "There is no transaction of that id.") }
            let proof = try parts.tree.proof(
                of: entry, for: account, since: nil, keys: parts.keys, at: parts.clock.now(), in: database)
            let head = try LedgerHead(decoding: proof.state.head.bytes)
            let posting = try LedgerPosting(decoding: proof.posting.bytes)
            let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
            return EntryCheck(
                head: head, time: posting.time, position: proof.position,
                isProved: head.covers(posting, in: leaf, at: proof.position, path: proof.path.map(\.bytes)))
        }
    }
}
