// SPDX-License-Identifier: MIT
import Crypto
package import FileIO
import FileModel
import Glibc
import HubFiles
import Keys
import SQLite

//  <folder>/files.json                 written last: names the database, its hash and what it refers to
//  <folder>/files-<seconds>.sqlite     a copy of files.sqlite
//  <folder>/contents/<2>/<SHA-256>     what it refers to; kept for the next backup into the same folder
//
//  | killed after               | in the folder                             | the next run                              |
//  | -------------------------- | ----------------------------------------- | ----------------------------------------- |
//  | the copy of the database   | the backup before, a database without page | copies the database again                 |
//  | some contents              | the same, and contents                    | copies the contents that are lacking      |
//  | the page                   | the new backup, and what only the old had | removes what the new one does not need    |

/// A backup of the hub's files: the database, and every content that it refers to.
package struct FileBackup {
    private let path: String
    private let contents: ContentFolder

    /// Opens a folder for backups, which is made if it is missing. Each backup into it replaces the one before, and
    /// copies only the contents that are not there yet.
    ///
    /// - Throws: ``BackupError`` with `.system`, `FileIOError`.
    package init(in folder: String) throws {
        do {
            try PrivateFolder.create(folder)
        } catch let error as KeysError {
            throw BackupError(.system, error.message, cause: error)
        }
        path = folder
        contents = try ContentFolder(beneath: folder, isMaking: true)
    }

    /// Makes a backup. The caller holds a lease on the contents.
    ///
    /// - Parameters:
    ///   - time: when it begins; seconds since 1970.
    ///   - source: the contents of the file service.
    ///   - copyDatabase: copies the hub's `files.sqlite` to a path.
    ///   - keepLease: called at least after each copied content.
    /// - Throws: `FileIOError`, `SQLError`; what `keepLease` throws. The backup before stays valid then.
    package func make(
        at time: UInt64, from source: ContentFolder, copyDatabase: (String) throws -> Void,
        keepLease: () throws -> Void
    ) throws -> BackupManifest {
        var manifest = BackupManifest(
            made: time, database: try freshName(at: time), hash: SHA256.hash([UInt8]()), contents: 0, bytes: 0,
            lacking: 0)
        let copy = path + "/" + manifest.database
        try copyDatabase(copy)
        let database = try Database(path: .file(copy), readOnly: true, isUnchanging: true)
        try database.quickCheck()
        let reading = ContentReading(database: database, now: time)
        var last: Int64 = 0
        while case let page = try reading.referenced(after: last), let end = page.last {
            for content in page {
                guard try take(content.hash, size: content.size, from: source) else {
                    manifest.lacking += 1
                    continue
                }
                manifest.contents += 1
                manifest.bytes += Int64(clamping: content.size)
                try keepLease()
            }
            last = end.row
        }
        // The last one of all checks that nothing was removed meanwhile.
        try keepLease()
        manifest.hash = try Self.hash(of: manifest.database, in: path)
        try manifest.write(to: path)
        try removeRest(beside: manifest, reading)
        return manifest
    }

    /// Not that of the backup before, which stays valid until this one is finished.
    private func freshName(at time: UInt64) throws -> String {
        let before: String?
        do {
            before = try BackupManifest.read(in: path)?.database
        } catch let error as BackupError where error.code == .damaged {
            // A damaged backup is no reason to make none.
            before = nil
        }
        let name = "files-\(time).sqlite"
        return name == before ? "files-\(time + 1).sqlite" : name
    }

    /// - Returns: whether the backup has the content now.
    private func take(_ hash: ContentHash, size: UInt64, from source: ContentFolder) throws -> Bool {
        guard try contents.size(of: hash) != size else { return true }
        do {
            try contents.add(hash, copying: source.file(hash))
            return true
        } catch let error as FileIOError where error.code == .notFound || error.code == .damaged {
            // The hub's scrub tells of it; the rest is worth a backup.
            return false
        }
    }

    /// Removes the databases of former backups, and contents that this one does not refer to.
    private func removeRest(beside manifest: BackupManifest, _ reading: ContentReading) throws {
        for number in 0..<256 {
            let rest = try contents.list(number).filter { try !reading.isReferenced($0.hash) }
            for content in rest { try contents.remove(content.hash) }
            try contents.removeParts(number)
        }
        let folder = try DiskFolder(path: path)
        for entry in try folder.entries() {
            guard let name = entry.name.text, name.hasPrefix("files-"), name != manifest.database else { continue }
            try folder.remove(entry.name)
        }
    }

    static func hash(of name: String, in folder: String) throws -> Digest {
        try DiskFolder(path: folder).file(FileName(name)).contentHash().digest
    }
}
