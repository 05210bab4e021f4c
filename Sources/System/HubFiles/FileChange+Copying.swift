// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQL
internal import Tokens

extension FileChange {
    static let maximumCopied = 1_000

    /// Copies a file, or a folder with all that is live beneath it.
    func copy(_ order: CopyOrder, by account: AccountID) throws -> ItemTable.Item {
        guard let source = try items.find(order.item), source.state != .erased,
            try spaces.role(of: account, in: spaces.find(source.space)) != nil
        else { throw Self.nothing }
        let place = try place(order.parent, by: account)
        try requireNew(order.copy)
        guard !place.path.contains(where: { $0.row == source.row }) else { throw Self.cycle }
        let height = source.kind == .folder ? try items.height(of: source.row) : 0
        try requireRoom(at: place, for: source.kind, height: height)
        try requireFree(order.name.name, in: place)
        let rows = try items.subtree(of: source.row, onlyLive: true, limit: Self.maximumCopied + 1)
        guard rows.count <= Self.maximumCopied else {
            throw HubProblem(
                .overLimit, "A copy has at most \(Self.maximumCopied) items. Copy smaller parts.")
        }
        var top = place.item(order.copy, name: order.name.name, kind: source.kind)
        top.take(contentOf: source)
        try changeUsage(of: place.folder.space) { try $0.use(top.size) }
        top = try items.save(top, at: now)
        try PropertyTable(database: database).copy(from: source.row, to: top.row)
        try copy(rows.dropFirst(), from: source, to: top)
        return top
    }

    /// - Parameter rows: what is beneath the source, each folder before what is in it.
    private func copy(_ rows: ArraySlice<Int64>, from source: ItemTable.Item, to top: ItemTable.Item) throws {
        var copies = [source.row: top]
        for row in rows {
            guard let original = try items.find(row), let name = original.name,
                let folder = original.parent.flatMap({ copies[$0] })
            else { throw SQLError(.mismatch, "The item in row \(row) has no folder or no name.") }
            let id = try ItemID(random.bytes(ItemID.byteCount))
            var copy = Place(folder: folder, path: []).item(id, name: name, kind: original.kind)
            copy.take(contentOf: original)
            try changeUsage(of: top.space) { try $0.use(copy.size) }
            let saved = try items.save(copy, at: now)
            try PropertyTable(database: database).copy(from: row, to: saved.row)
            copies[row] = saved
        }
    }
}

extension ItemTable.Item {
    fileprivate mutating func take(contentOf other: ItemTable.Item) {
        content = other.content
        version = content == nil ? 0 : 1
        modified = other.modified
        executable = other.executable
    }
}
