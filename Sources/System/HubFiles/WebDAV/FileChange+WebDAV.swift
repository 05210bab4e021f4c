// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import SQL
package import Tokens
package import WebDAV

//  Each request is one commit: conditions and locks are judged in it, so it happened as a whole or not at all.
//
//  | request        | what is done                                                                                  |
//  | -------------- | --------------------------------------------------------------------------------------------- |
//  | PUT            | link, or replace: the content that was there stays as a version                               |
//  | MKCOL, DELETE  | folder, trash                                                                                 |
//  | COPY           | copy; onto a file a file's content as a version; onto anything else after trash               |
//  | MOVE           | move, after trash of what is there                                                            |
//  | LOCK           | a row; where nothing is, an empty file (RFC 4918, section 7.3)                                |
//
//  After a kill before the commit nothing has happened, after it everything. A client that got no answer sees which by
//  looking, and may send PUT, MKCOL, DELETE and LOCK again.

extension FileChange {
    /// Answers any request of a WebDAV client.
    ///
    /// - Throws: `HubProblem`, `DAVRefusal`; the caller's transaction is to be undone then.
    package func answer(_ request: DAVRequest, by account: AccountID) throws -> DAVAnswer {
        if request.path.space == nil { _ = try own(of: account) }
        let tree = DAVTree(database: database, account: account, now: now, allowance: allowance)
        switch request.order {
        case .look, .list: return try tree.look(request)
        default: break
        }
        let walk = try tree.walk(request.path)
        _ = try writable(walk.space, by: account)
        try tree.judge(request, at: walk)
        let holder = LockHolder(account: account, tokens: request.ifHeader?.tokens ?? [])
        return try DAVChange(change: self, tree: tree, walk: walk, holder: holder).perform(request.order)
    }

