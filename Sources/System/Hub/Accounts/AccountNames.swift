// SPDX-License-Identifier: MIT
import SQL
import Synchronization

/// Finds the rows behind names; names never change owner, so what was committed once stays true.
final class AccountNames: Sendable {
    private let known = Mutex(RecentlyUsed<String, Named>(generation: 250_000))

    /// What stands behind a name.
    struct Named {
        /// The row of the account and of its ledger account.
        let id: Int64
        /// 16 bytes: what the hub calls it.
        let uid: [UInt8]
    }

    /// The rows of those names that exist, with one question for all that were never asked for.
    ///
    /// What was found is remembered once the change is durable: a name whose registration is undone leaves its row to the next.
    func find(_ names: Set<String>, in change: StoreChange) throws -> [String: Named] {
        var found: [String: Named] = [:]
        found.reserveCapacity(names.count)
        let unknown = known.withLock { known in
            names.filter { name in
                guard let named = known.find(name) else { return true }
                found[name] = named
                return false
            }
        }
        guard !unknown.isEmpty else { return found }
        let rows = try change.database.rows(
            "SELECT username, id, uid FROM account", where: ["username"], in: unknown.map { [.text($0)] })
        var fresh: [String: Named] = [:]
        for row in rows { fresh[try row.text(0)] = Named(id: try row.int(1), uid: try row.blob(2)) }
        guard !fresh.isEmpty else { return found }
        change.afterCommit { [self, fresh] in
            known.withLock { known in
                for (name, named) in fresh { known.insert(named, for: name) }
            }
        }
        return found.merging(fresh) { $1 }
    }
}
