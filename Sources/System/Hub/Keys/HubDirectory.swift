// SPDX-License-Identifier: MIT
import Glibc
import Keys
import PostgreSQL
import SQL

/// The files of one hub.
package struct HubDirectory: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The books.
    package var database: String { path + "/hub.sqlite" }
    /// The private halves of the working keys; a serving hub needs them.
    package var workingKeys: String { path + "/working.keys" }
    /// The root key, sealed with a passphrase; a serving hub does not need it, so it can be kept elsewhere.
    package var rootKey: String { path + "/hub-root.key" }

    /// Who serves the directory holds a lock on it.
    var lockFile: String { path + "/hub.lock" }

    /// Makes the directory if it is not there, for its owner alone.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func create() throws {
        do {
            try PrivateFolder.create(path)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Gives books that root has just made to whom the directory belongs; SQLite makes its other files after them.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func adoptBooks() throws {
        do {
            try FolderOwner.adopt(database)
        } catch let error as KeysError {
            throw HubError(.system, error.message, cause: error)
        }
    }

    /// Takes the right to serve this directory, until the result is released or the process ends, however it ends.
    ///
    /// - Throws: ``HubError`` with `.inUse` when another process has it, `.notInitialised` when there is no directory.
    func lock() throws -> StoreLock {
        do {
            return try StoreLock(path: lockFile)
        } catch let error as KeysError where error.code == .locked {
            throw HubError(.inUse, "Another process serves the hub in '\(path)'. Stop it first.", cause: error)
        } catch let error as KeysError {
            throw HubError(.notInitialised, error.message, cause: error)
        }
    }

    /// Takes the right to change the working keys, beside a process that serves.
    ///
    /// - Throws: ``HubError`` with `.inUse` when another process has it.
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
    /// - Throws: ``HubError`` with `.keys` when they are missing or damaged, or when others may read them.
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

    /// Where the books are when they are not in a file here: connection strings, one a line. May hold a password.
    package var serverAddress: String { path + "/hub.database" }

    /// Where the books are; nil when there are none. Says nothing about their content.
    ///
    /// - Throws: ``HubError`` with `.keys` when others may read the file that says so, or `.invalid` when it is broken.
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
            let lines = try text.split(separator: "\n").map { try ServerAddress(String($0)) }
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

    /// Puts a file of books aside that are on a server now, so that nobody takes it for the present ones.
    ///
    /// - Throws: ``HubError`` with `.system`.
    func retireBooks(to path: String) throws {
        guard rename(database, path) == 0 else {
            throw HubError(
                .system, "The old books '\(database)' cannot be renamed (\(errno)). Put them aside; they are not used.")
        }
        // What is left of the log is empty, and belongs to the file of the old name.
        unlink(database + "-wal")
        unlink(database + "-shm")
    }

    /// Notes that the books are on a server.
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

    /// Whether the books are a file of one byte or none, which SQLite takes for a new database and would write to.
    var isDatabaseEmpty: Bool {
        var status = stat()
        return stat(database, &status) == 0 && status.st_size <= 1
    }
}