    /// A change by path, with the rights of an account and of the locks that it holds.
    fileprivate struct DAVChange {
        let change: FileChange
        let tree: DAVTree
        let walk: DAVTree.Walk
        let holder: LockHolder

        func perform(_ order: DAVOrder) throws -> DAVAnswer {
            switch order {
            case .look, .list: preconditionFailure("A look changes nothing.")
            case .reserve(let upload, let length):
                try requireStorable()
                try change.reserve(upload, by: holder.account, space: walk.space.id, length: length)
                return .done(isNew: walk.item == nil)
            case .store(let upload, let content, let modified):
                let answer = try store(content, modified)
                try change.forget(upload)
                return answer
            case .makeFolder: return try makeFolder()
            case .remove: return try remove()
            case .copy(let target, let overwrites, let isShallow):
                return try copy(to: tree.walk(target), overwrites, isShallow: isShallow)
            case .move(let target, let overwrites): return try move(to: tree.walk(target), overwrites)
            case .lock(let lockRequest, let isInfinite, let seconds):
                return try lock(lockRequest, isInfinite: isInfinite, seconds: seconds)
            case .refresh(let seconds): return try refresh(seconds: seconds)
            case .unlock(let token): return try unlock(token)
            case .change(let changes, let isExecutable): return try changeProperties(changes, isExecutable)
            }
        }

        private var fresh: OperationID { OperationID(at: Timestamp(seconds: change.now), random: change.random) }
        private func freshItem() throws -> ItemID { try ItemID(change.random.bytes(ItemID.byteCount)) }
        private var locks: LockTable { LockTable(database: change.database) }
        private var properties: PropertyTable { PropertyTable(database: change.database) }

        private func execute(_ order: FileOrder) throws {
            _ = try change.execute(order, by: holder.account)
        }

        // MARK: - Checks

        private static let locked = DAVRefusal(
            .locked, "This is locked. Show the token of the lock, or wait until it ends.")
        private static let noFolder = DAVRefusal(.conflict, "The folder for it is not there. Make the folder first.")

        private func requireItem() throws -> ItemTable.Item {
            guard let item = walk.item else { throw FileChange.nothing }
            return item
        }

        private func requireFolder(of walk: DAVTree.Walk) throws -> ItemTable.Item {
            guard let folder = walk.folder else { throw Self.noFolder }
            return folder
        }

        /// For what is changed in its place.
        private func requireUnlocked(_ rows: [Int64], in walk: DAVTree.Walk) throws {
            guard holder.mayPass(walk.locks.covering(rows)) else { throw Self.locked }
        }

        /// For what leaves its place, with all that is beneath it.
        private func requireRemovable(_ item: ItemTable.Item, in walk: DAVTree.Walk) throws {
            try requireUnlocked(walk.rows, in: walk)
            try requireUnlocked(walk.folderRows, in: walk)
            guard holder.mayPassAll(walk.locks.beneath(item.row)) else { throw Self.locked }
        }

        private func endLocks(of item: ItemTable.Item, in walk: DAVTree.Walk) throws {
            for lock in walk.locks.beneath(item.row) + walk.locks.covering([item.row]) { try locks.remove(lock) }
        }

        private func requireStorable() throws {
            guard let item = walk.item else {
                _ = try requireFolder(of: walk)
                return try requireUnlocked(walk.folderRows, in: walk)
            }
            guard item.kind == .file else { throw DAVRefusal(.notAllowed, "A folder has no content.") }
            try requireUnlocked(walk.rows, in: walk)
        }

        // MARK: - Files and folders

        private func store(_ content: ContentHash, _ modified: Int64?) throws -> DAVAnswer {
            try requireStorable()
            let time = modified ?? Int64(clamping: change.now) * 1_000
            if let item = walk.item, let present = item.content {
                try execute(
                    .replace(
                        NewContent(id: fresh, item: item.id, base: present.hash, content: content, modified: time)))
                return .done(isNew: false)
            }
            try link(content, time)
            return .done(isNew: true)
        }

        private func link(_ content: ContentHash, _ modified: Int64) throws {
            guard let name = walk.path.names.last else { throw Self.noFolder }
            try execute(
                .link(
                    NewFile(
                        id: fresh, item: freshItem(), parent: requireFolder(of: walk).id, name: name, content: content,
                        modified: modified)))
        }

        private func makeFolder() throws -> DAVAnswer {
            guard walk.item == nil, let name = walk.path.names.last else {
                throw DAVRefusal(.notAllowed, "There is an item of this name already.")
            }
            let folder = try requireFolder(of: walk)
            try requireUnlocked(walk.folderRows, in: walk)
            try execute(.folder(NewFolder(id: fresh, item: freshItem(), parent: folder.id, name: name)))
            return .done(isNew: true)
        }

        private func remove() throws -> DAVAnswer {
            let item = try requireItem()
            try trash(item, at: walk)
            return .done(isNew: false)
        }

        private func trash(_ item: ItemTable.Item, at walk: DAVTree.Walk) throws {
            guard !item.isRoot else {
                throw DAVRefusal(.forbidden, "The folder at the top of a space stays where it is.")
            }
            try requireRemovable(item, in: walk)
            try endLocks(of: item, in: walk)
            try execute(.trash(TrashOrder(id: fresh, item: item.id)))
        }

        /// - Returns: the folder for a copy or for what is moved, and its name there.
        private func requireTarget(
            _ target: DAVTree.Walk, _ overwrites: Bool
        ) throws -> (folder: ItemTable.Item, name: FileName) {
            guard !target.path.isWithin(walk.path), !walk.path.isWithin(target.path) else {
                throw DAVRefusal(
                    .forbidden, "An item is put neither onto itself, nor into itself, nor over its folder.")
            }
            let folder = try requireFolder(of: target)
            guard let name = target.path.names.last else { throw Self.noFolder }
            guard target.item == nil || overwrites else {
                throw DAVRefusal(.preconditionFailed, "There is an item at the destination. Nothing was changed.")
            }
            try requireUnlocked(target.folderRows, in: target)
            return (folder, name)
        }

        private func copy(to target: DAVTree.Walk, _ overwrites: Bool, isShallow: Bool) throws -> DAVAnswer {
            let item = try requireItem()
            _ = try change.writable(target.space, by: holder.account)
            let (folder, name) = try requireTarget(target, overwrites)
            if let other = target.item {
                if let content = item.content, let present = other.content {
                    try requireUnlocked(target.rows, in: target)
                    try execute(
                        .replace(
                            NewContent(
                                id: fresh, item: other.id, base: present.hash, content: content.hash,
                                modified: item.modified, executable: item.executable)))
                    try properties.copy(from: item.row, to: other.row)
                    return .done(isNew: false)
                }
                try trash(other, at: target)
            }
            if isShallow && item.kind == .folder {
                let made = try freshItem()
                try execute(.folder(NewFolder(id: fresh, item: made, parent: folder.id, name: name)))
                if let row = try change.items.find(made)?.row { try properties.copy(from: item.row, to: row) }
            } else {
                try execute(
                    .copy(
                        CopyOrder(id: fresh, item: item.id, copy: freshItem(), parent: folder.id, name: name)))
            }
            return .done(isNew: target.item == nil)
        }

        private func move(to target: DAVTree.Walk, _ overwrites: Bool) throws -> DAVAnswer {
            let item = try requireItem()
            guard target.space.id == walk.space.id else {
                throw DAVRefusal(.forbidden, "An item stays in its space. Copy it, then delete it.")
            }
            guard !item.isRoot else {
                throw DAVRefusal(.forbidden, "The folder at the top of a space stays where it is.")
            }
            let (folder, name) = try requireTarget(target, overwrites)
            try requireRemovable(item, in: walk)
            if let other = target.item { try trash(other, at: target) }
            try endLocks(of: item, in: walk)
            try execute(.move(MoveOrder(id: fresh, item: item.id, parent: folder.id, name: name)))
            return .done(isNew: target.item == nil)
        }

        // MARK: - Locks

        private func lock(_ lockRequest: LockRequest, isInfinite: Bool, seconds: UInt64) throws -> DAVAnswer {
            var others = walk.locks.covering(walk.rows)
            if isInfinite, let item = walk.item { others += walk.locks.beneath(item.row) }
            guard lockRequest.isShared ? others.allSatisfy(\.isShared) : others.isEmpty else { throw Self.locked }
            let isNew = walk.item == nil
            if isNew {
                try requireStorable()
                try link(.empty, Int64(clamping: change.now) * 1_000)
            }
            let made = try tree.walk(walk.path)
            guard let item = made.item else { throw FileChange.nothing }
            guard let token = LockToken(change.random.bytes(LockToken.byteCount)) else {
                preconditionFailure("A source of randomness gives as many bytes as it is asked for.")
            }
            try locks.add(
                LockTable.Lock(
                    row: 0, token: token, item: item.row, account: holder.account, isShared: lockRequest.isShared,
                    isInfinite: isInfinite, owner: lockRequest.owner, until: change.now + seconds), at: change.now)
            return .locked(token, try present(), isNew: isNew)
        }

        /// The item as it is now, with its locks.
        private func present() throws -> DAVEntry {
            let walk = try tree.walk(walk.path)
            guard let item = walk.item else { throw FileChange.nothing }
            return try tree.entry(item, at: walk, properties: [])
        }

        private func refresh(seconds: UInt64) throws -> DAVAnswer {
            guard walk.item != nil else { throw FileChange.nothing }
            let held = walk.locks.covering(walk.rows).filter(holder.holds)
            guard let first = held.first else {
                throw DAVRefusal(.preconditionFailed, "You hold no lock here, or it has ended. Lock it again.")
            }
            for lock in held { try locks.extend(lock, until: change.now + seconds) }
            return .locked(first.token, try present(), isNew: false)
        }

        private func unlock(_ token: LockToken) throws -> DAVAnswer {
            guard let lock = walk.locks.covering(walk.rows).first(where: { $0.token == token }) else {
                throw DAVRefusal(.noSuchLock, "No lock of this token is here.")
            }
            guard lock.account == holder.account else {
                throw DAVRefusal(.forbidden, "The lock is of another account.")
            }
            try locks.remove(lock)
            return .done(isNew: false)
        }

        // MARK: - Properties

        private func changeProperties(_ changes: [PropertyChange], _ isExecutable: Bool?) throws -> DAVAnswer {
            let item = try requireItem()
            try requireUnlocked(walk.rows, in: walk)
            try properties.change(changes, of: item.row)
            if let isExecutable, let content = item.content {
                try execute(
                    .replace(
                        NewContent(
                            id: fresh, item: item.id, base: content.hash, content: content.hash,
                            executable: isExecutable)))
            }
            return .done(isNew: false)
        }
    }
}
