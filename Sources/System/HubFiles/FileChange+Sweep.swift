// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import SQL

extension FileChange {
    private static let secondsPerDay: UInt64 = 86_400
    /// Days until what is in the trash is erased.
    package static let trashDays: UInt64 = 30
    /// Days until an upload that was not linked ends, and an answer is forgotten.
    package static let uploadDays: UInt64 = 7
    /// Days in which the change feed tells of what was erased.
    package static let changeDays: UInt64 = 90
    /// Rows of one step, so that no order waits for long.
    static let sweepStep = 200

    /// Ends what is past its time, at most some hundred rows of it.
    ///
    /// - Parameter place: nil to begin, then what the call before has returned.
    /// - Returns: where to go on; nil when nothing is left.
    package func sweep(from place: Int64? = nil) throws -> Int64? {
        let isMore = [try sweepUploads(), try sweepTrash(), try sweepChanges()].contains(true)
        let next = try sweepVersions(after: place ?? 0)
        return next ?? (isMore ? Int64.max : nil)
    }

    private func before(days: UInt64) -> UInt64 { now - min(now, days * Self.secondsPerDay) }

    private func sweepUploads() throws -> Bool {
        let over = try uploads.before(before(days: Self.uploadDays), limit: Self.sweepStep)
        for upload in over { try end(upload) }
        let forgotten = try database.run(
            """
            DELETE FROM answered WHERE (account, id) IN (SELECT account, id FROM answered WHERE time < ? LIMIT ?)
            """, [try .unsigned(before(days: Self.uploadDays)), .integer(Int64(Self.sweepStep))])
        return over.count == Self.sweepStep || forgotten == Self.sweepStep
    }

    /// Erases what has been in the trash for long: what is deepest first, so no step leaves an item without its folder.
    private func sweepTrash() throws -> Bool {
        let time = before(days: Self.trashDays)
        let oldest = try database.row(
            "SELECT id FROM item WHERE state = 1 AND trashed < ? ORDER BY trashed LIMIT 1", [try .unsigned(time)])
        guard let top = try oldest?.int(0) else { return false }
        var (folders, erased) = ([top], 0)
        while let row = folders.last, erased < Self.sweepStep {
            let inner = try database.row(
                "SELECT id FROM item WHERE parent = ? AND state <> 2 LIMIT 1", [.integer(row)])
            guard let inner = try inner?.int(0) else {
                try erase(row)
                folders.removeLast()
                erased += 1
                continue
            }
            folders.append(inner)
        }
        return true
    }

    private func erase(_ row: Int64) throws {
        guard var item = try items.find(row) else { return }
        let versions = try contents.versions(of: row, limit: .max)
        let content = item.content
        let freed = try contents.removeVersions(versions, of: row, at: now) + item.size
        try changeUsage(of: item.space) { $0.free(freed) }
        item.state = .erased
        (item.parent, item.parentID, item.name, item.content, item.trashed) = (nil, nil, nil, nil, nil)
        (item.modified, item.executable) = (nil, false)
        _ = try items.save(item, at: now)
        try LockTable(database: database).removeAll(of: row)
        try PropertyTable(database: database).removeAll(of: row)
        if let content { try contents.release(content.row, at: now) }
    }

    /// - Parameter place: the row of the last item that was looked at.
    /// - Returns: the row to go on behind; nil when all were looked at.
    private func sweepVersions(after place: Int64) throws -> Int64? {
        // Versions of the last seven days are all kept: a file has something to lose only if it has older ones.
        let rows = try database.rows(
            "SELECT DISTINCT item FROM version WHERE replaced < ? AND item > ? ORDER BY item LIMIT ?",
            [
                try .unsigned(before(days: VersionRetention.daysOfAll)), .integer(place),
                .integer(Int64(Self.sweepStep)),
            ]
        ).map { try $0.int(0) }
        for row in rows {
            let versions = try contents.versions(of: row, limit: .max)
            let expired = VersionRetention.expired(versions, at: now)
            guard !expired.isEmpty, let space = try items.find(row)?.space else { continue }
            let freed = try contents.removeVersions(
                versions.filter { expired.contains($0.number) }, of: row, at: now)
            try changeUsage(of: space) { $0.free(freed) }
        }
        return rows.count < Self.sweepStep ? nil : rows.last
    }

    /// Forgets the oldest changes, and the erased items that only they told of.
    private func sweepChanges() throws -> Bool {
        let time = before(days: Self.changeDays)
        let items = try database.run(
            "DELETE FROM item WHERE id IN (SELECT id FROM item WHERE state = 2 AND changed < ? LIMIT ?)",
            [try .unsigned(time), .integer(Int64(Self.sweepStep))])
        let changes = try database.run(
            """
            DELETE FROM change WHERE (space, rev) IN (
                SELECT c.space, c.rev FROM change c JOIN space s ON s.id = c.space
                WHERE c.time < ? AND c.rev < s.rev LIMIT ?)
            """, [try .unsigned(time), .integer(Int64(Self.sweepStep))])
        return items == Self.sweepStep || changes == Self.sweepStep
    }
}
