// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

extension Database {
    /// Copies the committed state into a file, while other connections read and write.
    ///
    /// Afterwards the file at `path` is complete, on disk, readable only by its owner, and without a log file. An
    /// existing file is replaced only at the end.
    ///
    /// C: <https://www.sqlite.org/c3ref/backup_finish.html>
    package func backup(to path: String) throws {
        try requireOutsideTransaction("backed up")
        let partial = path + ".partial"
        unlink(partial)
        do {
            let copy = try Database(path: partial)
            try Self.copyPages(from: connection, to: copy.connection)
            // A log file beside the copy could be forgotten when the copy is moved.
            try copy.connection.execute("PRAGMA journal_mode = DELETE", doing: "finish")
        } catch {
            unlink(partial)
            throw error
        }
        guard rename(partial, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(partial)
            throw SQLError(.cantOpen, "Could not put the backup at '\(path)': \(reason).")
        }
        Self.synchroniseFolder(of: path)
    }

    /// The whole committed state as the bytes of a database file.
    ///
    /// C: <https://www.sqlite.org/c3ref/serialize.html>
    package func serialize() throws -> [UInt8] {
        try requireOutsideTransaction("copied")
        var count: sqlite3_int64 = 0
        guard let start = sqlite3_serialize(connection.handle, "main", &count, 0) else {
            // An empty database in memory has no pages, so there are no bytes.
            guard try row("SELECT 1 FROM sqlite_schema LIMIT 1") == nil else {
                throw SQLError(.other, "There is no memory left to copy the database \(connection.name).")
            }
            return []
        }
        defer { sqlite3_free(start) }
        var bytes = [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
        // A database in memory cannot have a write-ahead log; 1 in these header bytes means it has none.
        if bytes.count >= 100 { bytes.replaceSubrange(18...19, with: [1, 1]) }
        return bytes
    }

    /// Replaces the whole content by that of ``serialize()`` or of a backup file.
    ///
    /// The bytes are checked first. If they are refused, the content stays unchanged.
    ///
    /// - Parameter checksPages: false for bytes that this process has just serialised itself.
    /// - Throws: ``SQLError`` with code `.corrupt` or `.foreignFile`.
    package func restore(from bytes: [UInt8], checksPages: Bool = true) throws {
        try requireOutsideTransaction("restored")
        let source = try Database(path: .inMemory)
        try source.adopt(bytes)
        if checksPages { try source.quickCheck() }
        if let applicationID {
            guard try source.row("PRAGMA application_id")?.int(0) == Int64(applicationID) else {
                throw SQLError(.foreignFile, "The copy is a database of another program.")
            }
        }
        try Self.copyPages(from: source.connection, to: connection)
    }

    /// C: <https://www.sqlite.org/c3ref/deserialize.html>
    private func adopt(_ bytes: [UInt8]) throws {
        guard bytes.count >= 512, let memory = sqlite3_malloc64(UInt64(bytes.count)) else {
            throw SQLError(.corrupt, "The copy is not a database: it is \(bytes.count) bytes long.")
        }
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        let start = memory.assumingMemoryBound(to: UInt8.self)
        start[18] = 1
        start[19] = 1
        let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
        // On failure SQLite frees the memory too, because of FREEONCLOSE.
        let code = sqlite3_deserialize(
            connection.handle, "main", start, Int64(bytes.count), Int64(bytes.count), flags)
        try connection.check(code, doing: "read the copy into")
    }

    private func requireOutsideTransaction(_ verb: String) throws {
        guard !isInTransaction else {
            throw SQLError(.misuse, "The database \(connection.name) cannot be \(verb) inside a transaction.")
        }
    }

    private static func copyPages(from source: Connection, to target: Connection) throws {
        guard let copy = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            return try target.check(sqlite3_extended_errcode(target.handle), doing: "begin to copy into")
        }
        let step = sqlite3_backup_step(copy, -1)
        let finish = sqlite3_backup_finish(copy)
        try target.check(finish, doing: "copy into")
        guard step == SQLITE_DONE else {
            throw SQLError(.busy, "The database \(source.name) is in use: try again in a moment.")
        }
    }

    /// Makes the new name of a file durable.
    private static func synchroniseFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
