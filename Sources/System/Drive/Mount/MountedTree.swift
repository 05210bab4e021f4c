// SPDX-License-Identifier: MIT
internal import FileIO
internal import FileModel
internal import Glibc
internal import HubAPI
internal import Mount

/// One space as a mounted folder: names and attributes from the store alone, bytes from this device or, later, from the
/// server.
///
/// No request waits for a network on the session's thread. What the server says otherwise comes by ``reconcile(_:)``.
///
/// | where the bytes are | meaning | after a kill |
/// |---|---|---|
/// | cached | the server's content, verified chunk by chunk | what the bits say is right, and verified again after a restart of the system |
/// | own, being written | a file of `unsent`, named by a row of `local` | the row and the file are there; it is frozen and sent |
/// | own, frozen | hashed, an upload waits that names the file | the upload goes on |
/// | sent | the upload is done | the next settling gives the file to the cache |
// Safe: everything that changes is used inside `monitor` alone, or has a lock of its own.
final class MountedTree: MountOperations, @unchecked Sendable {
    let monitor = MountMonitor()
    let store: MountStore
    let space: SpaceID
    let isWritable: Bool
    let cache: ContentCache
    let workQueue: WorkQueue
    let folder: String
    let unsent: DiskFolder
    let environment: DriveEnvironment
    /// Used on the work queue inside `durableMonitor` alone.
    let durableStore: MountStore
    let durableMonitor = MountMonitor()

    var nodes: NodeTable
    var handles: [UInt64: MountHandle] = [:]
    var lastHandle: UInt64 = 0
    var outdated: [Outdated] = []
    /// What the server has room for, less what was written since it said so.
    var quotaLeft: UInt64 = .max
    var quota: UInt64 = 0
    /// As the server has described the space last.
    var described: FileSpace
    /// What could not be compared yet, because the store could not be read.
    var doubtful: Set<ItemID> = []
    /// Whether the server is heard and sent to.
    var health = MountHealth()
    /// Called when something is to be sent; must return quickly.
    var onChange: @Sendable () -> Void = {}
    /// Called when a pin was set or removed; must return quickly.
    var onPin: @Sendable () -> Void = {}

    init(
        folder: String, space: FileSpace, cache: ContentCache, environment: DriveEnvironment
    ) throws {
        self.folder = folder
        self.space = space.id
        isWritable = space.role.mayWrite
        self.cache = cache
        self.environment = environment
        store = try MountStore(folder: folder)
        durableStore = try MountStore(folder: folder)
        unsent = try DiskFolder(path: folder).folder(making: FileName("unsent"))
        workQueue = try WorkQueue(threads: 2)
        nodes = NodeTable(root: space.id.root)
        described = space
        try learnRoom()
    }

    /// One opening of a file or a folder.
    final class MountHandle {
        let node: MountNode
        let writes: Bool
        /// Of a folder: what was read of it so far, so that it goes on where it was.
        var entries: [ShownItem] = []
        var isRead = false

        init(_ node: MountNode, writes: Bool) {
            self.node = node
            self.writes = writes
        }
    }

    /// What the kernel must not use any more.
    enum Outdated {
        case entry(FileName, folder: UInt64)
        case node(UInt64, pages: Bool)
    }

    // MARK: - Pieces

    /// Runs `body` inside the lock, with what it throws as error numbers.
    func locked<R>(_ body: () throws -> R) throws -> R {
        do {
            return try monitor.synchronized(body)
        } catch {
            throw Self.number(of: error)
        }
    }

    static func number(of error: any Error) -> MountErrno {
        switch error {
        case let error as MountErrno: error
        case let error as FileIOError where error.code == .full: MountErrno(ENOSPC)
        case let error as FileModelError: MountErrno(error.code == .badName ? EINVAL : ENAMETOOLONG)
        default: MountErrno(EIO)
        }
    }

    static func name(_ bytes: [UInt8]) throws -> FileName {
        guard bytes.count <= FileName.maximumCount else { throw MountErrno(ENAMETOOLONG) }
        return try FileName(bytes)
    }

    func mounted(_ number: UInt64) throws -> MountNode {
        guard let node = nodes[number] else { throw MountErrno(ESTALE) }
        return node
    }

    /// The item of a node that is in a folder; the root is one too.
    func item(of node: MountNode) throws -> ShownItem {
        if node.id == MountNode.root { return root }
        guard !node.isGone, let item = try store.item(node.item) else { throw MountErrno(ESTALE) }
        return item
    }

