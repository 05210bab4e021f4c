// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import Terminal
import Tokens

extension Operand {
    static let remotePath = Operand("path", "Path at the hub, such as /Photos/cat.jpg.")
    fileprivate static let optionalPath = Operand("path", "Path at the hub. Default: /", count: .optional)
}

extension Command {
    static let driveListing: [Command] = [
        Command("spaces", "List your spaces.") { invocation in
            let drive = try DriveContext(invocation)
            let offline = try drive.refresh()
            let spaces = try drive.client.store.spaces()
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(spaces.map(DriveWords.json)))
            }
            var table = Table(
                .words("space"), .words("owner"), .words("you"), .numbers("used"), .numbers("of"), .words("members"),
                .words("id"))
            for space in spaces {
                table.add(
                    space.name ?? "(your own)", space.owner, space.role.rawValue,
                    DriveWords.size(space.used + space.reserved), DriveWords.size(space.quota),
                    space.members.map { "\($0.username) (\($0.role.rawValue))" }.joined(separator: ", "),
                    space.id.description)
            }
            invocation.console.print(table.text)
            if let offline { invocation.console.note(offline.message) }
        },
        Command(
            "ls", "List a folder, or show a file.", options: [.space], operands: [.optionalPath],
            examples: [.init("satchel drive ls /Photos", "List the folder Photos.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            let offline = try drive.refresh()
            let space = try drive.space()
            let path = try DriveContext.path(invocation.optional(.optionalPath) ?? "/")
            let item = try drive.client.requireItem(at: path, in: space.id)
            let items = item.kind == .file ? [item] : try drive.children(of: item)
            if invocation.wantsJSON {
                invocation.console.print(.items(items.map(DriveWords.json)))
            } else if items.isEmpty {
                invocation.console.print("The folder is empty.")
            } else {
                var table = Table(.words("name"), .numbers("size"), .words("changed"))
                for item in items { table.add(DriveWords.row(item)) }
                invocation.console.print(table.text)
            }
            if let age = try drive.age(of: space, offline) { invocation.console.note(age) }
        },
        Command("versions", "List the earlier versions of a file.", options: [.space], operands: [.remotePath]) {
            invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let item = try drive.client.requireItem(
                at: DriveContext.path(invocation.operand(.remotePath)), in: drive.space().id)
            guard let file = item.file else { throw Failure(.usage, "A folder has no versions.") }
            let versions = try drive.client.server.versions(of: item.id)
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(versions.map(DriveWords.json)))
            }
            var table = Table(.numbers("version"), .numbers("size"), .words("replaced"))
            table.add("\(file.version)", DriveWords.size(file.size), "(present)")
            for version in versions {
                table.add(
                    "\(version.version)", DriveWords.size(version.size), "\(Timestamp(seconds: version.replaced))")
            }
            invocation.console.print(table.text)
        },
        Command(
            "trash", "List what was deleted and can be restored.", discussion: "The hub erases it after 30 days.",
            options: [.space]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let items = try drive.trash()
            guard !invocation.wantsJSON else {
                return invocation.console.print(.items(items.map(DriveWords.json)))
            }
            guard !items.isEmpty else { return invocation.console.print("The trash is empty.") }
            var table = Table(.words("name"), .numbers("size"), .words("deleted"), .words("id"))
            for item in items {
                let row = DriveWords.row(item)
                table.add(row[0], row[1], "\(Timestamp(seconds: item.trashed ?? 0))", item.id.description)
            }
            invocation.console.print(table.text)
        },
    ]
}

extension DriveContext {
    /// All live items of a folder.
    fileprivate func children(of folder: FileItem) throws -> [FileItem] {
        var all: [FileItem] = []
        while case let page = try client.store.children(of: folder.id, after: all.last?.name?.name), !page.isEmpty {
            all += page
        }
        return all
    }

    /// All items in the trash of the space, as the server says now.
    func trash() throws -> [FileItem] {
        let space = try space().id
        var (all, after): ([FileItem], String?) = ([], nil)
        repeat {
            let page = try client.server.trash(of: space, after: after)
            all += page.items
            guard page.next != after, all.count <= 1_000_000 else { break }
            after = page.next
        } while after != nil
        return all
    }
}
