// SPDX-License-Identifier: MIT
internal import Bytes
internal import FileModel
internal import HTTP
package import HubAPI
internal import Tokens

//  Orders at a server that executes each call at once, and twice when it comes twice:
//
//  | step      | what is written down                          | after a kill                                              |
//  | --------- | --------------------------------------------- | --------------------------------------------------------- |
//  | looked    | nothing                                       | the folder is listed again                                |
//  | begun     | the order, its place, the content it takes    | the lists say what of it has happened; the rest is done   |
//  | done      | the items and the answer                      | a repeat gets the same answer                             |
extension BaluFileServer {
    package func perform(_ order: FileOrder) throws -> FileItem {
        _ = try requireRoot()
        if let answer = try index.answer(to: order.id) { return answer }
        try requireWorkFolders()
        do {
            return try execute(order)
        } catch let problem as HubProblem where Self.isFinal(problem) {
            if problem.code == .unknownContent, let upload = try index.begun(order.id)?.upload {
                try index.forget(upload)
            }
            try index.abandon(order.id)
            throw problem
        }
    }

    private func execute(_ order: FileOrder) throws -> FileItem {
        switch order {
        case .folder(let order): return try make(order)
        case .link(let order): return try link(order)
        case .replace(let order): return try replace(order)
        case .move(let order): return try move(order)
        case .trash(let order): return try trash(order)
        case .restore(let order): return try restore(order)
        case .copy:
            throw HubProblem(.badRequest, "A BaluHost copies no files. Receive the file, and send it again.")
        }
    }

    /// A refusal ends an order that was begun. What passes by itself, and a lost answer, do not.
    private static func isFinal(_ problem: HubProblem) -> Bool {
        problem.code == .contentChanged || DriveError.known(problem)?.reason.isPassing != true
    }

    var now: UInt64 { clock.now().seconds }

    // MARK: - New items

    private func make(_ order: NewFolder) throws -> FileItem {
        let begun = try index.begun(order.id)
        let name = order.name.name
        let parent = try folder(order.parent)
        if begun == nil { try requireNew(order.item) }
        let there = try present(name, in: order.parent)
        if let there, begun == nil || !there.isFolder { throw try taken(name, in: order.parent) }
        let started = BaluIndex.Begun(id: order.id, item: order.item, folder: order.parent, name: name)
        if there == nil {
            try index.begin(started)
            try makeFolder(BaluPath.text(of: name), in: parent)
        }
        return try index.finish(started) {
            try index.save(item(order.item, in: order.parent, name, .folder), at: now)
        }
    }

    private func link(_ order: NewFile) throws -> FileItem {
        let name = order.name.name
        let parent = try folder(order.parent)
        var started: BaluIndex.Begun
        var there: BaluRow?
        if let begun = try index.begun(order.id) {
            started = begun
            there = try listed(name, in: order.parent)
        } else {
            try requireNew(order.item)
            if try present(name, in: order.parent) != nil { throw try taken(name, in: order.parent) }
            started = BaluIndex.Begun(id: order.id, item: order.item, folder: order.parent, name: name)
            started.upload = try claim(order.content, for: started)
        }
        let upload = try claimed(started)
        let size = upload.size
        if there == nil {
            try give(uploadPath(upload.id), to: BaluPath.join(parent, BaluPath.text(of: name)))
        } else if there?.content != order.content {
            throw try taken(name, in: order.parent)
        }
        return try index.finish(started) {
            var made = item(order.item, in: order.parent, name, .file)
            made.file = FileItem.Content(
                content: order.content, size: size, version: 1, modified: order.modified,
                executable: order.executable)
            return try index.save(made, at: now)
        }
    }

    /// Takes a waiting content for an order, and writes the order down. An empty content is sent now.
    func claim(_ content: ContentHash, for order: BaluIndex.Begun) throws -> UploadID {
        if content == .empty, try !index.isWaiting(content) {
            let upload = try beginUpload(of: content, size: 0, in: requireRoot())
            try append(to: upload, at: 0, count: 0, isLast: true) { _ in 0 }
        }
        return try index.transaction {
            guard let upload = try index.claim(content, for: order.id) else {
                throw HubProblem(
                    .unknownContent, "The BaluHost does not have this content from this device. It is sent first.",
                    details: ["content": content.description])
            }
            var begun = order
            begun.upload = upload
            try index.begin(begun)
            return upload
        }
    }

