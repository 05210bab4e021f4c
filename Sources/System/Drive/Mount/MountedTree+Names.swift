// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Keys
internal import Mount
internal import Tokens

/// Names: looking up, making, removing, moving. Each change of the tree and the order for the server are one commit.
extension MountedTree {
    private var seconds: UInt64 { environment.clock.now().seconds }

    func lookUp(_ bytes: [UInt8], in folder: UInt64, _ request: MountRequest) {
        request.failing {
            let (node, attributes) = try locked {
                let name = try Self.name(bytes)
                guard let item = try store.child(of: folderItem(folder), named: name) else { throw MountErrno(ENOENT) }
                return try known(item, in: folder)
            }
            request.answer(node, attributes)
        }
    }

    /// Counts a look-up of an item.
    private func known(_ item: ShownItem, in folder: UInt64) throws -> (UInt64, MountAttributes) {
        let node = seen(item, in: folder)
        let attributes = try attributes(of: item, node)
        node.lookups += 1
        return (node.id, attributes)
    }

    /// The node of an item where the kernel sees it now; where it has seen it before, nothing is any more.
    func seen(_ item: ShownItem, in folder: UInt64) -> MountNode {
        if let node = nodes.node(of: item.id), let name = node.name, (node.parent, name) != (folder, item.name ?? name)
        {
            outdated.append(.entry(name, folder: node.parent))
        }
        return nodes.node(of: item.id, parent: folder, name: item.name)
    }

    func forget(_ number: UInt64, count: UInt64) {
        monitor.synchronized {
            guard let node = nodes[number] else { return }
            node.lookups -= min(count, node.lookups)
            nodes.forgetIfUnused(node)
        }
    }

    // MARK: - Making

    func makeFolder(_ bytes: [UInt8], in folder: UInt64, _ request: MountRequest) {
        request.failing {
            let (node, attributes) = try locked {
                let name = try Self.name(bytes)
                let parent = try freePlace(name, in: folder)
                let id = environment.freshItem()
                let order = NewFolder(id: environment.freshOrder(), item: id, parent: parent, name: name)
                try store.transaction {
                    _ = try store.drive.add(
                        .order(OrderJob(order: .folder(order), space: space, merges: true)), at: seconds)
                    try expect(id, .folder, in: parent, name)
                }
                return try shown(id, in: folder)
            }
            request.answer(node, attributes)
            onChange()
        }
    }

    /// The folder, in which nothing has the name.
    private func freePlace(_ name: FileName, in folder: UInt64) throws -> ItemID {
        try requireWritable()
        let parent = try folderItem(folder)
        guard try store.child(of: parent, named: name) == nil else { throw MountErrno(EEXIST) }
        return parent
    }

    private func expect(_ id: ItemID, _ kind: FileKind, in parent: ItemID, _ name: FileName) throws {
        try store.drive.expect(
            FileItem(
                id: id, space: space, parent: parent, name: name, kind: kind, state: .live, rev: 0, changed: seconds,
                trashed: nil, file: nil))
    }

    private func shown(_ id: ItemID, in folder: UInt64) throws -> (UInt64, MountAttributes) {
        guard let item = try store.item(id) else { throw MountErrno(EIO) }
        return try known(item, in: folder)
    }

    func makeFile(_ bytes: [UInt8], in folder: UInt64, mode: UInt32, flags: Int32?, _ request: MountRequest) {
        request.failing {
            let (node, attributes, handle) = try locked { () throws -> (UInt64, MountAttributes, UInt64) in
                let name = try Self.name(bytes)
                let parent = try freePlace(name, in: folder)
                guard try cache.hasDisk(for: 0) else { throw MountErrno(ENOSPC) }
                let id = environment.freshItem()
                let own = try FileName("\(environment.freshItem())")
                let file = try unsent.file(making: own)
                try file.setMode(isExecutable: mode & 0o100 != 0)
                try store.transaction {
                    try expect(id, .file, in: parent, name)
                    try store.setFile(own.description, base: nil, of: id)
                }
                try environment.onStep(.mountedFileMade)
                let (number, attributes) = try shown(id, in: folder)
                guard let node = nodes[number] else { throw MountErrno(EIO) }
                touch(node)
                guard let flags else { return (number, attributes, 0) }
                node.source = .local(file, name: own.description, isWritable: true)
                node.ownSize = 0
                return (number, attributes, open(node, writes: flags & O_ACCMODE != O_RDONLY))
            }
            if flags == nil {
                request.answer(node, attributes)
            } else {
                request.answer(created: node, attributes, opened: handle)
            }
        }
    }

