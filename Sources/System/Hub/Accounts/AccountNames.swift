// SPDX-License-Identifier: MIT
import HubAPI
import SQL
import Synchronization

/// Finds the rows behind names; names never change owner, so what was committed once stays true.
final class AccountNames: Sendable {
    /// Those of a million accounts take a hundred megabytes, and at most two million are remembered.
    static let generation = 1 << 20

    private let known = Mutex(RecentlyUsed<String, Named>(generation: generation))

    /// What stands behind a name.
    struct Named: Sendable {
        /// The row of the account and of its ledger account.
        let id: Int64
        /// Two numbers in place of an array: there are very many of these.
        private let high: UInt64
        private let low: UInt64

        init(id: Int64, uid: [UInt8]) {
            self.id = id
            high = uid.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = uid.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// 16 bytes: what the hub calls it.
        var uid: [UInt8] {
            (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? high >> (56 - 8 * $0) : low >> (120 - 8 * $0)) }
        }
    }

    /// What stands behind a name, nil where that was not found lately.
    func known(_ name: String) -> Named? { known.withLock { $0.peek(name) } }

    /// What stands behind the name that each transfer pays, nil where nothing does, with one question for all that were never
    /// asked for.
    ///
    /// What was found is remembered once the change is durable: a name whose registration is undone leaves its row to the next.
    func find(_ run: [QueuedTransfer], in change: StoreChange) throws -> [Named?] {
        var found = run.map(\.recipient)
        let missing = found.indices.filter { found[$0] == nil }
        guard !missing.isEmpty else { return found }
        var unknown: Set<String> = []
        known.withLock { known in
            for index in missing {
                found[index] = known.find(run[index].order.recipient)
                if found[index] == nil { unknown.insert(run[index].order.recipient) }
            }
        }
        guard !unknown.isEmpty else { return found }
        let rows = try change.database.rows(
            Self.select, where: ["username"], in: unknown.map { [.text($0)] })
        guard !rows.isEmpty else { return found }
        let fresh = try Self.named(by: rows)
        for index in missing where found[index] == nil { found[index] = fresh[run[index].order.recipient] }
        change.afterCommit { [self] in
            known.withLock { known in
                for (name, named) in fresh { known.insert(named, for: name) }
            }
        }
        return found
    }

    // MARK: - All at once

    private static let rowsPerReading: Int64 = 2_000

    /// Reads the newest names before they are asked for, one by one, at random places of the books.
    ///
    /// - Parameter goesOn: asked between two readings.
    func readAhead(in store: HubStore, while goesOn: () -> Bool) throws {
        var ahead: [String: Named] = [:]
        var last = Int64.max
        while goesOn(), ahead.count < Self.generation {
            let rows = try store.read {
                try $0.rows(
                    Self.select + " WHERE id < ? ORDER BY id DESC LIMIT ?",
                    [.integer(last), .integer(Self.rowsPerReading)])
            }
            guard let end = rows.last else { break }
            last = try end.int(1)
            ahead.merge(try Self.named(by: rows)) { $1 }
        }
        // Whole, so that nobody waits while a large table grows.
        known.withLock { $0.fill(with: &ahead) }
    }

    private static let select = "SELECT username, id, uid FROM account"

    private static func named(by rows: [Row]) throws -> [String: Named] {
        var named: [String: Named] = [:]
        named.reserveCapacity(rows.count)
        for row in rows { named[try row.text(0)] = Named(id: try row.int(1), uid: try row.blob(2)) }
        return named
    }
}