    func claimed(_ order: BaluIndex.Begun) throws -> BaluUpload {
        guard let id = order.upload, let upload = try index.upload(id) else {
            throw HubProblem(.unknownContent, "The content is not there any more.")
        }
        return upload
    }

    func uploadPath(_ id: UploadID) throws -> String { try workPath("uploads", id.description) }

    /// Gives a content its place.
    ///
    /// - Throws: `HubProblem` with `.unknownContent` when the content is not where it was.
    func give(_ source: String, to path: String) throws {
        do {
            try moveThere(source, path)
        } catch let problem as HubProblem where problem.code == .forbidden {
            guard try !isThere(source) else { throw problem }
            throw HubProblem(.unknownContent, "The content is not at the BaluHost any more.")
        }
    }

    // MARK: - Pieces

    private func item(_ id: ItemID, in parent: ItemID, _ name: FileName, _ kind: FileKind) -> BaluItem {
        BaluItem(
            id: id, parent: parent, name: name, kind: kind, state: .live, rev: 0, changed: now, trashed: nil, file: nil,
            stamp: nil)
    }

    /// A live folder's path.
    func folder(_ id: ItemID) throws -> String {
        let (path, trashed) = try place(of: id)
        if let trashed { throw Self.trashed(trashed) }
        guard try index.item(id)?.kind == .folder else { throw HubProblem(.wrongKind, "A file holds no other items.") }
        return path
    }

    /// A live item that is no root.
    func placed(_ id: ItemID) throws -> (item: BaluItem, parent: ItemID, name: FileName) {
        let (_, trashed) = try place(of: id)
        if let trashed { throw Self.trashed(trashed) }
        guard let item = try index.item(id), let parent = item.parent, let name = item.name else {
            throw HubProblem(.badRequest, "The top folder stays where it is.")
        }
        return (item, parent, name)
    }

    private static func trashed(_ id: ItemID) -> HubProblem {
        HubProblem(
            .itemTrashed, "This is in the trash, or in a folder that is. Restore it first.",
            details: ["item": id.description])
    }

    private func requireNew(_ id: ItemID) throws {
        guard try index.item(id) == nil else {
            throw HubProblem(.itemExists, "An item has this id already. Use a fresh one for a new item.")
        }
    }

    /// What the server has under a name; the work folder counts too.
    func present(_ name: FileName, in folder: ItemID) throws -> BaluRow? {
        if name.text == BaluPath.workName, try folder == requireRoot().root {
            throw HubProblem(
                .badName, "'\(BaluPath.workName)' is the folder that this program works with. Choose another name.")
        }
        return try listed(name, in: folder)
    }

    func listed(_ name: FileName, in folder: ItemID) throws -> BaluRow? {
        try list(folder).first { $0.name == name }
    }

    func taken(_ name: FileName, in folder: ItemID) throws -> HubProblem {
        let id = try index.child(of: folder, named: name)?.id
        return HubProblem(
            .nameTaken, "The folder has an item of this name already. Choose another name.",
            details: id.map { ["item": $0.description] } ?? [:])
    }

    func isBeneath(_ id: ItemID, _ other: ItemID) throws -> Bool {
        var next: ItemID? = id
        for _ in 0...FilePath.maximumDepth {
            guard let item = next else { return false }
            if item == other { return true }
            next = try index.item(item)?.parent
        }
        return true
    }

    func isThere(_ name: String, in folder: String) throws -> Bool {
        try entries(of: folder).contains { $0.name.text == name }
    }

    /// Moves to a free place. The server says "forbidden" of what is not there; then an earlier call, whose answer was lost,
    /// has moved it.
    func moveThere(_ source: String, _ target: String) throws {
        do {
            _ = try account.call(
                .put, "files/move", ["source_path": .string(source), "target_path": .string(target)])
        } catch let problem as HubProblem where problem.code == .forbidden {
            guard try !isThere(source), try isThere(target) else { throw problem }
        }
    }

    func isThere(_ path: String) throws -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        return try isThere(String(path[path.index(after: slash)...]), in: String(path[..<slash]))
    }
}
