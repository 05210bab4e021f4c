// SPDX-License-Identifier: MIT
import Bytes
import Backups
import Crypto
import FileIO
import Glibc
import Hub
import SQLite
import Terminal
import Tokens

extension Command {
    static let backupFiles = Command(
        "backup", "Back up spaces and contents into a folder while the hub serves.",
        discussion: """
            Copies the database of files, then only the contents that the folder lacks. Each copied content is \
            verified. Use the same folder every time: a finished backup replaces the one before it. If the command is \
            interrupted, the backup before stays valid, and the next run goes on. Run `satchel-hub backup` for the \
            ledger afterwards: accounts that were made meanwhile are then in it. The folder holds all files in clear, \
            readable by its owner only. Run this as the user of the hub.
            """,
        options: [.fileService], operands: [.backupFolder],
        examples: [
            .init(
                "satchel-hub files backup /mnt/backup/files --files /var/lib/satchel-hub/files",
                "Back up all files to another disk.")
        ]
    ) { invocation in
        let folder = try invocation.operand(.backupFolder)
        let source = try ContentFolder(beneath: try invocation.required(.fileService), isMaking: false)
        try HubProgram.with(invocation) { hub in
            let manifest = try hub.backUpFiles(from: source, to: folder)
            invocation.answer(manifest.answer, manifest.sentence)
        }
    }

    static let restoreFiles = Command(
        "restore", "Restore a backup of files to a hub that does not serve.",
        discussion: """
            Restore the ledger first, with `satchel-hub restore`. Stop the hub and the file service. There must be no \
            database of files: the command never writes over one. It copies the contents that are not there yet, \
            verifies them, and puts the database in its place last. Devices then enumerate their spaces again and \
            upload what the backup lacks. If the command is interrupted, run it again. Run it as the user of the hub.
            """,
        options: [.fileService], operands: [.backupFolder],
        examples: [
            .init(
                "satchel-hub files restore /mnt/backup/files --files /var/lib/satchel-hub/files",
                "Put all files back.")
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let database = directory.filesDatabase(try HubProgram.settings(invocation).configuration)
        let restore = try FileRestore(from: try invocation.operand(.backupFolder))
        let service = try UploadStore(root: try invocation.required(.fileService))
        try service.lock()
        let manifest = try directory.whileNothingServes {
            try restore.restore(to: service.contents, database: database, random: .system)
        }
        let lacking = manifest.lacking > 0 ? " \(BackupManifest.lackingSentence(manifest.lacking))" : ""
        invocation.answer(
            manifest.answer, "Restored \(manifest.contents) contents, \(manifest.bytes) bytes.\(lacking)")
    }

    static let exportFiles = Command(
        "export", "Write all files as plain folders into an empty folder.",
        discussion: """
            Writes OWNER/own for the own space of each account and OWNER/SPACE for each other one, with the present \
            content of every file. It leaves out the trash and earlier versions. Names are kept byte for byte. Nothing \
            is overwritten. May run while the hub serves.
            """,
        options: [.fileService], operands: [.exportFolder],
        examples: [
            .init(
                "satchel-hub files export /mnt/usb/files --files /var/lib/satchel-hub/files",
                "Take all files elsewhere.")
        ]
    ) { invocation in
        let folder = try invocation.operand(.exportFolder)
        let source = try ContentFolder(beneath: try invocation.required(.fileService), isMaking: false)
        try HubProgram.with(invocation) { hub in
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw Failure(.storage, "Could not make the folder '\(folder)': \(String(cString: strerror(errno))).")
            }
            let target = try DiskFolder(path: folder)
            let report = try ContentLease.with(hub) { lease in
                // Beside the folder, which holds nothing but files.
                let path = String(folder.reversed().drop { $0 == "/" }.reversed())
                let copy = path + ".sqlite-\(getpid())"
                defer { unlink(copy) }
                try hub.copyFilesDatabase(to: copy)
                let database = try Database(path: .file(copy), readOnly: true, isUnchanging: true)
                return try FileExport(database: database, contents: source, ownerName: hub.ownerName)
                    .write(to: target, keepLease: { try lease.keep() })
            }
            for path in report.lacking { invocation.console.note("Lacks its content: \(path)") }
            let lacking =
                report.lacking.isEmpty ? "" : " \(BackupManifest.lackingSentence(Int64(report.lacking.count)))"
            invocation.answer(
                [
                    "folders": .number(Int64(report.folders)), "files": .number(Int64(report.files)),
                    "bytes": .number(Int64(clamping: report.bytes)), "lacking": .number(Int64(report.lacking.count)),
                ],
                "Exported \(report.files) files in \(report.folders) folders, \(report.bytes) bytes.\(lacking)")
        }
    }
}

extension Hub {
    /// Backs up the files, and notes that it is done.
    func backUpFiles(from source: ContentFolder, to folder: String) throws -> BackupManifest {
        let manifest = try ContentLease.with(self) { lease in
            try FileBackup(in: folder).make(
                at: HubProgram.clock.now().seconds, from: source,
                copyDatabase: { try copyFilesDatabase(to: $0) }, keepLease: { try lease.keep() })
        }
        try noteFileBackup(at: manifest.made)
        return manifest
    }
}

/// Keeps the hub from removing contents while they are copied.
private final class ContentLease {
    private let hub: Hub
    private let number: Int64
    private var renewed: UInt64

    /// If the command is killed, the lease runs out after so many seconds.
    private static let seconds: UInt64 = 3_600
    private static let secondsToRenewal: UInt64 = 600

    private init(_ hub: Hub) throws {
        self.hub = hub
        number = try hub.leaseContents(seconds: Self.seconds)
        renewed = HubProgram.clock.now().seconds
    }

    static func with<R>(_ hub: Hub, _ body: (ContentLease) throws -> R) throws -> R {
        let lease = try ContentLease(hub)
        let result: R
        do {
            result = try body(lease)
        } catch {
            try hub.endLease(lease.number)
            throw error
        }
        try hub.endLease(lease.number)
        return result
    }

    /// - Throws: `SQLError` when the lease has run out, because the clock was set forward.
    func keep() throws {
        let now = HubProgram.clock.now().seconds
        guard now < renewed || now - renewed >= Self.secondsToRenewal else { return }
        try hub.renewLease(number, seconds: Self.seconds)
        renewed = now
    }
}

extension BackupManifest {
    fileprivate static func lackingSentence(_ count: Int64) -> String {
        "\(count) contents are missing or damaged; `satchel-hub files check` tells of them."
    }

    var sentence: String {
        "Backed up the database of files, and \(contents) contents of \(bytes) bytes beside it."
            + (lacking > 0 ? " \(Self.lackingSentence(lacking))" : "")
    }

    var answer: JSONValue {
        [
            "made": .time(made), "contents": .number(contents), "bytes": .number(bytes),
            "lacking": .number(lacking),
        ]
    }
}

extension Option {
    static let fileService = Option(
        "files", value: "directory", "The directory of the file service.", environment: "SATCHEL_FILES",
        completion: .directories)
}

extension Operand {
    fileprivate static let backupFolder = Operand("folder", "Folder of the backup of files.")
    fileprivate static let exportFolder = Operand("folder", "An empty folder, or a new one.")
}
