// SPDX-License-Identifier: MIT
import Bytes
import FileModel
import Hub
import HubFiles
import Terminal
import Tokens

extension Command {
    static let checkFiles = Command(
        "check", "Show what is wrong with files, and what the disk holds.",
        discussion: """
            Lists contents that are damaged or missing, as the file service found them when it read them last. It exits \
            with status 7 if there are any. A damaged content is in the folder quarantine of the file service. Devices \
            that have the same bytes upload them again, which repairs it; `files restore` of a backup is not needed for that.
            """
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        guard let summary = try hub.fileSummary() else {
            return invocation.answer(
                json(.none, []), "The hub has no files.")
        }
        let damages = try hub.fileDamages()
        if invocation.wantsJSON {
            invocation.console.print(json(summary, damages))
        } else {
            invocation.console.print(text(summary, damages))
        }
        guard summary.damaged == 0 else {
            throw Failure(.conflict, "\(summary.damaged) contents are damaged or missing.")
        }
    }

    static let scrub = Command(
        "scrub", "Have the file service read every content now.",
        discussion: """
            The file service reads each content once a week without this command. It looks every minute, reads at most \
            16 MiB a second, and only when nothing else wants the disk. `satchel-hub files check` tells how many are left, \
            and what was found.
            """
    ) { invocation in
        try HubProgram.with(invocation) { hub in
            let count = try hub.checkAllContents()
            invocation.answer(
                ["due": .number(Int64(count))],
                "\(count) contents are to be read. A running file service begins within a minute.")
        }
    }

    private static func json(_ summary: ContentReading.Summary, _ damages: [ContentReading.Damage]) -> JSONValue {
        [
            "spaces": .number(summary.spaces), "used": .number(summary.used), "reserved": .number(summary.reserved),
            "uploads": .number(summary.uploads), "contents": .number(summary.contents),
            "idle": .number(summary.idle), "due": .number(summary.due),
            "oldestCheck": seconds(summary.oldestCheck), "lastBackup": seconds(summary.backedUp),
            "damaged": .array(
                damages.map {
                    [
                        "content": .string($0.content.description), "size": .number(Int64(clamping: $0.size)),
                        "since": .time($0.since), "files": .number($0.files),
                    ]
                }),
        ]
    }

    private static func seconds(_ time: UInt64?) -> JSONValue {
        guard let time, time > 0 else { return .null }
        return .time(time)
    }

    private static func text(_ summary: ContentReading.Summary, _ damages: [ContentReading.Damage]) -> String {
        var table = Table(.words("damaged content"), .numbers("bytes"), .numbers("files"), .words("found"))
        for damage in damages {
            table.add(damage.content.description, "\(damage.size)", "\(damage.files)", date(damage.since))
        }
        let lines = [
            "Spaces: \(summary.spaces); uploads that are not linked: \(summary.uploads).",
            "Contents: \(summary.contents); nothing refers to \(summary.idle), \(summary.due) are to be read.",
            "The content longest unread was read: \(date(summary.oldestCheck)).",
            "The last finished backup of files began: \(date(summary.backedUp)).",
        ]
        return (table.isEmpty ? lines + ["No content is known to be damaged."] : [table.text] + lines)
            .joined(separator: "\n")
    }

    private static func date(_ time: UInt64?) -> String {
        guard let time, time > 0 else { return "never" }
        return "\(Timestamp(seconds: time))"
    }
}
