// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Keys
internal import Mount
internal import Tokens

/// Bytes that this device writes: an item gets a file of its own in `unsent` before the first one changes.
extension MountedTree {
    typealias Prepared = (Result<DiskFile, MountErrno>) -> Void

    /// What is to be done so that a file can be written to.
    private enum Preparation {
        case ready(DiskFile)
        /// Another one is under way and will tell.
        case waiting
        /// The bytes of another file are copied first.
        case copying(DiskFile, size: UInt64, base: ContentHash?, isExecutable: Bool, modified: Int64?)
        /// The bytes of the server are received first.
        case receiving(CachedContent, ContentPlace, isExecutable: Bool, modified: Int64?)
    }

    /// Gives the item of a node bytes of its own, and hands over the file. Outside the lock.
    ///
    /// - Parameter keepsBytes: false if what the file holds now will be cut off.
    func prepareWriting(_ node: MountNode, keepsBytes: Bool, then: @escaping Prepared) {
        do {
            switch try locked({ try preparation(node, keepsBytes, then) }) {
            case .waiting: break
            case .ready(let file): then(.success(file))
            case .copying(let source, let size, let base, let isExecutable, let modified):
                workQueue.add { [self] in copy(source, size, base, isExecutable, modified, for: node) }
            case .receiving(let content, let place, let isExecutable, let modified):
                cache.obtain(0..<content.size, of: content, from: place, keepsLoose: false) { [self] result in
                    switch result {
                    case .failure(let error): finish(node, .failure(error))
                    case .success:
                        workQueue.add { [self] in
                            copy(content.file, content.size, content.hash, isExecutable, modified, for: node)
                            cache.release(content)
                        }
                        return
                    }
                    cache.release(content)
                }
            }
        } catch {
            then(.failure(Self.number(of: error)))
        }
    }

    private func preparation(_ node: MountNode, _ keepsBytes: Bool, _ then: @escaping Prepared) throws -> Preparation {
        if case .local(let file, _, true) = node.source { return .ready(file) }
        if node.preparing != nil {
            node.preparing?.append(then)
            return .waiting
        }
        try requireWritable()
        // What is in no folder any more may be written to, and goes with its last descriptor.
        let item = node.isGone ? nil : try item(of: node)
        guard item?.kind != .folder else { throw MountErrno(EISDIR) }
        if let item, let local = item.local, let name = local.file {
            let file = try unsent.file(changing: FileName(name))
            if !local.isFrozen { return .ready(use(file, name, for: node)) }
            if let task = local.task, try thaw(item.id, task) != nil { return .ready(use(file, name, for: node)) }
            return try copied(from: file, base: local.content, local, keepsBytes, node, then)
        }
        if item == nil, case .local(let file, _, _) = node.source {
            return try copied(from: file, base: nil, nil, keepsBytes, node, then)
        }
        guard let server = item?.file else { throw MountErrno(ESTALE) }
        let isExecutable = item?.local?.isExecutable ?? server.executable
        let modified = item?.local?.modified ?? server.modified.map { $0 &* 1_000_000 }
        guard keepsBytes, server.size > 0 else {
            let file = try own(base: server.content, isExecutable: isExecutable, of: node)
            return .ready(file)
        }
        node.preparing = [then]
        let content: CachedContent
        do {
            content = try cache.use(server.content, size: server.size)
        } catch {
            node.preparing = nil
            throw error
        }
        let place = ContentPlace(
            item: item?.id ?? node.item, version: server.version, content: server.content, size: server.size)
        return .receiving(content, place, isExecutable: isExecutable, modified: modified)
    }

    /// - Parameter local: with the time and permission that programs have set since the bytes were frozen.
    private func copied(
        from file: DiskFile, base: ContentHash?, _ local: LocalChange?, _ keepsBytes: Bool, _ node: MountNode,
        _ then: @escaping Prepared
    ) throws -> Preparation {
        let stamp = try file.stamp()
        let isExecutable = local?.isExecutable ?? stamp.isExecutable
        guard keepsBytes, stamp.size > 0 else {
            return .ready(try own(base: base, isExecutable: isExecutable, of: node))
        }
        node.preparing = [then]
        return .copying(
            file, size: stamp.size, base: base, isExecutable: isExecutable, modified: local?.modified ?? stamp.modified)
    }