    var root: ShownItem {
        ShownItem(
            id: space.root, parent: nil, name: nil, kind: .folder, file: nil, rev: 1, changed: 0, local: nil)
    }

    func folderItem(_ number: UInt64) throws -> ItemID {
        let item = try item(of: mounted(number))
        guard item.kind == .folder else { throw MountErrno(ENOTDIR) }
        return item.id
    }

    func requireWritable() throws { guard isWritable else { throw MountErrno(EROFS) } }

    /// Milliseconds of a clock that never goes back.
    var now: UInt64 { MountThread.milliseconds }

    /// Works out what the quota has room for: what waits to be sent takes it too. What the server has reserved for an
    /// upload of this device is among that.
    func learnRoom() throws {
        let (taken, isOver) = described.used.addingReportingOverflow(max(described.reserved, try unsentBytes()))
        quota = described.quota
        quotaLeft = !isOver && quota > taken ? quota - taken : 0
    }

    /// The bytes that will be sent into this space.
    private func unsentBytes() throws -> UInt64 {
        var sum = try store.waitingBytes(in: space)
        for name in try store.writtenFiles(in: space) { sum &+= try unsent.look(at: FileName(name))?.size ?? 0 }
        return sum
    }

    // MARK: - Attributes

    /// What programs see of an item.
    func attributes(of item: ShownItem, _ node: MountNode?) throws -> MountAttributes {
        let number = Self.number(of: item.id)
        let changed = Int64(clamping: item.changed) &* 1_000_000_000
        guard item.kind == .file else {
            return MountAttributes(
                number: number, kind: .folder, mode: isWritable ? 0o700 : 0o500, size: 0, stored: 0, modified: changed,
                changed: changed)
        }
        if let own = try ownStamp(of: item, node) {
            return MountAttributes(
                number: number, kind: .file, mode: mode(item.local?.isExecutable ?? own.isExecutable), size: own.size,
                stored: own.size, modified: item.local?.modified ?? own.modified, changed: own.changed)
        }
        var size = item.file?.size ?? 0
        if case .cached(let content, _) = node?.source { size = content.size }
        let modified = item.local?.modified ?? item.file?.modified.map { $0 &* 1_000_000 } ?? changed
        return MountAttributes(
            number: number, kind: .file, mode: mode(item.local?.isExecutable ?? item.file?.executable ?? false),
            size: size, stored: size, modified: modified, changed: max(changed, modified))
    }

    private func mode(_ isExecutable: Bool) -> UInt32 {
        (isWritable ? 0o600 : 0o400) | (isExecutable ? 0o100 : 0)
    }

    /// Of bytes that only this device has.
    func ownStamp(of item: ShownItem, _ node: MountNode?) throws -> FileStamp? {
        if case .local(let file, _, _) = node?.source { return try file.stamp() }
        guard let name = item.local?.file else { return nil }
        return try unsent.file(FileName(name)).stamp()
    }

    /// The inode number that programs see: from the id of the item, so it is the same after each mount and is given to
    /// no other item.
    static func number(of item: ItemID) -> UInt64 {
        let number = item.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number > 1 ? number : 2
    }

    /// Of a file that is in no folder any more and is still open.
    func orphanAttributes(_ node: MountNode) throws -> MountAttributes {
        switch node.source {
        case .local(let file, _, _):
            let stamp = try file.stamp()
            return MountAttributes(
                number: Self.number(of: node.item), kind: .file, mode: mode(stamp.isExecutable), size: stamp.size,
                stored: stamp.size, modified: stamp.modified, changed: stamp.changed)
        case .cached(let content, _):
            return MountAttributes(
                number: Self.number(of: node.item), kind: .file, mode: mode(false), size: content.size,
                stored: content.size, modified: 0, changed: 0)
        case nil: throw MountErrno(ESTALE)
        }
    }

    func attributes(of number: UInt64, _ request: MountRequest) {
        request.failing {
            request.answer(
                try locked {
                    let node = try mounted(number)
                    if node.isGone { return try orphanAttributes(node) }
                    return try attributes(of: item(of: node), node)
                })
        }
    }

    func room(_ request: MountRequest) {
        request.failing {
            request.answer(
                try locked {
                    MountRoom(total: quota, free: min(quotaLeft, quota), items: try store.count(in: space))
                })
        }
    }
}
