// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HubAPI
import HubStorage
import Keys
import SQLite
package import Tokens

/// A backup of a hub: its database, its working keys, and a manifest that describes them. It does not contain the root
/// key.
///
/// A backup is verified before it counts as one: the audit runs on the copied database, not on the hub's.
package struct HubBackup: Sendable, Equatable {
    /// When the backup began. It contains everything that was acknowledged before.
    package let made: Timestamp
    package let currency: String
    /// The number of ledger entries.
    package let entries: Int64

    private static let manifest = "backup.json"
    private static let version: Int64 = 1
    private static let maximumManifest = 64 << 10
    /// A file's hash is the hash of the hashes of its pieces of this many bytes.
    private static let pieceBytes = 1 << 20

    // MARK: - Creating

    /// Backs a hub up into an empty folder, whether or not the hub is serving.
    ///
    /// - Throws: ``HubError`` with `.invalid` if the folder already contains a backup or a hub, or `.internalFault` if
    ///   the audit finds errors. In the latter case the backup is removed again, so that the operator does not rely on
    ///   it.
    package static func make(of directory: HubDirectory, in folder: String, clock: Clock) throws -> HubBackup {
        switch try directory.place() {
        case .file where !directory.isDatabaseEmpty: break
        case .server:
            throw HubError(
                .invalid,
                "The database of this hub is on a PostgreSQL server. Back it up with pg_dump, then copy working.keys."
            )
        default: throw HubError(.notInitialised, "There is no hub in '\(directory.path)' to copy.")
        }
        let copy = HubDirectory(folder)
        guard try copy.place() == nil, access(copy.path + "/" + manifest, F_OK) != 0 else {
            throw HubError(
                .invalid, "There is something in '\(copy.path)' already. Choose an empty folder for each copy.")
        }
        let made = clock.now()
        try copy.create()
        do {
            try copyFiles(of: directory, to: copy)
            let report = try audit(copy, clock: clock)
            // The manifest does not cover a log, and a log is not restored.
            guard access(copy.database + "-wal", F_OK) != 0 else {
                throw HubError(
                    .system,
                    "The copy in '\(copy.path)' could not be finished: its log stayed. Make room and copy again.")
            }
            let backup = HubBackup(made: made, currency: report.currency, entries: report.entries)
            try AtomicFile.write(Array((try backup.page(of: copy)).utf8), to: copy.path + "/" + manifest)
            return backup
        } catch {
            remove(copy)
            throw error
        }
    }

    /// Restores a backup into a directory without a hub.
    ///
    /// Afterwards the directory contains the hub as of the backup. Nothing is overwritten, and on any failure nothing
    /// is left behind.
    ///
    /// Nothing is created or changed in the backup's folder, which may be on a read-only medium.
    ///
    /// - Throws: ``HubError`` with `.alreadyInitialised` if there is a hub, `.invalid` if the backup is incomplete or
    ///   does not match its manifest, or `.system` if it cannot be read.
    package static func restore(from folder: String, to directory: HubDirectory, clock: Clock) throws -> HubBackup {
        guard try directory.place() == nil else {
            throw HubError(
                .alreadyInitialised,
                "There is a hub in '\(directory.path)'. A copy is never written over one: choose another directory.")
        }
        let copy = HubDirectory(folder)
        let (backup, hashes) = try read(copy)
        for (name, hash) in hashes {
            do {
                guard try self.hash(of: copy.path + "/" + name) == hash else {
                    throw HubError(
                        .invalid, "The file '\(name)' of the copy in '\(copy.path)' is not what it was. Take another.")
                }
            } catch let error as KeysError {
                throw refusal(of: copy, for: error)
            }
        }
        let isNew = access(directory.path, F_OK) != 0
        try directory.create()
        let lock = try directory.lock()
        defer { withExtendedLifetime(lock) {} }
        do {
            // Only what the manifest covers, without a log that may have been added to the folder.
            try Database(path: copy.database, readOnly: true, isUnchanging: true).backup(to: directory.database)
            try directory.adoptDatabase()
            try directory.write(try copy.readWorkingKeys())
            let report = try audit(directory, clock: clock)
            guard report.entries == backup.entries else {
                throw HubError(.invalid, "The copy in '\(copy.path)' does not hold what its page says. Take another.")
            }
            return backup
        } catch {
            remove(directory)
            if isNew { rmdir(directory.path) }
            throw error
        }
    }

    /// Copies the database before the keys, so that every key announced in the database has its private key in the
    /// copy.
    private static func copyFiles(of directory: HubDirectory, to copy: HubDirectory) throws {
        try DirtyLogMarker(of: directory.database).settle()
        try Database(path: directory.database, readOnly: true).backup(to: copy.database)
        // The copy may lack pages that the serving hub's disk failed to store meanwhile.
        guard !DirtyLogMarker(of: directory.database).isNoted else { throw DirtyLogMarker.over }
        try copy.adoptDatabase()
        try copy.write(try directory.readWorkingKeys())
    }

    private static func audit(_ directory: HubDirectory, clock: Clock) throws -> AuditReport {
        var configuration = HubConfiguration()
        configuration.execution = .caller
        let hub = try Hub.open(directory: directory.path, configuration: configuration, clock: clock)
        defer { hub.close() }
        let report = try hub.audit()
        guard report.isSound else {
            throw HubError(
                .internalFault,
                "The ledger is not sound (\(report.findings.count) findings), so do not rely on this backup. Run `satchel-hub audit`."
            )
        }
        return report
    }

    private static func remove(_ directory: HubDirectory) {
        for file in [
            directory.database, directory.database + "-wal", directory.database + "-shm", directory.workingKeys,
            directory.lockFile,
        ] {
            unlink(file)
        }
    }

    // MARK: - The manifest

    private func page(of copy: HubDirectory) throws -> String {
        let page: JSONValue = [
            "version": .number(Self.version), "made": .number(made.seconds), "currency": .string(currency),
            "entries": .number(entries),
            "files": .object(
                try Self.files(of: copy).map { .init($0, .string(try Self.hash(of: copy.path + "/" + $0))) }),
        ]
        return page.prettyText + "\n"
    }

    private static func files(of copy: HubDirectory) -> [String] {
        [copy.database, copy.workingKeys].map { String($0.dropFirst(copy.path.utf8.count + 1)) }
    }

    private static func read(_ copy: HubDirectory) throws -> (HubBackup, hashes: [(String, String)]) {
        let bytes: [UInt8]
        do {
            bytes = try AtomicFile.read(copy.path + "/" + manifest, maximumCount: maximumManifest)
        } catch let error as KeysError {
            throw refusal(of: copy, for: error)
        }
        let page: JSONValue
        do { page = try JSONValue(parsing: bytes) } catch {
            throw HubError(.invalid, "The page '\(manifest)' of the copy cannot be read.", cause: error)
        }
        guard page["version"]?.int64 == version, let made = page["made"]?.uint64,
            let currency = page["currency"]?.string, let entries = page["entries"]?.int64,
            let files = page["files"]
        else { throw HubError(.invalid, "The page '\(manifest)' of the copy is of another version of this program.") }
        let hashes = try self.files(of: copy).map { name in
            guard let hash = files[name]?.string else {
                throw HubError(.invalid, "The page '\(manifest)' of the copy does not name the file '\(name)'.")
            }
            return (name, hash)
        }
        return (HubBackup(made: Timestamp(seconds: made), currency: currency, entries: entries), hashes)
    }

    private static func hash(of path: String) throws -> String {
        var hashes: [UInt8] = []
        var offset = 0
        while true {
            let piece = try AtomicFile.read(path, at: offset, count: pieceBytes)
            hashes += SHA256.hash(piece).bytes
            offset += piece.count
            guard piece.count == pieceBytes else { return Hex.encode(SHA256.hash(hashes).bytes) }
        }
    }

    /// The refusal of a backup with an unreadable file: the file is missing, or the system's error.
    private static func refusal(of copy: HubDirectory, for error: KeysError) -> HubError {
        error.code == .notFound
            ? HubError(.invalid, "There is no whole copy of a hub in '\(copy.path)'.", cause: error)
            : HubError(.system, "The copy in '\(copy.path)' cannot be read. \(error.message)", cause: error)
    }
}