    /// Makes an empty file that is the item's from now on.
    private func own(base: ContentHash?, isExecutable: Bool, of node: MountNode) throws -> DiskFile {
        guard try cache.hasDisk(for: 0) else { throw MountErrno(ENOSPC) }
        let name = try FileName("\(environment.freshItem())")
        let file = try unsent.file(making: name)
        try file.setMode(isExecutable: isExecutable)
        return try take(file, name, base, for: node)
    }

    private func take(_ file: DiskFile, _ name: FileName, _ base: ContentHash?, for node: MountNode) throws -> DiskFile
    {
        if node.isGone {
            // Nothing will be sent of it.
            try unsent.remove(name)
        } else {
            try store.transaction { try store.setFile(name.description, base: base, of: node.item) }
            try environment.onStep(.mountedFileMade)
        }
        return use(file, name.description, for: node)
    }

    private func use(_ file: DiskFile, _ name: String, for node: MountNode) -> DiskFile {
        if case .cached(let content, _) = node.source { cache.release(content) }
        if node.opens > 0 { node.source = .local(file, name: name, isWritable: true) }
        // Safe: without its size, the room that it takes is counted from the beginning of the file.
        node.ownSize = (try? file.size()) ?? 0
        touch(node)
        return file
    }

    /// Takes back an upload that has not begun, so that its bytes can be changed.
    ///
    /// - Returns: the lock of the queue, to be kept until this is committed; nil if it was not taken back, because another
    ///   process or thread may be sending it, or a later task stands on its bytes.
    func thaw(_ item: ItemID, _ task: Int64) throws -> StoreLock? {
        let lock: StoreLock
        do {
            lock = try StoreLock(path: self.folder + "/worker.lock")
        } catch {
            return nil
        }
        return try store.transaction {
            guard let waiting = try store.drive.task(task), waiting.state == .waiting,
                case .upload(let job) = waiting.job, job.step == .planned || job.step == .hashed,
                try store.drive.waitingTasks(on: item).allSatisfy({ $0.id == task })
            else { return nil }
            try store.setThawed(item, task: task)
            return lock
        }
    }

    /// Copies bytes into a file of `unsent`, on the work queue.
    private func copy(
        _ source: DiskFile, _ size: UInt64, _ base: ContentHash?, _ isExecutable: Bool, _ modified: Int64?,
        for node: MountNode
    ) {
        do {
            guard try cache.hasDisk(for: size) else { throw MountErrno(ENOSPC) }
            let name = try locked { try FileName("\(environment.freshItem())") }
            let file = try unsent.file(making: name)
            do {
                try source.copy(0..<size, to: file)
                try file.setMode(isExecutable: isExecutable)
                if let modified { try file.setModified(modified) }
                let own = try locked { try take(file, name, base, for: node) }
                finish(node, .success(own))
            } catch {
                try unsent.remove(name)
                throw error
            }
        } catch {
            finish(node, .failure(Self.number(of: error)))
        }
    }

    private func finish(_ node: MountNode, _ result: Result<DiskFile, MountErrno>) {
        let waiting = monitor.synchronized { () -> [Prepared] in
            defer { node.preparing = nil }
            return node.preparing ?? []
        }
        for then in waiting { then(result) }
        monitor.synchronized { nodes.forgetIfUnused(node) }
    }

    // MARK: - Writing

    func write(
        _ number: UInt64, _ handle: UInt64, at offset: UInt64, _ bytes: UnsafeRawBufferPointer, _ request: MountRequest
    ) {
        request.failing {
            let (node, file) = try locked { () throws -> (MountNode, DiskFile?) in
                let node = try mounted(number)
                guard handles[handle]?.writes == true else { throw MountErrno(EBADF) }
                guard case .local(let file, _, true) = node.source else { return (node, nil) }
                return (node, file)
            }
            if let file { return try write(bytes, at: offset, into: file, of: node, request) }
            let kept = Array(bytes)
            prepareWriting(node, keepsBytes: true) { [self] result in
                request.failing {
                    let file = try result.get()
                    try kept.withUnsafeBytes { try write($0, at: offset, into: file, of: node, request) }
                }
            }
        }
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, at offset: UInt64, into file: DiskFile, of node: MountNode,
        _ request: MountRequest
    ) throws {
        let (end, isOver) = offset.addingReportingOverflow(UInt64(bytes.count))
        guard !isOver, end <= UInt64(Int64.max) else { throw MountErrno(EFBIG) }
        try locked { try takeRoom(upTo: end, for: node) }
        do {
            try file.write(bytes, at: offset)
        } catch {
            throw Self.number(of: error)
        }
        monitor.synchronized { touch(node) }
        request.answer(written: bytes.count)
    }

