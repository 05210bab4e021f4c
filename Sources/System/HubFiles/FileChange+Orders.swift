// SPDX-License-Identifier: MIT
internal import FileModel
package import HubAPI
internal import SQL
package import Tokens

//  An item:  (none) ──folder, link, copy──► live ──trash──► trashed ──30 days──► erased ──90 days──► (none)
//                                            ▲ ▲─replace, move─┐ │
//                                            └─┴──── restore ──┴─┘

extension FileChange {
    /// Executes one order of an account, once under its id.
    package func answer(_ order: FileOrder, by account: AccountID) throws -> Answer {
        let request = try Self.fingerprint("/v1/files", order)
        return try once(order.id, by: account, request: request) { try perform(order, by: account) }
    }

    /// The same as one of a batch: a refusal is its result.
    ///
    /// - Throws: what undoes the whole batch.
    package func result(of order: FileOrder, by account: AccountID) throws -> FileOrderResult {
        do {
            let answer = try answer(order, by: account)
            return answer.status == 200
                ? FileOrderResult(item: try Wire.read(FileItem.self, from: answer.body), problem: nil)
                : FileOrderResult(item: nil, problem: try Wire.read(HubProblem.self, from: answer.body))
        } catch let problem as HubProblem {
            return FileOrderResult(item: nil, problem: problem)
        }
    }

    /// Executes one order of an account.
    ///
    /// - Throws: `HubProblem`; the checks come in the order of Documentation/Protocols/Files.md.
    func perform(_ order: FileOrder, by account: AccountID) throws -> FileItem {
        try requireUnlocked(for: order, by: account)
        return try execute(order, by: account)
    }

    /// The same where the caller has judged locks itself.
    func execute(_ order: FileOrder, by account: AccountID) throws -> FileItem {
        let item =
            switch order {
            case .folder(let order): try make(order, by: account)
            case .link(let order): try link(order, by: account)
            case .replace(let order): try replace(order, by: account)
            case .move(let order): try move(order, by: account)
            case .copy(let order): try copy(order, by: account)
            case .trash(let order): try trash(order, by: account)
            case .restore(let order): try restore(order, by: account)
            }
        return item.message
    }

    // MARK: - New items

    private func make(_ order: NewFolder, by account: AccountID) throws -> ItemTable.Item {
        let place = try place(order.parent, by: account)
        try requireNew(order.item)
        try requireRoom(at: place, for: .folder, height: 0)
        try requireFree(order.name.name, in: place)
        return try items.save(place.item(order.item, name: order.name.name, kind: .folder), at: now)
    }

    private func link(_ order: NewFile, by account: AccountID) throws -> ItemTable.Item {
        let place = try place(order.parent, by: account)
        try requireNew(order.item)
        try requireRoom(at: place, for: .file, height: 0)
        try requireFree(order.name.name, in: place)
        let content = try content(order.content, for: account)
        try charge(content, to: place.folder.space, by: account)
        var item = place.item(order.item, name: order.name.name, kind: .file)
        item.content = content
        item.version = 1
        item.modified = order.modified
        item.executable = order.executable
        return try items.save(item, at: now)
    }

    // MARK: - Contents

    private func replace(_ order: NewContent, by account: AccountID) throws -> ItemTable.Item {
        var (item, path) = try writable(order.item, by: account)
        try requireLive(path)
        try require(.file, item)
        guard let present = item.content else { throw SQLError(.mismatch, "The file \(item.id) has no content.") }
        item.modified = order.modified ?? item.modified
        item.executable = order.executable ?? item.executable
        guard present.hash != order.content else { return try items.save(item, at: now) }
        guard present.hash == order.base else {
            throw HubProblem(
                .contentChanged, "The file has another content by now. Look at it, or keep yours under another name.",
                details: ["content": present.hash.description, "version": "\(item.version)"])
        }
        let content = try content(order.content, for: account)
        try charge(content, to: item.space, by: account)
        try contents.addVersion(item.version, of: item.row, present, at: now)
        item.content = content
        item.version += 1
        return try items.save(item, at: now)
    }

    /// A content that the account may use; the empty one is always there.
    ///
    /// - Throws: `HubProblem` with `.unknownContent`.
    private func content(_ hash: ContentHash, for account: AccountID) throws -> ContentTable.Content {
        if hash == .empty { return try contents.add(.empty, size: 0, at: now) }
        guard let content = try contents.find(hash), !content.isDamaged, try contents.isReadable(content, by: account)
        else {
            throw HubProblem(
                .unknownContent, "The hub does not have this content from you. Upload it first.",
                details: ["content": hash.description])
        }
        return content
    }

