// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import Terminal

extension Option {
    fileprivate static let parents = Option(
        "parents", short: "p", "Make the folders above it too; a folder that is there already is fine.")
    fileprivate static let toFolder = Option(
        "to", value: "path", "Restore it under this path. Default: where it was.")
    static let version = Option("number", value: "number", "Number of an earlier version. See: satchel drive versions")
}

extension Operand {
    fileprivate static let remotePaths = Operand("path", "Paths at the hub.", count: .many)
    fileprivate static let newPlace = Operand("target", "A folder at the hub, or the new path.")
    fileprivate static let trashed = Operand("item", "Name or id from `satchel drive trash`, or a path with --number.")
}

extension Command {
    static let driveChanging: [Command] = [
        Command(
            "mkdir", "Make a folder.", options: [.space, .parents], operands: [.remotePath],
            examples: [.init("satchel drive mkdir --parents /Photos/2026", "Make the folder and the one above it.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            try drive.execute(
                drive.client.makeFolder(
                    DriveContext.path(invocation.operand(.remotePath)), in: drive.space().id,
                    makesParents: invocation.has(.parents)))
        },
        Command(
            "mv", "Move or rename a file or a folder.", options: [.space], operands: [.remotePath, .newPlace],
            examples: [
                .init("satchel drive mv /cat.jpg /Photos", "Move the picture into the folder Photos."),
                .init("satchel drive mv /cat.jpg /dog.jpg", "Rename it."),
            ]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let space = try drive.space().id
            let item = try drive.client.requireItem(at: DriveContext.path(invocation.operand(.remotePath)), in: space)
            guard let name = item.name?.name else { throw Failure(.usage, "A whole space cannot be moved.") }
            let target = try drive.place(DriveContext.path(invocation.operand(.newPlace)), in: space, usually: name)
            try drive.execute(drive.client.move(item, to: target.parent, as: target.name))
        },
        Command(
            "rm", "Move files and folders to the trash.",
            discussion: "They can be restored for 30 days: satchel drive restore", options: [.space],
            operands: [.remotePaths]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let space = try drive.space().id
            let items = try invocation.operands(.remotePaths).map { path in
                try drive.client.requireItem(at: DriveContext.path(path), in: space)
            }
            try drive.execute(items.flatMap { try drive.client.moveToTrash($0) })
        },
        Command(
            "restore", "Restore an item from the trash, or a file to an earlier version.",
            options: [.space, .toFolder, .version], operands: [.trashed],
            examples: [
                .init("satchel drive restore cat.jpg", "Restore it from the trash, where it was."),
                .init("satchel drive restore /plan.txt --number 3", "Give the file the content of its version 3."),
            ]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let word = try invocation.operand(.trashed)
            try drive.execute(
                invocation.has(.version) ? drive.putBack(word) : drive.restoreFromTrash(word))
        },
    ]
}

extension DriveContext {
    /// Where a path leads: into a folder that is there, or to a new name in one.
    func place(_ path: FilePath, in space: SpaceID, usually name: FileName) throws -> (parent: ItemID, name: FileName) {
        if let there = try client.item(at: path, in: space) {
            guard there.kind == .folder else {
                throw Failure(.conflict, "'/\(path)' is there already. Choose another name.", showsUsage: false)
            }
            return (there.id, name)
        }
        guard let last = path.names.last else { return (space.root, name) }
        let parent = try client.requireItem(at: FilePath(path.names.dropLast()), in: space)
        guard parent.kind == .folder else { throw Failure(.usage, "'/\(path)' would be in a file.") }
        return (parent.id, last)
    }

    fileprivate func restoreFromTrash(_ word: String) throws -> [Int64] {
        let space = try space().id
        let found = try trash().filter { $0.id.description == word || $0.name?.name.text == word }
        guard let item = found.first else {
            throw Failure(.failed, "There is no '\(word)' in the trash. List it: satchel drive trash")
        }
        guard found.count == 1 else {
            throw Failure(.usage, "\(found.count) items in the trash have the name '\(word)'. Give the id of one.")
        }
        guard let target = invocation.value(.toFolder) else { return try client.restore(item.id, in: space) }
        guard let name = item.name?.name else { throw Failure(.failed, "The item has no name.") }
        let place = try place(Self.path(target), in: space, usually: name)
        return try client.restore(item.id, in: space, to: place.parent, as: place.name)
    }

    fileprivate func putBack(_ path: String) throws -> [Int64] {
        let item = try client.requireItem(at: Self.path(path), in: space().id)
        let number = try invocation.integer(.version, in: 1...Int.max).map { UInt64($0) }
        guard let version = try client.server.versions(of: item.id).first(where: { $0.version == number }) else {
            throw Failure(.failed, "The file has no such version. List them: satchel drive versions \(path)")
        }
        return try client.putBack(version, of: item)
    }
}
