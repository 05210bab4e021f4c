// SPDX-License-Identifier: MIT
import Glibc
import Keys

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

    /// Takes the right to serve this directory, until the result is released or the process ends, however it ends.
    ///
    /// - Throws: ``HubError`` with `.inUse` when another process has it, `.notInitialised` when there is no directory.
    func lock() throws -> StoreLock {
        do {
            return try StoreLock(path: path + "/hub.lock")
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

    /// Whether there are books at all; says nothing about their content.
    var hasDatabase: Bool { access(database, F_OK) == 0 }

    /// Whether the books are a file of one byte or none, which SQLite takes for a new database and would write to.
    var isDatabaseEmpty: Bool {
        var status = stat()
        return stat(database, &status) == 0 && status.st_size <= 1
    }
}