    /// Counts an opening.
    func open(_ node: MountNode, writes: Bool) -> UInt64 {
        lastHandle += 1
        handles[lastHandle] = MountHandle(node, writes: writes)
        node.opens += 1
        if writes { node.writers += 1 }
        return lastHandle
    }

    func touch(_ node: MountNode) {
        node.touched = now
        if node.firstTouched == 0 { node.firstTouched = node.touched }
    }

    // MARK: - Removing

    func removeFile(_ bytes: [UInt8], in folder: UInt64, _ request: MountRequest) {
        remove(bytes, in: folder, .file, request)
    }

    func removeFolder(_ bytes: [UInt8], in folder: UInt64, _ request: MountRequest) {
        remove(bytes, in: folder, .folder, request)
    }

    private func remove(_ bytes: [UInt8], in folder: UInt64, _ kind: FileKind, _ request: MountRequest) {
        request.failing {
            let file = try locked { () throws -> String? in
                let name = try Self.name(bytes)
                try requireWritable()
                let parent = try folderItem(folder)
                // Looked up and removed in one transaction: the queue is executed meanwhile.
                let (item, file) = try store.transaction { () throws -> (ItemID, String?) in
                    guard let item = try store.child(of: parent, named: name) else { throw MountErrno(ENOENT) }
                    guard item.kind == kind else { throw MountErrno(kind == .file ? EISDIR : ENOTDIR) }
                    guard try kind == .file || store.isEmpty(item.id) else { throw MountErrno(ENOTEMPTY) }
                    return (item.id, try remove(item))
                }
                if let node = nodes.node(of: item) { leave(node) }
                return file
            }
            if let file { try dropOwn(file) }
            request.succeed()
            onChange()
        }
    }

    /// Removes an item from the tree; what the server has of it goes to its trash.
    ///
    /// - Returns: a file of `unsent` that nothing needs any more.
    private func remove(_ item: ShownItem) throws -> String? {
        let isKnown = try item.rev > 0 || store.isQueued(item.id)
        let own = item.local?.isFrozen == false ? item.local?.file : nil
        guard isKnown else {
            try store.forgetPrivate(item.id)
            return own
        }
        let order = TrashOrder(id: environment.freshOrder(), item: item.id)
        _ = try store.drive.add(.order(OrderJob(order: .trash(order), space: space, merges: false)), at: seconds)
        try store.setGone(item.id)
        return own
    }

    private func leave(_ node: MountNode) {
        nodes.setGone(node)
        nodes.forgetIfUnused(node)
    }

    /// Removes a file of `unsent` by its name; programs that have it open keep it.
    func dropOwn(_ file: String) throws { try unsent.remove(FileName(file)) }

    // MARK: - Moving

    /// What the kernel's nodes become when a move is committed, and files of `unsent` that nothing needs any more.
    private struct Moved {
        let item: ItemID
        /// What gave way.
        var there: ItemID?
        /// Whether ``there`` has got the bytes, see ``replace(_:with:_:)``.
        var isReplaced = false
        var dropped: [String] = []
        /// Keeps the queue from executing an upload that was taken back, until that is committed.
        var queue: StoreLock?
    }

