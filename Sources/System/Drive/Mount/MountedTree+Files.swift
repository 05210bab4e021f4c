// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Mount

/// Open files: what a program reads is what the file held when it was opened first, until the last one closes it.
extension MountedTree {
    func open(_ number: UInt64, _ flags: Int32, _ request: MountRequest) {
        let writes = flags & O_ACCMODE != O_RDONLY
        let cuts = writes && flags & O_TRUNC != 0
        request.failing {
            let (node, handle) = try locked { () throws -> (MountNode, UInt64) in
                let node = try mounted(number)
                if writes { try requireWritable() }
                if node.isGone {
                    guard node.source != nil else { throw MountErrno(ESTALE) }
                } else {
                    let item = try item(of: node)
                    guard item.kind == .file else { throw MountErrno(EISDIR) }
                    if node.source == nil { node.source = try source(of: item) }
                }
                return (node, open(node, writes: writes))
            }
            if cuts { return cut(node, handle, request) }
            guard writes, case .cached(let content, let place)? = monitor.synchronized({ node.source }) else {
                return request.answer(opened: handle, keepsPages: true)
            }
            // All of it is here before the first byte changes.
            cache.obtain(0..<content.size, of: content, from: place, keepsLoose: false) { [self] result in
                answer(result.map { _ in }, node, handle, request)
            }
        }
    }

    private func cut(_ node: MountNode, _ handle: UInt64, _ request: MountRequest) {
        prepareWriting(node, keepsBytes: false) { [self] result in
            let done = Result<Void, MountErrno> { () throws(MountErrno) in
                let file = try result.get()
                do {
                    try locked {
                        try file.truncate(to: 0)
                        node.ownSize = 0
                        touch(node)
                    }
                } catch {
                    throw Self.number(of: error)
                }
            }
            answer(done, node, handle, request)
        }
    }

    private func answer(
        _ result: Result<Void, MountErrno>, _ node: MountNode, _ handle: UInt64, _ request: MountRequest
    ) {
        switch result {
        case .success: request.answer(opened: handle, keepsPages: true)
        case .failure(let error):
            monitor.synchronized { close(handle) }
            request.fail(error.number)
        }
    }

    private func source(of item: ShownItem) throws -> MountNode.Source {
        if let name = item.local?.file, let local = item.local {
            return .local(try unsent.file(changing: FileName(name)), name: name, isWritable: !local.isFrozen)
        }
        guard let file = item.file else { throw MountErrno(ESTALE) }
        let place = ContentPlace(item: item.id, version: file.version, content: file.content, size: file.size)
        let content = try cache.use(
            file.content, size: file.size, isFleeting: store.effectivePin(of: item) == .never)
        return .cached(content, place)
    }

    func read(_ number: UInt64, _ handle: UInt64, at offset: UInt64, count: Int, _ request: MountRequest) {
        request.failing {
            switch try locked({ try mounted(number).source }) {
            case .local(let file, _, _):
                file.withDescriptor { request.answer(file: $0, at: offset, count: count) }
            case .cached(let content, let place):
                guard offset < content.size else { return request.answer(UnsafeRawBufferPointer(start: nil, count: 0)) }
                let range = offset..<min(offset + UInt64(count), content.size)
                cache.noteReading(range, of: content, from: place)
                cache.obtain(range, of: content, from: place, keepsLoose: true) { result in
                    request.failing { try Self.answer(request, range, of: content, loose: result.get()) }
                }
            case nil: throw MountErrno(EBADF)
            }
        }
    }

    /// - Parameter loose: chunks that are in memory alone.
    private static func answer(
        _ request: MountRequest, _ range: Range<UInt64>, of content: CachedContent, loose: [Int: [UInt8]]
    ) throws {
        guard !loose.isEmpty else {
            return content.file.withDescriptor {
                request.answer(file: $0, at: range.lowerBound, count: range.count)
            }
        }
        var bytes: [UInt8] = []
        for chunk in content.chunks(covering: range) {
            let part = content.range(of: chunk).clamped(to: range)
            if let held = loose[chunk] {
                let start = Int(part.lowerBound - content.range(of: chunk).lowerBound)
                bytes += held[start..<start + part.count]
            } else {
                bytes += try content.file.read(part.count, at: part.lowerBound)
            }
        }
        bytes.withUnsafeBytes { request.answer($0) }
    }

    // MARK: - Closing

    /// What was written is in the file; ``sync(_:_:)`` makes it durable.
    func flush(_ number: UInt64, _ handle: UInt64, _ request: MountRequest) { request.succeed() }

    func close(_ number: UInt64, _ handle: UInt64, _ request: MountRequest) {
        monitor.synchronized { close(handle) }
        request.succeed()
        onChange()
    }

    /// Inside the lock.
    private func close(_ handle: UInt64) {
        guard let closed = handles.removeValue(forKey: handle) else { return }
        let node = closed.node
        node.opens -= 1
        if closed.writes {
            node.writers -= 1
            if node.touched > 0 { touch(node) }
        }
        guard node.opens == 0 else { return }
        if case .cached(let content, let place) = node.source {
            cache.release(content)
            do {
                let present = node.isGone ? nil : try store.item(node.item)
                if let present, present.file?.content != place.content {
                    outdated.append(.node(node.id, pages: true))
                }
            } catch {
                doubtful.insert(node.item)
            }
        }
        node.source = nil
        nodes.forgetIfUnused(node)
    }

    // MARK: - Durability

    func sync(_ number: UInt64, _ request: MountRequest) {
        request.failing {
            let file = try locked { () throws -> DiskFile? in
                let node = try mounted(number)
                if case .local(let file, _, _) = node.source { return file }
                return nil
            }
            workQueue.add { [self] in
                request.failing {
                    try file?.flush()
                    if file != nil { try unsent.flush() }
                    try durableMonitor.synchronized { try durableStore.makeDurable() }
                    request.succeed()
                }
            }
        }
    }
}
