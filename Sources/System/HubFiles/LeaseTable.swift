// SPDX-License-Identifier: MIT
internal import SQL

/// The rows of leases: while one is held, no content is given up.
struct LeaseTable {
    let database: any SQLConnection

    func isHeld(at now: UInt64) throws -> Bool {
        try database.row("SELECT 1 FROM lease WHERE until > ? LIMIT 1", [try .unsigned(now)]) != nil
    }

    /// - Returns: the number of the new lease.
    func add(until time: UInt64, at now: UInt64) throws -> Int64 {
        try database.run("DELETE FROM lease WHERE until <= ?", [try .unsigned(now)])
        return try database.returned(
            "INSERT INTO lease (until) VALUES (?) RETURNING id", [try .unsigned(time)]
        ).int(0)
    }

    /// - Throws: `SQLError` with `.mismatch` when the lease has run out.
    func renew(_ lease: Int64, until time: UInt64, at now: UInt64) throws {
        let count = try database.run(
            "UPDATE lease SET until = ? WHERE id = ? AND until > ?",
            [try .unsigned(time), .integer(lease), try .unsigned(now)])
        guard count == 1 else { throw SQLError(.mismatch, "The lease on the contents has run out. Begin again.") }
    }

    func remove(_ lease: Int64) throws {
        try database.run("DELETE FROM lease WHERE id = ?", [.integer(lease)])
    }
}