    func move(
        _ bytes: [UInt8], in folder: UInt64, to target: UInt64, as newBytes: [UInt8], keepsTarget: Bool,
        _ request: MountRequest
    ) {
        request.failing {
            let files = try locked { () throws -> [String] in
                let (name, newName) = (try Self.name(bytes), try Self.name(newBytes))
                try requireWritable()
                let (from, to) = (try folderItem(folder), try folderItem(target))
                // Looked up and moved in one transaction: the queue is executed meanwhile.
                let moved = try store.transaction { () throws -> Moved? in
                    guard let item = try store.child(of: from, named: name) else { throw MountErrno(ENOENT) }
                    let there = try store.child(of: to, named: newName)
                    if let there {
                        guard !keepsTarget else { throw MountErrno(EEXIST) }
                        if there.id == item.id { return nil }
                        try requireReplaceable(there, by: item)
                    }
                    return try move(item, to: to, newName, over: there)
                }
                guard let moved else { return [] }
                if moved.isReplaced { try environment.onStep(.mountedFileReplaced) }
                follow(moved, to: target, newName)
                return moved.dropped
            }
            for file in files { try dropOwn(file) }
            request.succeed()
            onChange()
        }
    }

    /// Lets the nodes be what the store says after a move.
    private func follow(_ moved: Moved, to folder: UInt64, _ name: FileName) {
        if let there = moved.there, let node = nodes.node(of: there) { leave(node) }
        guard let node = nodes.node(of: moved.item) else { return }
        if moved.isReplaced, let there = moved.there { nodes.setItem(of: node, to: there) }
        (node.parent, node.name) = (folder, name)
        touch(node)
    }

    private func requireReplaceable(_ there: ShownItem, by item: ShownItem) throws {
        switch (item.kind, there.kind) {
        case (.folder, .file): throw MountErrno(ENOTDIR)
        case (.file, .folder): throw MountErrno(EISDIR)
        case (.folder, .folder): guard try store.isEmpty(there.id) else { throw MountErrno(ENOTEMPTY) }
        case (.file, .file): break
        }
    }

    private func move(
        _ item: ShownItem, to parent: ItemID, _ name: FileName, over there: ShownItem?
    ) throws -> Moved {
        if let there, item.kind == .file, let file = item.local?.file, item.local?.isFrozen == false {
            return try replace(there, with: item, file)
        }
        let dropped = try there.map { try remove($0) } ?? nil
        if try item.rev == 0 && !store.isQueued(item.id) {
            try store.movePrivate(item.id, to: parent, name)
        } else {
            let order = MoveOrder(id: environment.freshOrder(), item: item.id, parent: parent, name: name)
            _ = try store.drive.add(.order(OrderJob(order: .move(order), space: space, merges: false)), at: seconds)
            try store.setPlace(parent, name, of: item.id)
        }
        return Moved(item: item.id, there: there?.id, dropped: dropped.map { [$0] } ?? [])
    }

    /// Saving by renaming: a new file takes the place of another one. The other one stays the item that
    /// it is and gets the bytes, which are one version of it.
    private func replace(_ there: ShownItem, with item: ShownItem, _ file: String) throws -> Moved {
        var base = there.local?.content ?? there.local?.base ?? there.file?.content
        var isDropped = there.local?.isFrozen == false
        var queue: StoreLock?
        // Of versions that nothing of was sent, the last one is enough.
        if let local = there.local, let task = local.task {
            queue = try thaw(there.id, task)
            if queue != nil { (base, isDropped) = (local.base, true) }
        }
        try store.setFile(file, base: base, of: there.id)
        try store.dropFile(of: item.id)
        _ = try remove(item.withoutFile)
        let dropped = isDropped ? there.local?.file : nil
        return Moved(
            item: item.id, there: there.id, isReplaced: true, dropped: dropped.map { [$0] } ?? [], queue: queue)
    }
}

extension ShownItem {
    fileprivate var withoutFile: ShownItem {
        ShownItem(
            id: id, parent: parent, name: name, kind: kind, file: file, rev: rev, changed: changed, local: nil)
    }
}
