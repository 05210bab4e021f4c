// SPDX-License-Identifier: MIT
import SQL
import Synchronization

/// Finds the rows behind names; names never change owner, so what was found once stays true.
final class AccountNames: Sendable {
    private static let maximumCount = 200_000
    private let known = Mutex<[String: Int64]>([:])

    /// The rows of those names that exist, with one question for all that were never asked for.
    func find(_ names: Set<String>, in database: any SQLConnection) throws -> [String: Int64] {
        var found: [String: Int64] = [:]
        found.reserveCapacity(names.count)
        let unknown = known.withLock { known in
            names.filter { name in
                guard let id = known[name] else { return true }
                found[name] = id
                return false
            }
        }
        guard !unknown.isEmpty else { return found }
        let rows = try database.rows(
            "SELECT username, id FROM account", where: ["username"], in: unknown.map { [.text($0)] })
        var fresh: [String: Int64] = [:]
        for row in rows { fresh[try row.text(0)] = try row.int(1) }
        known.withLock { [fresh] known in
            if known.count + fresh.count > Self.maximumCount { known.removeAll() }
            known.merge(fresh) { $1 }
        }
        return found.merging(fresh) { $1 }
    }
}
