// SPDX-License-Identifier: MIT
import Hub
import Terminal
import Tokens

extension Command {
    static let backup = Command(
        "backup", "Copy the hub into a folder of its own, while it serves, and prove the copy.",
        discussion: """
            The copy holds the books and the working keys, for its owner alone: keep it as safe as the hub. The root key is \
            not in it. The audit runs over the copied books, so a copy that is there can be relied on.
            """,
        operands: [.folder],
        examples: [
            .init("satchel-hub backup /var/backups/satchel/monday", "Make a copy; each in a folder of its own.")
        ]
    ) { invocation in
        let backup = try HubBackup.make(
            of: HubDirectory(try invocation.required(.directory)), in: try invocation.operand(.folder),
            clock: HubProgram.clock)
        invocation.show(backup, "Copied and proved: \(backup.entries) movements up to \(backup.made).")
    }

    static let restore = Command(
        "restore", "Put a copy into a directory that holds no hub yet.",
        discussion: """
            The copy is checked against its page, copied, and proved; on any failure nothing stays. What happened after the \
            copy was made is gone: tokens sold since are refused, and tokens redeemed since can be redeemed again. \
            Documentation/Operating.md says what to do about both.
            """,
        operands: [.folder],
        examples: [
            .init(
                "satchel-hub restore /var/backups/satchel/monday --directory hub", "Make the hub of Monday's copy.")
        ]
    ) { invocation in
        let directory = HubDirectory(try invocation.required(.directory))
        let backup = try HubBackup.restore(
            from: try invocation.operand(.folder), to: directory, clock: HubProgram.clock)
        invocation.show(
            backup,
            "Restored and proved: \(backup.entries) movements. Everything after \(backup.made) is not in these books.")
    }

    static let export = Command(
        "export", "Write every posting of the books as CSV or JSON.",
        discussion: "May run while the hub serves. The amounts of all lines add up to zero.",
        options: [.format],
        examples: [
            .init("satchel-hub export > books.csv", "For a spreadsheet."),
            .init("satchel-hub export --format json | gzip > books.jsonl.gz", "For a program: an object a line."),
        ]
    ) { invocation in
        let word = try invocation.required(.format)
        guard let format = Hub.ExportFormat(rawValue: word) else {
            throw Failure(.usage, "'\(word)' is no format: use csv or json.")
        }
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        // A line at a time would be a system call for each posting.
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
    fileprivate func show(_ backup: HubBackup, _ sentence: String) {
        guard wantsJSON else { return console.print(sentence) }
        console.print([
            "entries": .integer(backup.entries), "made": .integer(Int64(clamping: backup.made.seconds)),
            "currency": .text(backup.currency),
        ])
    }
}

extension Operand {
    fileprivate static let folder = Operand("folder", "The folder of the copy.")
}

extension Option {
    static let format = Option("format", value: "format", "csv or json.", fallback: "csv")
}
