// SPDX-License-Identifier: MIT
package import Crypto
package import FileIO
import Glibc
import HubFiles
import SQLite

/// Puts a backup of files back.
package struct FileRestore {
    private let path: String
    private let manifest: BackupManifest

    /// Opens a finished backup and checks its database.
    ///
    /// - Throws: ``BackupError`` with `.notFound` or `.damaged`, `FileIOError`.
    package init(from folder: String) throws {
        guard let manifest = try BackupManifest.read(in: folder) else {
            throw BackupError(.notFound, "There is no finished backup of files in '\(folder)'.")
        }
        path = folder
        self.manifest = manifest
        guard try FileBackup.hash(of: manifest.database, in: folder) == manifest.hash else {
            throw BackupError(
                .damaged, "'\(folder)/\(manifest.database)' has changed since the backup. Use another backup.")
        }
    }

    /// Copies the contents that are not there yet, each verified, and then the database under its name, with a new
    /// epoch. A second call after an interruption goes on.
    ///
    /// - Parameters:
    ///   - contents: of a file service that does not run.
    ///   - database: where `files.sqlite` goes, of a hub that does not run.
    /// - Returns: the page of the backup, with the number of contents that are lacking now.
    /// - Throws: ``BackupError`` with `.alreadyThere`; `FileIOError`, `SQLError`. There is no database then.
    package func restore(
        to contents: ContentFolder, database: String, random: RandomSource
    ) throws -> BackupManifest {
        guard access(database, F_OK) != 0 else {
            throw BackupError(
                .alreadyThere, "There is a '\(database)'. A backup is never written over one: move it away first.")
        }
        let source = try ContentFolder(beneath: path, isMaking: false)
        let copy = try Database(path: .file(path + "/" + manifest.database), readOnly: true, isUnchanging: true)
        var result = manifest
        (result.contents, result.bytes, result.lacking) = (0, 0, 0)
        let reading = ContentReading(database: copy, now: manifest.made)
        var last: Int64 = 0
        while case let page = try reading.referenced(after: last), let end = page.last {
            for content in page {
                do {
                    if try contents.size(of: content.hash) != content.size {
                        try contents.add(content.hash, copying: source.file(content.hash))
                    }
                    result.contents += 1
                    result.bytes += Int64(clamping: content.size)
                } catch let error as FileIOError where error.code == .notFound || error.code == .damaged {
                    result.lacking += 1
                }
            }
            last = end.row
        }
        try Self.place(copy, at: database, random: random)
        return result
    }

    /// Through a file of its own, so that the database is there whole with its new epoch, or not at all.
    private static func place(_ copy: Database, at path: String, random: RandomSource) throws {
        let preparing = path + ".restoring"
        defer { unlink(preparing) }
        unlink(preparing)
        try copy.backup(to: preparing)
        let database = try Database(path: .file(preparing), applicationID: FileSchema.applicationID)
        try database.migrate(FileSchema.migrations)
        try database.transaction { try FileSchema.beginEpoch(database, random: random) }
        try database.backup(to: path)
    }
}
