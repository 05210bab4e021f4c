// SPDX-License-Identifier: MIT
import Backups
import Bytes
import FileIO
import Glibc
import Hub
import Terminal
import Tokens

extension Command {
    static let backup = Command(
        "backup", "Back up the hub to a new folder while it serves, and audit the backup.",
        discussion: """
            The backup holds the database and the working keys, readable by its owner only. Protect it like the hub. \
            It does not hold the root key. The command audits the copied database, so a finished backup is valid. With \
            --files and --files-backup it backs up the files first, as `satchel-hub files backup` does: the ledger then \
            knows every owner of a space. If the directory of --files is missing, there are no files.
            """,
        options: [.fileService, .filesBackup], operands: [.folder],
        examples: [
            .init("satchel-hub backup /var/backups/satchel/monday", "Back up to a folder of its own."),
            .init(
                "satchel-hub backup /mnt/backup/monday --files /var/lib/satchel-hub/files --files-backup /mnt/backup/files",
                "Back up the files and the ledger."),
        ]
    ) { invocation in
        let files = try backUpFiles(invocation)
        if let files, !invocation.wantsJSON { invocation.console.print(files.sentence) }
        let backup = try HubBackup.make(
            of: HubDirectory(try invocation.required(.directory)), in: try invocation.operand(.folder),
            clock: HubProgram.clock)
        invocation.show(
            backup, "Backed up and audited \(backup.entries) ledger entries up to \(backup.made).",
            files: files.map { $0.answer })
    }

    /// - Returns: nil when no files are to be backed up, or there are none.
    private static func backUpFiles(_ invocation: Invocation) throws -> BackupManifest? {
        guard let target = invocation.value(.filesBackup) else { return nil }
        let folder = try invocation.required(.fileService)
        guard access(folder, F_OK) == 0 else { return nil }
        let source = try ContentFolder(beneath: folder, isMaking: false)
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        return try hub.backUpFiles(from: source, to: target)
    }

    static let restore = Command(
        "restore", "Restore a backup to a directory without a hub.",
        discussion: """
            The command checks the backup against its manifest, copies it and audits it. On any failure it removes \
            the copy. Everything after the backup is lost: the hub refuses offline tokens that it sold since, and \
            offline tokens that were redeemed since can be redeemed again. Documentation/Operating.md explains what \
            to do about both.
            """,
        operands: [.folder],
        examples: [
            .init(
                "satchel-hub restore /var/backups/satchel/monday --directory hub", "Restore Monday's backup.")
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let backup = try HubBackup.restore(
            from: try invocation.operand(.folder), to: directory, clock: HubProgram.clock)
        invocation.show(
            backup,
            "Restored and audited \(backup.entries) ledger entries. Entries after \(backup.made) are lost.")
    }

    static let export = Command(
        "export", "Export every posting of the ledger as CSV or JSON.",
        discussion: "You can run this command while the hub serves. The amounts of all lines add up to zero.",
        options: [.format],
        examples: [
            .init("satchel-hub export > ledger.csv", "Export for a spreadsheet."),
            .init("satchel-hub export --format json | gzip > ledger.jsonl.gz", "Export one JSON object on each line."),
        ]
    ) { invocation in
        let word = try invocation.required(.format)
        guard let format = Hub.ExportFormat(rawValue: word) else {
            throw Failure(.usage, "Invalid format '\(word)': use csv or json.")
        }
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        // Buffered: one system call for each posting would be slow.
        var lines = ""
        try hub.export(format) { line in
            lines += line + "\n"
            guard lines.utf8.count > 64 << 10 else { return }
            invocation.console.write(lines)
            lines = ""
        }
        invocation.console.write(lines)
    }
}

extension Invocation {
    fileprivate func show(_ backup: HubBackup, _ sentence: String, files: JSONValue? = nil) {
        guard wantsJSON else { return console.print(sentence) }
        console.print([
            "entries": .number(backup.entries), "made": .time(backup.made.seconds),
            "currency": .string(backup.currency), "files": files ?? .null,
        ])
    }
}

extension Operand {
    fileprivate static let folder = Operand("folder", "Folder of the backup.")
}

extension Option {
    fileprivate static let filesBackup = Option(
        "files-backup", value: "folder", "Folder of all backups of files.", completion: .directories)
    static let format = Option("format", value: "format", "csv or json.", fallback: "csv")
}
