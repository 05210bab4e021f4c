// SPDX-License-Identifier: MIT
import HubAPI
import HubStorage
import SQL
import Synchronization

/// Finds the database rows of usernames. A username never changes owner, so a committed result stays valid.
package final class AccountNames: Sendable {
    /// The names of a million accounts take 100 MB; at most two million are cached.
    static let generation = 1 << 20

    private let known = Mutex(RecentlyUsed<String, Named>(generation: generation))

    /// The account of a name.
    package struct Named: Sendable {
        /// The id of the account's row, which is also that of its ledger account.
        let id: Int64
        /// Two integers instead of an array, because the cache holds millions of these.
        private let high: UInt64
        private let low: UInt64

        init(id: Int64, uid: [UInt8]) {
            self.id = id
            high = uid.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = uid.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
        }

        /// The account's public id: 16 bytes.
        var uid: [UInt8] {
            (0..<16).map { UInt8(truncatingIfNeeded: $0 < 8 ? high >> (56 - 8 * $0) : low >> (120 - 8 * $0)) }
        }
    }

    /// The account of a name if it is cached, otherwise nil.
    func known(_ name: String) -> Named? { known.withLock { $0.peek(name) } }

    /// The account that each transfer pays, or nil if the name does not exist. All names that are not cached are read
    /// with one query.
    ///
    /// A result is cached only after its change is durable: if a registration is rolled back, the next one may get the
    /// same row.
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

    /// Fills the cache with the newest names, so that transfers need not look them up one by one at random places of
    /// the database.
    ///
    /// - Parameter goesOn: called between two reads; when it returns false, reading stops.
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
        // In one step, so that no caller waits while a large table grows.
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
