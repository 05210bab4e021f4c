// SPDX-License-Identifier: MIT
package import HubAPI
import HubLedger
import HubStorage
import SQL
package import Tokens

/// The result of proving one entry from the hub's own database.
package struct EntryCheck: Sendable {
    /// The ledger head that the hub signs now.
    package let head: LedgerHead
    package let time: Timestamp
    /// The index of the entry in the tree, from 0.
    package let position: UInt64
    /// False if the entry in the database differs from its leaf in the tree, so that no wallet would accept the proof.
    package let isProved: Bool
}

extension Hub {
    /// Proves one entry to the operator, with the same proof and check as a wallet's.
    ///
    /// - Parameter id: the entry's public id, which its recipient sees, or the id that its sender gave it.
    /// - Throws: `HubProblem` with `.notFound`, or `.busy` under high load while the tree is far behind.
    package func proveEntry(_ id: OperationID) throws -> EntryCheck {
        try extendTree()
        return try context.store.presentSnapshot { database in
            let own = try database.row("SELECT id FROM entry WHERE public_id = ?", [.blob(id.bytes)])
            let given = "SELECT entry FROM operation WHERE id = ? AND entry IS NOT NULL ORDER BY account LIMIT 1"
            guard let entry = try (own ?? database.row(given, [.blob(id.bytes)]))?.int(0),
                let account = try database.row(
                    "SELECT account FROM posting WHERE entry = ? ORDER BY account LIMIT 1", [.integer(entry)]
                )?.int(0)
            else { throw HubProblem(.notFound, "There is no transaction of that id.") }
            let proof = try context.tree.proof(
                of: entry, for: account, since: nil, keys: context.keys, at: context.clock.now(), in: database)
            let head = try LedgerHead(decoding: proof.state.head.bytes)
            let posting = try LedgerPosting(decoding: proof.posting.bytes)
            let leaf = try LedgerLeaf(checking: proof.commitments.map(\.bytes))
            return EntryCheck(
                head: head, time: posting.time, position: proof.position,
                isProved: head.covers(posting, in: leaf, at: proof.position, path: proof.path.map(\.bytes)))
        }
    }
}