    /// Takes the room of a file that grows, of the disk and of the quota, before the bytes are written.
    private func takeRoom(upTo end: UInt64, for node: MountNode) throws {
        guard end > node.ownSize else { return }
        let growth = end - node.ownSize
        if !node.isGone, growth > quotaLeft {
            // What was removed or cut since has given room back.
            try learnRoom()
            guard growth <= quotaLeft else { throw MountErrno(EDQUOT) }
        }
        guard try cache.hasDisk(for: growth) else { throw MountErrno(ENOSPC) }
        if !node.isGone { quotaLeft -= growth }
        node.ownSize = end
    }

    func allocate(_ number: UInt64, _ range: Range<UInt64>, keepsSize: Bool, _ request: MountRequest) {
        request.failing {
            let node = try locked { try mounted(number) }
            prepareWriting(node, keepsBytes: true) { [self] result in
                request.failing {
                    let file = try result.get()
                    try locked {
                        guard try cache.hasDisk(for: UInt64(range.count)) else { throw MountErrno(ENOSPC) }
                        if !keepsSize { try takeRoom(upTo: range.upperBound, for: node) }
                        try file.reserve(range)
                        if !keepsSize, try file.size() < range.upperBound { try file.truncate(to: range.upperBound) }
                        touch(node)
                    }
                    request.succeed()
                }
            }
        }
    }

    // MARK: - Attributes

    func change(_ change: AttributeChange, of number: UInt64, _ request: MountRequest) {
        request.failing {
            let node = try locked { try mounted(number) }
            guard !change.changesOwner else { throw MountErrno(EPERM) }
            guard let size = change.size else { return try finish(change, of: node, request) }
            prepareWriting(node, keepsBytes: size > 0) { [self] result in
                request.failing {
                    let file = try result.get()
                    try locked {
                        try takeRoom(upTo: size, for: node)
                        try file.truncate(to: size)
                        node.ownSize = size
                        touch(node)
                    }
                    try finish(change, of: node, request)
                }
            }
        }
    }

    /// Sets the mode and the time, and answers what holds then.
    private func finish(_ change: AttributeChange, of node: MountNode, _ request: MountRequest) throws {
        let modified: Int64? =
            switch change.modified {
            case .now: Int64(clamping: environment.clock.now().seconds) &* 1_000_000_000
            case .at(let time): time
            case nil: nil
            }
        let attributes = try locked { () throws -> MountAttributes in
            if node.isGone { return try orphanAttributes(node) }
            let item = try item(of: node)
            guard item.kind == .file, change.mode != nil || modified != nil else {
                return try self.attributes(of: item, node)
            }
            let isExecutable = change.mode.map { $0 & 0o100 != 0 }
            if let name = item.local?.file, item.local?.isFrozen == false {
                let file = try unsent.file(changing: FileName(name))
                if let isExecutable { try file.setMode(isExecutable: isExecutable) }
                if let modified { try file.setModified(modified) }
                touch(node)
            } else {
                try order(isExecutable, modified, of: item.id)
            }
            guard let now = try store.item(node.item) else { throw MountErrno(ESTALE) }
            return try self.attributes(of: now, node)
        }
        request.answer(attributes)
        onChange()
    }

    /// Tells the server another time or permission of bytes that it has, or is about to get.
    private func order(_ isExecutable: Bool?, _ modified: Int64?, of id: ItemID) throws {
        try requireWritable()
        try store.transaction {
            guard let item = try store.item(id), let content = item.local?.content ?? item.file?.content else { return }
            let was = try item.local?.isExecutable ?? ownStamp(of: item, nil)?.isExecutable ?? item.file?.executable
            guard isExecutable ?? was != was || modified != nil else { return }
            let order = NewContent(
                id: environment.freshOrder(), item: id, base: content, content: content,
                modified: (modified ?? item.local?.modified).map { $0 / 1_000_000 } ?? item.file?.modified,
                executable: isExecutable ?? was)
            _ = try store.drive.add(
                .order(OrderJob(order: .replace(order), space: space, merges: false)),
                at: environment.clock.now().seconds)
            try store.setTimes(modified: modified, isExecutable: isExecutable, of: id)
        }
    }
}
