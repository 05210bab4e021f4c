// SPDX-License-Identifier: MIT
import Bytes
import FileModel
import Hub
import Terminal

extension Command {
    /// Spaces of files, as the operator looks after them.
    static let files = Command(
        "files", "Look after spaces of files: list them, set quotas, check, back up, restore, export.",
        discussion: "May run while the hub serves, except for restore. Only export shows what is in the spaces.",
        commands: [list, quota, checkFiles, scrub, backupFiles, restoreFiles, exportFiles])

    private static let list = Command(
        "list", "List spaces by owner, with their quotas and what they use.",
        discussion: """
            Used counts files and their versions, in the trash or not. Reserved counts uploads that are not linked yet. A star \
            marks a quota that was set for the space; the others are those of the owner's role.
            """
    ) { invocation in
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        let spaces = try hub.fileSpaces()
        guard !invocation.wantsJSON else {
            return invocation.console.print(.items(spaces.map(\.json)))
        }
        var table = Table(
            .words("owner"), .words("name"), .numbers("used"), .numbers("reserved"), .numbers("quota"), .words("space"))
        for space in spaces {
            table.add(
                space.owner, space.name ?? "", ByteSize.text(space.used), ByteSize.text(space.reserved),
                ByteSize.text(space.quota) + (space.isQuotaSet ? "*" : ""), space.id.description)
        }
        invocation.console.print(table.isEmpty ? "There are no spaces." : table.text)
    }

    private static let quota = Command(
        "quota", "Set how much a space may hold.",
        discussion: """
            Names the account for its own space, or the id of a space as `files list` shows it. The size is a whole number with \
            KiB, MiB, GiB or TiB, or `role` for that of the owner's role. A quota below what is used deletes nothing; it only \
            refuses more.
            """,
        operands: [.space, .size],
        examples: [
            .init("satchel-hub files quota alice 50GiB", "Let alice keep 50 GiB."),
            .init("satchel-hub files quota alice role", "Let alice keep what others of the same role may."),
        ]
    ) { invocation in
        let name = try invocation.operand(.space)
        let size = try invocation.operand(.size) { text in
            guard text == "role" || ByteSize.bytes(text) != nil else {
                throw Failure(.usage, "write a size such as 20GiB, or role")
            }
            return text
        }
        let bytes = ByteSize.bytes(size)
        try HubProgram.with(invocation) { hub in
            if let space = SpaceID(name) {
                try hub.setFileQuota(bytes, of: space)
            } else {
                try hub.setFileQuota(bytes, of: name)
            }
        }
        let shown = bytes.map(ByteSize.text) ?? "that of the role"
        invocation.answer(
            ["space": .string(name), "quota": bytes.map { .number(Int64(clamping: $0)) } ?? .null],
            "The quota of \(name) is \(shown) now.")
    }
}

extension Hub.FileSpaceSummary {
    fileprivate var json: JSONValue {
        [
            "space": .string(id.description), "owner": .string(owner), "name": .string(name),
            "used": .number(Int64(clamping: used)), "reserved": .number(Int64(clamping: reserved)),
            "quota": .number(Int64(clamping: quota)), "isQuotaSet": .bool(isQuotaSet),
        ]
    }
}

extension Operand {
    fileprivate static let space = Operand("space", "The name of an account, or the id of a space.")
    fileprivate static let size = Operand("size", "Such as 20GiB; or role.")
}
