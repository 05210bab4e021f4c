// SPDX-License-Identifier: MIT
internal import Bytes
internal import FileModel
internal import HubAPI
package import SQL
package import Tokens
package import WebDAV

/// The tree of folders and files that WebDAV shows to one account.
///
/// The caller holds one unmoving state for all calls that belong together.
package struct DAVTree {
    let database: any SQLConnection
    let account: AccountID
    /// Seconds since 1970.
    let now: UInt64
    /// The quota of an owner's role, in bytes.
    let allowance: (AccountID) throws -> UInt64

    private var spaces: SpaceTable { SpaceTable(database: database) }
    private var items: ItemTable { ItemTable(database: database) }
    private var properties: PropertyTable { PropertyTable(database: database) }

    package init(
        database: any SQLConnection, account: AccountID, now: UInt64,
        allowance: @escaping (AccountID) throws -> UInt64
    ) {
        self.database = database
        self.account = account
        self.now = now
        self.allowance = allowance
    }

    /// How far a path leads.
    struct Walk {
        let path: DAVPath
        let space: SpaceTable.Space
        /// The items that are there, the root first.
        let found: [ItemTable.Item]
        let locks: SpaceLocks

        /// The item at the path, if there is one.
        var item: ItemTable.Item? { found.count == path.names.count + 1 ? found.last : nil }

        /// The folder that has the item, or would have it; nil for a root, and where a folder of the path is missing.
        var folder: ItemTable.Item? {
            guard !path.isRoot, found.count >= path.names.count else { return nil }
            let folder = found[path.names.count - 1]
            return folder.kind == .folder ? folder : nil
        }

        /// The rows from the item, or from what would be it, up to the root.
        var rows: [Int64] { (item == nil ? [0] : []) + found.reversed().map(\.row) }
        var folderRows: [Int64] { found.prefix(path.names.count).reversed().map(\.row) }
    }

    /// - Throws: `HubProblem` with `.notFound` for a space that the account may not read.
    func walk(_ path: DAVPath) throws -> Walk {
        let found = try path.space.map { try spaces.find($0) } ?? spaces.own(of: account)
        guard let space = found, try spaces.role(of: account, in: space) != nil,
            let root = try items.find(space.id.root)
        else { throw FileChange.nothing }
        var chain = [root]
        for name in path.names {
            guard let folder = chain.last, folder.kind == .folder,
                let id = try items.find(name, in: folder.row), let item = try items.find(id)
            else { break }
            chain.append(item)
        }
        let locks = try LockTable(database: database).locks(in: space.row, at: now)
        return Walk(path: path, space: space, found: chain, locks: locks)
    }

    /// Whether the account has a space of its own yet, which a path may lead through.
    package var hasOwnSpace: Bool { get throws { try spaces.own(of: account) != nil } }

    // MARK: - Conditions

    /// - Throws: `DAVRefusal` with `.preconditionFailed`.
    func judge(_ request: DAVRequest, at walk: Walk) throws {
        let item = walk.item
        if let header = request.ifHeader {
            let isTrue = try header.isTrue { resource, state in
                switch resource {
                case .request: Self.holds(state, at: walk)
                case .path(let path): try path == walk.path ? Self.holds(state, at: walk) : holds(state, at: path)
                case .foreign: false
                }
            }
            guard isTrue else { throw Self.failed }
        }
        let hash = item?.content?.hash
        if let match = request.match, !match.matches(hash, exists: item != nil) { throw Self.failed }
        if let noneMatch = request.noneMatch, noneMatch.matches(hash, exists: item != nil) { throw Self.failed }
        if let time = request.unmodifiedSince, let item, Self.modified(item) > time { throw Self.failed }
    }

    private static let failed = DAVRefusal(
        .preconditionFailed, "The item is not, or no longer, as the request says. Nothing was changed.")

    /// A path that leads nowhere has no state.
    private func holds(_ state: IfHeader.Condition.State, at path: DAVPath) throws -> Bool {
        do {
            return Self.holds(state, at: try walk(path))
        } catch is HubProblem {
            return false
        }
    }

    private static func holds(_ state: IfHeader.Condition.State, at walk: Walk) -> Bool {
        switch state {
        case .lock(let token): walk.locks.covering(walk.rows).contains { $0.token == token }
        case .content(let hash): walk.item?.content?.hash == hash
        case .never: false
        }
    }

    // MARK: - Looking

    /// Answers a request that changes nothing.
    ///
    /// - Throws: `HubProblem`, `DAVRefusal`.
    package func look(_ request: DAVRequest) throws -> DAVAnswer {
        let walk = try walk(request.path)
        guard let item = walk.item else { throw FileChange.nothing }
        try judge(request, at: walk)
        var entry = try entry(item, at: walk, properties: properties.properties(of: item.row))
        guard case .list(let last) = request.order else {
            entry.room = try room(of: walk.space)
            return .entry(entry)
        }
        entry.room = try room(of: walk.space)
        guard item.kind == .folder else { return .page(entry, [], isLast: true) }
        let (entries, isLast) = try page(of: item, after: last, at: walk)
        return .page(entry, entries, isLast: isLast)
    }

    private static let pageCount = 100

    private func page(
        of folder: ItemTable.Item, after last: FileName?, at walk: Walk
    ) throws -> (entries: [DAVEntry], isLast: Bool) {
        let found = try items.list(
            "WHERE i.parent = ? AND i.state = 0 AND i.name > ? ORDER BY i.name LIMIT ?",
            [.integer(folder.row), .blob(last?.bytes ?? []), .integer(Int64(Self.pageCount) + 1)])
        guard let first = found.first?.name, let end = found.last?.name else { return ([], true) }
        let properties = try properties.properties(in: folder.row, first...end)
        var (entries, bytes): ([DAVEntry], Int) = ([], 0)
        for item in found.prefix(Self.pageCount) {
            let entry = try entry(item, at: walk, properties: properties[item.row] ?? [])
            entries.append(entry)
            bytes += entry.coded.encoded.count
            guard bytes < DAVAnswer.pageBytes else { break }
        }
        return (entries, entries.count == found.count)
    }

    /// - Parameter walk: leads to the item, or to its folder.
    func entry(_ item: ItemTable.Item, at walk: Walk, properties: [DeadProperty]) throws -> DAVEntry {
        let above = walk.found.reversed().map(\.row)
        let rows = above.contains(item.row) ? Array(above.drop { $0 != item.row }) : [item.row] + above
        let locks = walk.locks.covering(rows).map { lock in
            DAVLock(
                token: lock.token, isShared: lock.isShared, isInfinite: lock.isInfinite, owner: lock.owner,
                seconds: lock.until - now, level: walk.locks.level(of: lock))
        }
        return DAVEntry(
            name: item.name,
            file: item.content.map {
                DAVEntry.File(content: $0.hash, size: $0.size, isExecutable: item.executable)
            }, modified: Self.modified(item), locks: locks, properties: properties)
    }

    /// Seconds since 1970.
    private static func modified(_ item: ItemTable.Item) -> Int64 {
        item.modified.map { max(0, $0) / 1_000 } ?? Int64(clamping: item.changed)
    }

    private func room(of space: SpaceTable.Space) throws -> DAVEntry.Room {
        let quota = try space.quota ?? allowance(space.owner)
        let taken = space.used + space.reserved
        return DAVEntry.Room(available: quota > taken ? quota - taken : 0, used: space.used)
    }
}
