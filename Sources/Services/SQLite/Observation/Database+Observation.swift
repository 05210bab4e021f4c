// SPDX-License-Identifier: MIT

extension Database {
    /// Calls `told` after each commit of this connection, and when ``noteForeignCommits()`` finds one of another.
    ///
    /// The call comes on the owner's thread after the change is durable, and before the call that made it returns. It
    /// must not use the database. The observer stays until the connection is closed.
    package func observe(_ told: @escaping (CommitNote) -> Void) throws {
        if !connection.isObserved { foreignVersion = try dataVersion() }
        connection.observe(told)
    }

    /// Tells the observers if another connection has committed since the last call. Call it on the owner's thread when
    /// a ``FileWatch`` reports the database's files.
    ///
    /// <https://www.sqlite.org/pragma.html#pragma_data_version>
    package func noteForeignCommits() throws {
        guard connection.isObserved, !isInTransaction else { return }
        let version = try dataVersion()
        guard version != foreignVersion else { return }
        foreignVersion = version
        connection.tell(.foreign)
    }

    private func dataVersion() throws -> Int64 { try row("PRAGMA data_version", [])?.int(0) ?? 0 }
}

extension FileWatch {
    /// Watches the files of a database: `told` is called after each commit of any process, and sometimes without one.
    /// Returns nil for a database in memory, which no other connection can change.
    package convenience init?(
        of database: Database, by watcher: FileWatcher = .ofThisProcess, told: @escaping @Sendable () -> Void
    ) {
        guard case .file(let path) = database.place else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().joined(separator: "/")
        let name = parts.last.map(String.init) ?? path
        self.init(
            folder: folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder, names: [name, name + "-wal"],
            by: watcher, told: told)
    }
}
