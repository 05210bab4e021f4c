// SPDX-License-Identifier: MIT
import Drive
import FileModel
import HubAPI
import Terminal
import Wallet

extension Option {
    fileprivate static let toRemote = Option("to", value: "path", "Folder or new path at the hub. Default: /")
    fileprivate static let toLocal = Option(
        "to", value: "folder", "Folder of this device. Default: the present one.", completion: .directories)
    fileprivate static let replace = Option("replace", "Replace files of this device that have the same names.")
}

extension Operand {
    fileprivate static let localFiles = Operand(
        "file", "Files and folders of this device.", count: .many, completion: .files)
    fileprivate static let remoteFiles = Operand("path", "Files and folders at the hub.", count: .many)
}

extension Command {
    static let driveTransfers: [Command] = [
        Command(
            "put", "Send files and folders to the hub.",
            discussion: """
                A file whose name is there already becomes a new version. If another device has changed it meanwhile, \
                both are kept: yours as "name (conflict, device, n).ext". Links are left out.
                """,
            options: [.space, .toRemote], operands: [.localFiles],
            examples: [
                .init("satchel drive put film.mkv", "Send the film. After a break: satchel drive drain"),
                .init("satchel drive put Pictures letter.odt --to /Backup", "A folder with all in it, and a file."),
            ]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let space = try drive.space().id
            let target = try DriveContext.path(invocation.value(.toRemote) ?? "/")
            let files = try invocation.operands(.localFiles).map { try DriveContext.local($0) }
            var (tasks, excluded): ([Int64], [FilePath]) = ([], [])
            for file in files {
                let place = try drive.destination(target, in: space, of: file.name, isAlone: files.count == 1)
                let found = try drive.client.put(
                    folder: file.folder, name: file.name, into: place.parent, in: space, as: place.name)
                tasks += found.tasks
                excluded += found.excluded
            }
            try drive.execute(tasks, excluded: excluded)
        },
        Command(
            "get", "Receive files and folders from the hub.",
            discussion: """
                A file gets its name when every byte of it is verified. A file of this device is replaced only with \
                --replace.
                """,
            options: [.space, .toLocal, .replace, .version], operands: [.remoteFiles],
            examples: [.init("satchel drive get /film.mkv --to ~/Videos", "Receive the film into the folder Videos.")]
        ) { invocation in
            let drive = try DriveContext(invocation)
            _ = try drive.refresh()
            let space = try drive.space().id
            let folder = WalletHome.absolute(invocation.value(.toLocal) ?? ".")
            let version = try invocation.integer(.version, in: 1...Int.max).map { UInt64($0) }
            let items = try invocation.operands(.remoteFiles).map { path in
                try drive.client.requireItem(at: DriveContext.path(path), in: space)
            }
            guard version == nil || items.count == 1 && items[0].kind == .file else {
                throw Failure(.usage, "--number is for one file.")
            }
            let tasks = try items.flatMap { item in
                try drive.client.get(
                    item, version: version, into: folder, as: item.name?.name ?? FileName("files"),
                    replaces: invocation.has(.replace))
            }
            try drive.execute(tasks)
        },
    ]
}

extension DriveContext {
    /// Where a file goes: into a folder, onto the file of that path, or to a new path.
    fileprivate func destination(
        _ path: FilePath, in space: SpaceID, of name: FileName, isAlone: Bool
    ) throws -> (parent: ItemID, name: FileName) {
        if let there = try client.item(at: path, in: space), there.kind == .file {
            guard isAlone, let parent = there.parent, let known = there.name?.name else {
                throw Failure(.usage, "'/\(path)' is a file. Several files go into a folder.")
            }
            return (parent, known)
        }
        if try client.item(at: path, in: space) == nil, !isAlone {
            throw Failure(
                .usage, "There is no folder '/\(path)'. Make it first: satchel drive mkdir --parents /\(path)")
        }
        return try place(path, in: space, usually: name)
    }
}
