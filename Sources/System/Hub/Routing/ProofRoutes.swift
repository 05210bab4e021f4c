// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
package import Tokens

/// The routes for the signed state of the ledger and for proofs of entries.
///
/// They do not read from a replica: if a head is older than one that a wallet has seen, entries seem to have been
/// removed.
struct ProofRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.ledgerState, query: [Self.since]) { call, _ in
            let since = try Self.since.value(in: call.query)
            context.longReads.answer(call) {
                try context.extendTree()
                return try context.ledgerState(since: since)
            } inRush: {
                // Every wallet requests this at each sync. The tree is then at most some seconds behind.
                try context.ledgerState(since: since)
            }
        }
        router.account(Routes.entryProof, query: [Self.since]) { call, caller in
            let since = try Self.since.value(in: call.query)
            guard let id = call.values.first.flatMap(OperationID.init(text:)),
                let (entry, account) = try context.store.read({ try context.history.entry(id, of: caller.id, from: $0) }
                )
            else { throw HubProblem(.notFound, "This account has no transaction of that id.") }
            context.longReads.answer(call) {
                try context.extendTree()
                return try context.store.presentSnapshot {
                    try context.tree.proof(
                        of: entry, for: account, as: account == caller.id ? nil : .present, since: since,
                        keys: context.keys, at: context.clock.now(), in: $0)
                }
            }
        }
    }

    private static let since = QueryField<UInt64>.number(
        "since", 0...UInt64(Int64.max), "The size of a ledger head that the caller knows.")
}

extension HubContext {
    var tree: LedgerTree { LedgerTree(currency: currency) }

    /// The signed state of the ledger up to the entries in the tree. Reads some rows and makes one signature.
    func ledgerState(since: UInt64?) throws -> LedgerState {
        try store.presentSnapshot { try tree.state(since: since, keys: keys, at: clock.now(), in: $0).state }
    }

    /// Extends the tree by at most `maximum` entries. Must not run on a network thread.
    ///
    /// - Returns: whether the tree now contains every entry.
    @discardableResult
    func extendTree(maximum: Int = 20_480) throws -> Bool {
        for _ in 0..<max(1, maximum / LedgerTree.entriesPerCommit) {
            let growth = try store.presentSnapshot { try tree.growth(of: leaves, random: random, in: $0) }
            guard let growth else { return true }
            try store.writeAndWait { [tree] in try tree.grow(growth, in: $0.database) }
        }
        return try !store.read { try tree.isBehind(in: $0) }
    }
}

extension Hub {
    /// Extends the ledger's tree. If it is far behind, this takes several calls.
    package func extendTree() throws { try context.extendTree(maximum: 200_000) }

    /// The present signed state of the ledger, as wallets get it.
    package func ledgerHead() throws -> LedgerHead {
        try extendTree()
        return try LedgerHead(decoding: try context.ledgerState(since: nil).head.bytes)
    }
}

extension AccountHistory {
    /// The entry with an id that this account uses, and which of the account's ledger accounts takes part in it.
    func entry(
        _ id: OperationID, of account: Int64, from database: any SQLConnection
    ) throws -> (entry: Int64, ledger: Int64)? {
        for ledger in try ledgerAccounts(of: account, from: database) {
            let own = try database.row(
                """
                SELECT o.entry FROM operation o JOIN posting p ON p.entry = o.entry
                WHERE o.account = ? AND o.id = ? AND p.account = ?
                """, [.integer(account), .blob(id.bytes), .integer(ledger)])
            let row =
                try own
                ?? database.row(
                    "SELECT p.entry FROM posting p JOIN entry e ON e.id = p.entry WHERE p.account = ? AND e.public_id = ?",
                    [.integer(ledger), .blob(id.bytes)])
            if let row { return (try row.int(0), ledger) }
        }
        return nil
    }
}
