// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import Tokens

//  Replacing is two moves: the present content to the earlier ones, then the new one to the name. Between the two the file
//  has no name, and its content is among the earlier ones. After the first move the content that was moved is compared with
//  the base once more: another client's write in between is put back, and the order is refused.
extension BaluFileServer {
    func replace(_ order: NewContent) throws -> FileItem {
        var (known, parent, name) = try placed(order.item)
        guard known.kind == .file else { throw HubProblem(.wrongKind, "A folder has no content.") }
        let begun = try index.begun(order.id)
        let there = try listed(name, in: parent)
        known = try index.item(order.item) ?? known
        if begun == nil {
            guard there != nil, known.state == .live, let file = known.file else { throw Self.nothing }
            if file.content == order.content { return try adopt(known, order) }
            guard file.content == order.base else { throw Self.changed(file) }
        }
        var started = begun ?? BaluIndex.Begun(id: order.id, item: order.item, folder: parent, name: name)
        let source = try source(of: order, &started, isBegun: begun != nil)
        guard let file = known.file else { throw Self.nothing }
        let path = BaluPath.join(try place(of: parent).path, try BaluPath.text(of: name))
        if let there, there.content != order.base, there.content != order.content {
            // Another client has taken the name after this order was begun. The base stays among the earlier contents.
            if begun != nil, file.content == order.base, try isThere(versionPath(order.item, file.version)) {
                try index.addVersion(known, at: now)
            }
            throw Self.changed(file)
        }
        if there?.content != order.content {
            try setAside(known, file, path, base: order.base, isThere: there != nil)
            do {
                try give(source.path, to: path)
            } catch let problem as HubProblem {
                // The file must not be without a name because of a refusal.
                try putBack(known, file, path)
                throw problem
            }
        }
        return try index.finish(started) {
            try index.addVersion(known, at: now)
            if let version = source.version { try index.removeVersion(version, of: order.item) }
            var changed = known
            changed.file = FileItem.Content(
                content: order.content, size: source.size, version: file.version + 1,
                modified: order.modified ?? file.modified, executable: order.executable ?? file.executable)
            return try index.save(changed, at: now)
        }
    }

    /// Where the content of an order is at the server: among the uploads, or among the file's own earlier contents.
    private func source(
        of order: NewContent, _ started: inout BaluIndex.Begun, isBegun: Bool
    ) throws -> (path: String, size: UInt64, version: UInt64?) {
        if try isBegun ? started.upload == nil : !index.isWaiting(order.content),
            let earlier = try index.versions(of: order.item).first(where: { $0.content == order.content })
        {
            if !isBegun { try index.begin(started) }
            return (try versionPath(order.item, earlier.version), earlier.size, earlier.version)
        }
        if !isBegun { started.upload = try claim(order.content, for: started) }
        let upload = try claimed(started)
        return (try uploadPath(upload.id), upload.size, nil)
    }

    /// It has the content already.
    private func adopt(_ known: BaluItem, _ order: NewContent) throws -> FileItem {
        let started = BaluIndex.Begun(id: order.id, item: order.item, folder: known.parent, name: known.name)
        return try index.finish(started) {
            var same = known
            same.file?.modified = order.modified ?? known.file?.modified
            same.file?.executable = order.executable ?? known.file?.executable ?? false
            return try index.save(same, at: now)
        }
    }

    /// Moves the present content to the earlier ones, if that has not happened, and looks at what was moved.
    private func setAside(
        _ known: BaluItem, _ file: FileItem.Content, _ path: String, base: ContentHash, isThere: Bool
    ) throws {
        let folder = try workPath("versions", known.id.description)
        try makeFolder(known.id.description, in: workPath("versions"))
        if isThere { try moveThere(path, versionPath(known.id, file.version)) }
        guard let moved = try entries(of: folder).first(where: { $0.name.text == "\(file.version)" }) else {
            throw Self.nothing
        }
        guard try content(of: moved, in: folder, known) == base else {
            try putBack(known, file, path)
            throw Self.changed(file)
        }
    }

    /// Gives a content that was set aside its name again. When another client has taken the name, it stays where it is.
    private func putBack(_ known: BaluItem, _ file: FileItem.Content, _ path: String) throws {
        guard try !isThere(path) else { return }
        try moveThere(versionPath(known.id, file.version), path)
    }

    private static func changed(_ file: FileItem.Content) -> HubProblem {
        HubProblem(
            .contentChanged, "The file has another content by now. Look at it, or keep yours under another name.",
            details: ["content": file.content.description, "version": "\(file.version)"])
    }
}
