// SPDX-License-Identifier: MIT
package import FileModel
internal import SQL

//  A content:  referred to ──last reference goes──► idle ──48 h──► dying ──file removed──► (none)
//                   ▲                                 │               │
//                   └───────── link, upload ──────────┴── upload ─────┘
//
//  At the file service               At the hub                     After a kill of either
//  ────────────────────────────────  ─────────────────────────────  ───────────────────────────────────────────────
//  asks what is idle, claims it      idle                           asks again; nothing has changed
//  asks for the first commit         dying, unless a lease is held  asks again; what is dying stays so
//  removes the file, flushes         dying                          removes what is left, or nothing
//  asks for the second commit        no row                         the same: no row is removed twice
//
//  The claim keeps a publisher of the same bytes waiting. What it publishes afterwards is its own file, and the commit
//  that stores its upload ends the dying.

extension FileChange {
    /// Hours for which a content stays after the last reference to it has gone.
    package static let graceHours: UInt64 = 48
    /// Contents of one step of garbage collection.
    package static let garbageStep = 64

    /// Gives contents up: the first of the two commits.
    ///
    /// - Parameter grace: for how many seconds they must have been idle.
    /// - Returns: those whose files may be removed now. While a backup holds a lease, only those that were given up
    ///   before.
    package func giveUp(_ hashes: [ContentHash], grace: UInt64) throws -> [ContentHash] {
        let isLeased = try leases.isHeld(at: now)
        return try hashes.filter {
            try contents.markDying($0, idleBefore: now - min(now, grace), onlyIfAlready: isLeased)
        }
    }

    /// The files of given up contents are gone: the second of the two commits.
    package func removed(_ hashes: [ContentHash]) throws {
        for hash in hashes { try contents.removeDying(hash) }
    }

    // MARK: - Leases

    private var leases: LeaseTable { LeaseTable(database: database) }

    /// Keeps all contents from being given up for some time.
    ///
    /// - Returns: the number of the lease.
    package func lease(seconds: UInt64) throws -> Int64 { try leases.add(until: now + seconds, at: now) }

    /// - Throws: `SQLError` with `.mismatch` when the lease has run out: contents may be gone by now.
    package func renewLease(_ lease: Int64, seconds: UInt64) throws {
        try leases.renew(lease, until: now + seconds, at: now)
    }

    package func endLease(_ lease: Int64) throws { try leases.remove(lease) }
}
