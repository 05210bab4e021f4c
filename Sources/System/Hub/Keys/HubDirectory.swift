// SPDX-License-Identifier: MIT
import Glibc
import HubLedger
package import HubStorage
import Keys
import PostgreSQL
import SQL

/// The files of one hub.
package struct HubDirectory: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The database file.
    package var database: String { path + "/hub.sqlite" }
    /// The file of the working keys' private keys. A serving hub needs it.
    package var workingKeys: String { path + "/working.keys" }
    /// The root key, sealed with a passphrase. A serving hub does not need it, so it can be stored elsewhere.
    package var rootKey: String { path + "/hub-root.key" }

    /// The file that the serving process holds locked.
    var lockFile: String { path + "/hub.lock" }

    /// Creates the directory, accessible only to its owner, unless it exists.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func create() throws {
        do {
            try PrivateFolder.create(path)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Gives a database file that root has created to the owner of the directory. SQLite creates its other files with
    /// the same owner.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func adoptDatabase() throws {
        do {
            try FolderOwner.adopt(database)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Takes the lock to serve this directory. It is held until the result is released or the process ends, however it
    /// ends.
    ///
    /// - Throws: ``HubError`` with `.inUse` if another process holds it, or `.notInitialised` if there is no directory.
    func lock() throws -> StoreLock {
        do {
            return try StoreLock(path: lockFile)
        } catch let error as KeysError where error.code == .locked {
            throw HubError(.inUse, "Another process serves the hub in '\(path)'. Stop it first.", cause: error)
        } catch let error as KeysError {
            throw HubError(.notInitialised, error.message, cause: error)
        }
    }

    /// Takes the lock to change the working keys, beside a serving process.
    ///
    /// - Throws: ``HubError`` with `.inUse` if another process holds it.
    func lockKeys() throws -> StoreLock {
        do {
            return try StoreLock(path: path + "/keys.lock")
        } catch let error as KeysError where error.code == .locked {
            throw HubError(.inUse, "Another process changes the keys in '\(path)'. Wait for it.", cause: error)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// The working keys.
    ///
    /// - Throws: ``HubError`` with `.keys` if they are missing or damaged, or if other users may read them.
    func readWorkingKeys() throws -> WorkingKeys {
        var status = stat()
        guard stat(workingKeys, &status) == 0 else {
            throw HubError(.keys, "The file '\(workingKeys)' is missing. Restore it from a backup.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw HubError(.keys, "Others may read '\(workingKeys)'. Run `chmod 600` on it, then rotate the keys.")
        }
        do {
            return try WorkingKeys(
                decoding: try AtomicFile.read(workingKeys, maximumCount: WorkingKeys.maximumCount))
        } catch let error as KeysError {
            throw HubError(.keys, error.message, cause: error)
        }
    }

    func write(_ keys: WorkingKeys) throws {
        do {
            try AtomicFile.write(keys.encoded, to: workingKeys)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// The file with the address of a database server: connection strings, one a line. It may contain a password.
    package var serverAddress: String { path + "/hub.database" }

    /// Where the database is; nil if there is none. Does not check the database's content.
    ///
    /// - Throws: ``HubError`` with `.keys` if other users may read the address file, or `.invalid` if it is malformed.
    package func place() throws -> StorePlace? {
        var status = stat()
        guard stat(serverAddress, &status) == 0 else {
            return access(database, F_OK) == 0 ? .file(database) : nil
        }
        guard status.st_mode & 0o077 == 0 else {
            throw HubError(.keys, "Others may read '\(serverAddress)'. Run `chmod 600` on it.")
        }
        do {
            let text = String(decoding: try AtomicFile.read(serverAddress, maximumCount: 16 << 10), as: UTF8.self)
            let lines = try text.split(separator: "\n").map { try DatabaseAddress(String($0)) }
            guard let first = lines.first, lines.count <= 2 else {
                throw HubError(
                    .invalid, "The file '\(serverAddress)' has one line, the database, or two, the second a replica.")
            }
            return .server(first, reading: lines.count > 1 ? lines[1] : nil)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        } catch let error as SQLError {
            throw HubError(.invalid, "The file '\(serverAddress)': \(error.message)", cause: error)
        }
    }

    /// Renames the database file after its content has moved to a server, so that it is not mistaken for the present
    /// one.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func retireDatabase(to path: String) throws {
        guard rename(database, path) == 0 else {
            throw HubError(
                .system,
                "The old database '\(database)' cannot be renamed (\(errno)). Move it away: the hub does not use it.")
        }
        // What is left of the log is empty and belongs to the file under its old name.
        unlink(database + "-wal")
        unlink(database + "-shm")
    }

    /// Records that the database is on a server.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func write(_ place: StorePlace) throws {
        guard case .server(let address, let reading) = place else {
            preconditionFailure("Only the address of a server is written down.")
        }
        let lines = [address.secretText] + (reading.map { [$0.secretText] } ?? [])
        do {
            try AtomicFile.write(Array(lines.joined(separator: "\n").utf8), to: serverAddress)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Whether the database file has at most one byte. SQLite takes such a file for a new database and would write to
    /// it.
    var isDatabaseEmpty: Bool {
        var status = stat()
        return stat(database, &status) == 0 && status.st_size <= 1
    }
}
