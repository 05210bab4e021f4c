// SPDX-License-Identifier: MIT
import Bytes
package import FileIO
import FileModel
import HubFiles
package import SQL
package import Tokens

/// Writes all live files as a plain tree: `<owner>/own/…` and `<owner>/<space id>/…`, each name byte for byte.
///
/// Nothing is overwritten and nothing is written elsewhere: names are one step of a path, and links are not followed.
package struct FileExport {
    private let reading: ContentReading
    private let spaces: SpaceTable
    private let contents: ContentFolder
    private let ownerName: (AccountID) throws -> String

    /// What was written.
    package struct Report: Equatable, Sendable {
        package internal(set) var folders = 0
        package internal(set) var files = 0
        package internal(set) var bytes: UInt64 = 0
        /// Paths of files whose content the hub does not have whole; there is no file then.
        package internal(set) var lacking: [String] = []
    }

    /// - Parameter database: one unmoving state of `files.sqlite`.
    package init(
        database: any SQLConnection, contents: ContentFolder, ownerName: @escaping (AccountID) throws -> String
    ) {
        reading = ContentReading(database: database, now: 0)
        spaces = SpaceTable(database: database)
        self.contents = contents
        self.ownerName = ownerName
    }

    /// - Parameters:
    ///   - target: an empty folder.
    ///   - keepLease: called after each file.
    /// - Throws: ``BackupError`` with `.alreadyThere` when the folder is not empty; `FileIOError`, `SQLError`.
    package func write(to target: DiskFolder, keepLease: () throws -> Void) throws -> Report {
        guard try target.entries().isEmpty else {
            throw BackupError(.alreadyThere, "The folder of the export is not empty. Choose an empty one.")
        }
        var report = Report()
        var last: SpaceTable.Space?
        while case let page = try spaces.all(after: last, limit: ContentReading.page), !page.isEmpty {
            for space in page {
                let owner = try Self.name(ownerName(space.owner), or: Hex.encode(space.owner.bytes))
                let folder = try target.folder(making: owner)
                let name = try FileName(space.isOwn ? "own" : space.id.description)
                try write(space.id.root, to: folder.folder(making: name), path: "\(owner)/\(name)", &report, keepLease)
            }
            last = page.last
        }
        return report
    }

    private func write(
        _ item: ItemID, to folder: DiskFolder, path: String, _ report: inout Report, _ keepLease: () throws -> Void
    ) throws {
        var last: FileName?
        while case let page = try reading.items(in: item, after: last), let end = page.last {
            for inner in page {
                let place = "\(path)/\(inner.name)"
                if let content = inner.content {
                    try write(inner, content, to: folder, path: place, &report)
                    try keepLease()
                } else {
                    report.folders += 1
                    try write(inner.id, to: folder.folder(making: inner.name), path: place, &report, keepLease)
                }
            }
            last = end.name
        }
        try folder.flush()
    }

    private func write(
        _ item: ContentReading.Item, _ content: ContentHash, to folder: DiskFolder, path: String,
        _ report: inout Report
    ) throws {
        // The empty content and small ones have no file.
        let bytes = content == .empty ? [] : try reading.bytes(of: content)
        var source: DiskFile?
        do {
            if bytes == nil { source = try contents.file(content) }
        } catch let error as FileIOError where error.code == .notFound {
            report.lacking.append(path)
            return
        }
        let file = try folder.file(making: item.name)
        if let bytes { try file.write(bytes, at: 0) }
        let read = try source?.contentHash { bytes, offset in try file.write(bytes, at: offset) }
        guard read ?? content == content else {
            try folder.remove(item.name)
            report.lacking.append(path)
            return
        }
        try file.describe(modified: item.modified, executable: item.executable)
        try file.flush()
        report.files += 1
        report.bytes += try file.size()
    }

    /// The name of an account as a folder; its id where that is no name of a file.
    private static func name(_ text: String, or id: String) throws -> FileName {
        do {
            return try FileName(text)
        } catch {
            return try FileName(id)
        }
    }
}
