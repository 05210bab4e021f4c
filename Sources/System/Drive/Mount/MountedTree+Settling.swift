// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import HubAPI
internal import Keys
internal import Mount
internal import SQL
internal import SQLite
internal import Tokens

//  Bytes of this device on their way to the server:
//
//  | step           | what is written down                  | after a kill                                              |
//  | -------------- | ------------------------------------- | --------------------------------------------------------- |
//  | being written  | the row of `local` names the file     | the file is as the kernel had it; it is frozen and sent   |
//  | flushed        | the same                              | the same, also after a power cut                          |
//  | hashed         | the same                              | it is hashed again                                        |
//  | frozen         | content, size, task, `unsent`         | the task sends it                                         |
//  | sent           | the task is done                      | the settling gives the file to the cache                  |
//  | settled        | no row of `local`                     | a file that no row names is removed at the next start     |

/// Freezing what was written, and taking note of what was sent.
extension MountedTree {
    /// Files in `unsent` that no row names are what a kill has left.
    func removeStrays() throws {
        let named = try store.namedFiles()
        for entry in try unsent.entries() where !named.contains(entry.name.description) {
            try unsent.remove(entry.name)
        }
        try cache.removeStrays()
    }

    // MARK: - Freezing

    /// Hashes what has not been written to for a while, and orders its upload.
    ///
    /// - Parameters:
    ///   - quiet: milliseconds since the last write.
    ///   - longest: milliseconds after which a file is sent although a program still has it open for writing.
    /// - Returns: how many uploads were ordered.
    /// - Throws: why one of the files could not be frozen; the others are.
    @discardableResult
    func freeze(quiet: UInt64, longest: UInt64) throws -> Int {
        let due = try monitor.synchronized {
            try store.unsentFiles().filter { $0.content == nil && isQuiet($0.item, quiet) || isOld($0.item, longest) }
        }
        var count = 0
        var failure: (any Error)?
        for row in due where row.content == nil {
            do {
                if try monitor.synchronized({ isQuiet(row.item, quiet) }) ? freeze(row) : freezeCopy(of: row) {
                    count += 1
                }
            } catch {
                // One file that cannot be read holds up no other one.
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }

    /// Whether no program has the file open for writing, and none has written for a while.
    private func isQuiet(_ item: ItemID, _ quiet: UInt64) -> Bool {
        guard let node = nodes.node(of: item) else { return true }
        return node.writers == 0 && node.preparing == nil && now - min(now, node.touched) >= quiet
    }

    private func isOld(_ item: ItemID, _ longest: UInt64) -> Bool {
        guard let node = nodes.node(of: item), node.writers > 0, node.firstTouched > 0 else { return false }
        return now - node.firstTouched >= longest
    }

    /// Orders the upload of a copy of a file that stays open for writing; the copy is the base of what comes after.
    private func freezeCopy(of row: MountStore.UnsentFile) throws -> Bool {
        let source = try unsent.file(FileName(row.file))
        let size = try source.size()
        guard try cache.hasDisk(for: size) else { return false }
        let name = try monitor.synchronized { try FileName("\(environment.freshItem())") }
        let copy = try unsent.file(making: name)
        try source.copy(0..<size, to: copy)
        try copy.setMode(isExecutable: source.stamp().isExecutable)
        try copy.flush()
        let content = try copy.contentHash()
        let stamp = try copy.stamp()
        let isOrdered = try monitor.synchronized { () throws -> Bool in
            guard let item = try store.item(row.item), item.local?.file == row.file, item.local?.isFrozen == false,
                content != row.base, let job = try job(content, stamp, name, row, item)
            else { return false }
            nodes.node(of: item.id)?.firstTouched = now
            try store.transaction {
                let task = try store.drive.add(.upload(job), at: environment.clock.now().seconds)
                try store.keepUnsent(content, size: stamp.size, task: task, file: name.description)
                try store.setBase(content, of: item.id)
            }
            return true
        }
        if !isOrdered { try unsent.remove(name) }
        return isOrdered
    }

    private func freeze(_ row: MountStore.UnsentFile) throws -> Bool {
        let name = try FileName(row.file)
        let file: DiskFile
        do {
            file = try unsent.file(name)
        } catch let error as FileIOError where error.code == .notFound {
            // It was removed or replaced meanwhile.
            return false
        }
        let before = try file.stamp()
        try file.flush()
        try environment.onStep(.mountedFileFlushed)
        var hasher = ContentHasher()
        try file.forEachPiece(in: 0..<UInt64.max) { hasher.update($0) }
        let content = hasher.contentHash
        return try monitor.synchronized {
            guard let item = try store.item(row.item) else { return try recover(row) }
            // A program may have opened it for writing meanwhile; then it writes outside of the lock.
            guard item.local?.file == row.file, item.local?.isFrozen == false, isQuiet(item.id, 0),
                try file.stamp() == before, hasher.count == before.size
            else { return false }
            nodes.node(of: item.id)?.firstTouched = 0
            if content == row.base, item.file?.content == content, before.isExecutable == item.file?.executable {
                try store.transaction { try store.dropFile(of: item.id) }
                setFrozen(item.id, file: row.file)
                try unsent.remove(name)
                return false
            }
            try order(content, before, row, item)
            setFrozen(item.id, file: row.file)
            try environment.onStep(.mountedFileFrozen)
            return true
        }
    }

    /// Writes to an open file go to another one from now on.
    private func setFrozen(_ item: ItemID, file: String) {
        guard let node = nodes.node(of: item), case .local(let open, let name, _) = node.source, name == file else {
            return
        }
        node.source = .local(open, name: name, isWritable: false)
    }

    private func order(
        _ content: ContentHash, _ stamp: FileStamp, _ row: MountStore.UnsentFile, _ item: ShownItem
    ) throws {
        guard let job = try job(content, stamp, FileName(row.file), row, item) else { return }
        try store.transaction {
            let task = try store.drive.add(.upload(job), at: environment.clock.now().seconds)
            try store.keepUnsent(content, size: stamp.size, task: task, file: row.file)
            try store.setFrozen(content, size: stamp.size, task: task, of: item.id)
        }
    }

    /// The upload of a file of `unsent` that was hashed.
    private func job(
        _ content: ContentHash, _ stamp: FileStamp, _ file: FileName, _ row: MountStore.UnsentFile, _ item: ShownItem
    ) throws -> UploadJob? {
        guard let parent = item.parent, let name = item.name else { return nil }
        var job = UploadJob(
            source: LocalFile(folder: folder + "/unsent", names: [file]), space: space, parent: parent,
            name: WireName(name), plainName: WireName(name), item: item.id, base: row.base, followsOwn: false,
            order: environment.freshOrder())
        job.step = .hashed
        job.content = content
        job.size = stamp.size
        (job.inode, job.modified, job.changed) = (stamp.inode, stamp.modified, stamp.changed)
        job.isExecutable = stamp.isExecutable
        return job
    }

    /// Bytes of an item that is not known any more, as after a restore of the server, become a new file at the top.
    private func recover(_ row: MountStore.UnsentFile) throws -> Bool {
        let id = environment.freshItem()
        let name = try FileName("recovered \(row.file.prefix(8))")
        try store.transaction {
            // Otherwise it was removed, or got other bytes, while it was hashed.
            guard try store.isUnsent(row.file, of: row.item) else { return }
            try store.forgetPrivate(row.item)
            try store.drive.expect(
                FileItem(
                    id: id, space: space, parent: space.root, name: name, kind: .file, state: .live, rev: 0,
                    changed: environment.clock.now().seconds, trashed: nil, file: nil))
            try store.setFile(row.file, base: nil, of: id)
        }
        return false
    }

    /// Forgets what was made and removed again before anything of it was sent, unless a process may be sending it now.
    func forgetRemovals() throws {
        let lock: StoreLock
        do {
            lock = try StoreLock(path: folder + "/worker.lock")
        } catch let error as KeysError where error.code == .locked {
            return
        }
        defer { withExtendedLifetime(lock) {} }
        for file in try monitor.synchronized({ try store.transaction { try store.forgetUnsentRemovals() } }) {
            try dropOwn(file)
        }
    }

    // MARK: - Settling

    /// Takes note of what was sent or has failed, and shows what the server says where nothing of this device is left.
    func settle() throws {
        let (files, items) = try monitor.synchronized { try store.transaction { try settleRows() } }
        // The rows say that the bytes are the server's now, whatever becomes of the files here.
        defer { reconcile(items) }
        for (file, content, size) in files {
            let name = try FileName(file)
            if let content {
                try cache.adopt(name, in: unsent, content, size: size)
            } else {
                try unsent.remove(name)
            }
        }
        try environment.onStep(.mountedFilesSettled)
    }

    private typealias Settled = (files: [(String, ContentHash?, UInt64)], items: [ItemID])

    private func settleRows() throws -> Settled {
        var settled: Settled = ([], [])
        try store.followAliases()
        for row in try store.settledFiles() {
            let item = try store.item(sentBy: row.task)
            switch row.state {
            case 1: try settleSent(row.task, row.file, row.content, row.size, item, &settled)
            case 2: try settleFailed(row.task, row.file, item, &settled)
            default:
                let isThere = try item.flatMap { try store.item($0) }?.file?.content == row.content
                if item == nil || isThere {
                    try settleSent(row.task, row.file, row.content, row.size, item, &settled)
                } else if let item {
                    // The user has cleared the list of what has failed: it is tried again.
                    try store.forgetUnsent(row.task)
                    try store.forgetTask(of: item)
                }
            }
        }
        settled.items += try store.forgetSettled()
        return settled
    }

    private func settleSent(
        _ task: Int64, _ file: String, _ content: ContentHash, _ size: UInt64, _ item: ItemID?, _ settled: inout Settled
    ) throws {
        try store.forgetUnsent(task)
        if let item {
            try store.dropFile(of: item)
            settled.items.append(item)
        }
        settled.files.append((file, content, size))
    }

    /// What cannot be sent as it was ordered stays on this device, unless newer bytes have taken its place. What only
    /// lacks its folder goes to the top.
    private func settleFailed(_ task: Int64, _ file: String, _ item: ItemID?, _ settled: inout Settled) throws {
        guard let item else {
            try store.forgetUnsent(task)
            return settled.files.append((file, nil, 0))
        }
        guard let failed = try store.drive.task(task), let reason = failed.reason, case .upload(let job) = failed.job,
            [.inTrash, .notFound, .folderFailed].contains(reason)
        else { return }
        try store.forgetUnsent(task)
        let id = environment.freshItem()
        try store.forgetPrivate(item)
        try store.drive.database.run("DELETE FROM local WHERE item = ?", [.blob(item.bytes)])
        try store.drive.expect(
            FileItem(
                id: id, space: space, parent: space.root, name: job.plainName.name.numbered(Int(task)), kind: .file,
                state: .live, rev: 0, changed: environment.clock.now().seconds, trashed: nil, file: nil))
        try store.setFile(file, base: nil, of: id)
        _ = try store.drive.forget(task)
    }

    // MARK: - What the server says

    /// Compares what the kernel knows of items with what they are now; what differs is told to it. An item that cannot
    /// be read now stays as the kernel knows it, and is compared by the next call.
    func reconcile(_ items: [ItemID]) {
        monitor.synchronized {
            let all = doubtful.union(items)
            doubtful = []
            for id in all {
                guard let node = nodes.node(of: id) else { continue }
                do {
                    reconcile(node, try store.item(id))
                } catch {
                    doubtful.insert(id)
                }
            }
        }
    }

    /// As ``reconcile(_:)``, of all that the kernel knows.
    func reconcileAll() {
        reconcile(monitor.synchronized { nodes.nodes.values.map(\.item) })
    }

    private func reconcile(_ node: MountNode, _ item: ShownItem?) {
        guard node.id != MountNode.root else { return }
        guard let item else {
            if let name = node.name { outdated.append(.entry(name, folder: node.parent)) }
            return nodes.setGone(node)
        }
        if item.id != node.item { nodes.setItem(of: node, to: item.id) }
        let parent = item.parent.flatMap { nodes.node(of: $0) }?.id
        if parent != node.parent || item.name != node.name, let name = node.name {
            outdated.append(.entry(name, folder: node.parent))
        }
        var hasOtherPages = false
        if case .local = node.source {} else if node.opens == 0 { hasOtherPages = true }
        outdated.append(.node(node.id, pages: hasOtherPages))
    }
}
