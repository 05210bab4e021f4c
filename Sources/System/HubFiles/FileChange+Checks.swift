// SPDX-License-Identifier: MIT
package import FileModel
internal import SQL

//  A content:  whole ──read wrong or not there──► damaged ──the same bytes are uploaded──► whole
//
//  Each way every item with the content gets the next rev of its space, so the change feed tells of it.

extension FileChange {
    /// Days after which a content is read again.
    package static let checkDays: UInt64 = 7

    /// All bytes of these contents were read just now, and are right.
    package func checked(_ hashes: [ContentHash]) throws {
        for hash in hashes { try contents.setChecked(hash, at: now) }
    }

    /// A content does not hold its bytes, or has no file. Told again, nothing changes.
    package func damaged(_ hash: ContentHash) throws {
        guard let content = try contents.find(hash), !content.isDamaged else { return }
        try contents.setDamaged(content, since: now, at: now)
        try tell(of: content)
    }

    /// The bytes of a content have come again.
    func repair(_ content: ContentTable.Content) throws {
        guard content.isDamaged else { return }
        try contents.setDamaged(content, since: nil, at: now)
        try tell(of: content)
    }

    private func tell(of content: ContentTable.Content) throws {
        for item in try items.list("WHERE i.content = ? AND i.state <> 2", [.integer(content.row)]) {
            _ = try items.save(item, at: now)
        }
    }

    /// Days for which a file without a row stays. It may be of a state that an older backup, or a wrong setting, has
    /// replaced, and the operator still wants it.
    package static let strayDays: UInt64 = 30

    /// Contents on the disk: those without a row get one, and are removed in time unless an upload needs them.
    ///
    /// They are what a crash has left between a publishing and the commit of the hub.
    package func found(_ files: [(hash: ContentHash, size: UInt64)]) throws {
        let idle = now + Self.strayDays * 86_400 - Self.graceHours * 3_600
        for file in files { try contents.adopt(file.hash, size: file.size, at: now, idle: idle) }
    }

    /// All contents are to be read again now.
    ///
    /// - Returns: how many.
    package func checkAll() throws -> Int {
        try database.run(
            "UPDATE content SET checked = 0 WHERE damaged IS NULL AND size > 0 AND \(ContentTable.hasFile)", [])
    }

    /// A backup that began at a time is finished.
    package func backedUp(at time: UInt64) throws {
        try database.run("UPDATE store SET backed_up = ?", [try .unsigned(time)])
    }
}