    /// The content counts against the space, and the upload that has brought it no longer reserves room.
    private func charge(_ content: ContentTable.Content, to space: Int64, by account: AccountID) throws {
        if let upload = try uploads.reserving(content, by: account) {
            try changeUsage(of: upload.space) { $0.release(upload.reserved) }
            try uploads.setReserved(0, of: upload)
        }
        try changeUsage(of: space) { try $0.use(content.size) }
    }

    // MARK: - Places

    private func move(_ order: MoveOrder, by account: AccountID) throws -> ItemTable.Item {
        let (item, path) = try writable(order.item, by: account)
        try requireLive(path)
        try requireNoRoot(item)
        return try put(item, in: place(order.parent, by: account), as: order.name.name)
    }

    private func trash(_ order: TrashOrder, by account: AccountID) throws -> ItemTable.Item {
        var (item, path) = try writable(order.item, by: account)
        guard item.state == .live else { return item }
        try requireLive(path)
        try requireNoRoot(item)
        item.state = .trashed
        item.trashed = now
        return try items.save(item, at: now)
    }

    private func restore(_ order: RestoreOrder, by account: AccountID) throws -> ItemTable.Item {
        let (item, path) = try writable(order.item, by: account)
        guard item.state == .trashed else {
            try requireLive(path)
            return item
        }
        guard let parent = order.parent ?? item.parentID, let name = order.name?.name ?? item.name else {
            throw SQLError(.mismatch, "The item \(item.id) in the trash has no name or no folder.")
        }
        return try put(item, in: place(parent, by: account), as: name)
    }

    /// Gives an item another place; afterwards it is live.
    private func put(_ item: ItemTable.Item, in place: Place, as name: FileName) throws -> ItemTable.Item {
        guard place.folder.space == item.space else {
            throw HubProblem(.badRequest, "An item cannot be moved to another space. Copy it, then trash it.")
        }
        guard !place.path.contains(where: { $0.row == item.row }) else { throw Self.cycle }
        try requireRoom(at: place, for: item.kind, height: item.kind == .folder ? items.height(of: item.row) : 0)
        try requireFree(name, in: place, for: item.id)
        var item = item
        item.parent = place.folder.row
        item.parentID = place.folder.id
        item.name = name
        item.state = .live
        item.trashed = nil
        return try items.save(item, at: now)
    }

    static let cycle = HubProblem(.folderCycle, "A folder cannot be put into itself.")

    // MARK: - Pieces

    /// A live folder that gets an item.
    struct Place {
        let folder: ItemTable.Item
        /// The folder and those above it, the root last.
        let path: [ItemTable.Step]

        /// A new item in it that has no row yet.
        func item(_ id: ItemID, name: FileName, kind: FileKind) -> ItemTable.Item {
            ItemTable.Item(
                row: 0, id: id, space: folder.space, spaceID: folder.spaceID, parent: folder.row, parentID: folder.id,
                name: name, kind: kind, state: .live, rev: 0, changed: 0, trashed: nil, content: nil, version: 0,
                modified: nil, executable: false)
        }
    }

    func place(_ parent: ItemID, by account: AccountID) throws -> Place {
        let (folder, path) = try writable(parent, by: account)
        try requireLive(path)
        try require(.folder, folder)
        return Place(folder: folder, path: path)
    }

    func requireNew(_ id: ItemID) throws {
        guard try !items.isKnown(id) else {
            throw HubProblem(.itemExists, "An item has this id already. Use a fresh one for a new item.")
        }
    }

    func requireFree(_ name: FileName, in place: Place, for id: ItemID? = nil) throws {
        guard let other = try items.find(name, in: place.folder.row), other != id else { return }
        throw HubProblem(
            .nameTaken, "The folder has an item of this name already. Choose another name.",
            details: ["item": other.description])
    }

    /// The names that lead to a file are at most so many that a path can hold them.
    ///
    /// - Parameter height: levels of folders beneath a folder that is put there.
    func requireRoom(at place: Place, for kind: FileKind, height: Int) throws {
        let depth = place.path.count + height
        guard depth <= (kind == .folder ? FilePath.maximumDepth - 1 : FilePath.maximumDepth) else {
            throw HubProblem(.overLimit, "Folders are nested at most \(FilePath.maximumDepth - 1) deep.")
        }
    }
}
