// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import SQLite

/// The contents of the server that this device has some or all chunks of: `cache/<first two digits>/<SHA-256>`.
///
/// A chunk is written after it was verified, and its bit is committed after that. What leaves first was used longest
/// ago; what is open or pinned does not leave. Room is asked for before it is taken.
// Safe: everything that changes is used inside `monitor` alone.
final class ContentCache: @unchecked Sendable {
    let monitor = MountMonitor()
    let network: Reachability
    let makeServer: @Sendable () throws -> any FileServer
    private let store: MountStore
    private let folder: DiskFolder
    private let boot: String
    private let limit: UInt64
    /// What stays free on the disk.
    private let kept: UInt64
    private var open: [ContentHash: CachedContent] = [:]
    private var pinned: Set<ContentHash> = []
    private var bytes: UInt64
    private var uses: Int64

    // Of ContentCache+Fetching.
    var waiters: [ChunkWaiter] = []
    var wanted: [ChunkJob] = []
    var ahead: [ChunkJob] = []
    var running: [ChunkJob: UInt64] = [:]
    var isClosed = false
    var threads: [MountThread] = []
    var received: UInt64 = 0

    /// - Parameters:
    ///   - limit: bytes that contents of the server take on this device at most.
    ///   - kept: bytes of the disk that stay free.
    init(
        folder path: String, limit: UInt64, kept: UInt64, network: Reachability,
        makeServer: @escaping @Sendable () throws -> any FileServer
    ) throws {
        store = try MountStore(folder: path)
        folder = try DiskFolder(path: path).folder(making: FileName("cache"))
        boot = try SystemBoot.id()
        self.limit = limit
        self.kept = kept
        self.network = network
        self.makeServer = makeServer
        let database = store.drive.database
        bytes = try database.row("SELECT coalesce(sum(bytes), 0) FROM cached")?.unsigned(0) ?? 0
        uses = try database.row("SELECT coalesce(max(used), 0) FROM cached")?.int(0) ?? 0
    }

    // MARK: - Using

    /// Opens a content, of which nothing need be here. It stays until ``release(_:)``.
    ///
    /// - Parameter isFleeting: whether it leaves with its last user; nil for as it is.
    func use(_ hash: ContentHash, size: UInt64, isFleeting: Bool? = nil) throws -> CachedContent {
        try monitor.synchronized {
            let content = try open[hash] ?? load(hash, size)
            content.users += 1
            if let isFleeting { content.isFleeting = isFleeting }
            open[hash] = content
            uses += 1
            try store.drive.database.run(
                "UPDATE cached SET used = ? WHERE content = ?", [.integer(uses), .blob(hash.digest.bytes)])
            return content
        }
    }

    func release(_ content: CachedContent) {
        monitor.synchronized {
            content.users -= 1
            guard content.users == 0 else { return }
            open[content.hash] = nil
            guard content.isFleeting, !pinned.contains(content.hash) else { return }
            // Safe: what stays is within the limit, and leaves later.
            try? remove(content.hash)
        }
    }

    func isHeld(_ content: CachedContent, _ range: Range<UInt64>) -> Bool {
        monitor.synchronized { content.chunks(covering: range).allSatisfy { content.held.contains($0) } }
    }

    /// How much of a content is here.
    func state(of hash: ContentHash, size: UInt64) throws -> PlaceState {
        try monitor.synchronized {
            guard size > 0 else { return pinned.contains(hash) ? .pinned : .cached }
            let held = try open[hash].map(\.held.count) ?? row(of: hash, size).map(\.held.count) ?? 0
            guard held > 0 else { return .remote }
            guard held == Int(ChunkList.count(forSize: size)) else { return .partial }
            return pinned.contains(hash) ? .pinned : .cached
        }
    }

    func setPinned(_ contents: Set<ContentHash>) { monitor.synchronized { pinned = contents } }

    // MARK: - Rows

    private struct Kept {
        let list: ChunkList?
        let held: ChunkSet
        let isOfThisBoot: Bool
    }

    /// What was written down of a content; nil for one that is not here or whose row cannot be right.
    private func row(of hash: ContentHash, _ size: UInt64) throws -> Kept? {
        guard
            let row = try store.drive.database.row(
                "SELECT size, list, have, boot FROM cached WHERE content = ?", [.blob(hash.digest.bytes)]),
            try row.unsigned(0) == size,
            let held = ChunkSet(bits: try row.blob(2), room: Int(ChunkList.count(forSize: size)))
        else { return nil }
        let list = try row.optionalBlob(1).map { try ChunkList(size: size, encoded: $0) }
        return Kept(list: list, held: held, isOfThisBoot: try row.text(3) == boot)
    }

    private func load(_ hash: ContentHash, _ size: UInt64) throws -> CachedContent {
        let inner = try folder.folder(making: FileName(String("\(hash)".prefix(2))))
        let name = try FileName("\(hash)")
        let count = Int(ChunkList.count(forSize: size))
        let none = ChunkSet(room: count)
        let kept = try row(of: hash, size)
        let known =
            try size > 0 && size <= ChunkList.chunkSize ? ChunkList(size: size, encoded: hash.digest.bytes) : kept?.list
        if let kept, let there = try inner.look(at: name), there.kind == .file, there.size == size {
            return CachedContent(
                hash: hash, size: size, file: try inner.file(changing: name), list: known,
                held: kept.isOfThisBoot ? kept.held : none, doubtful: kept.isOfThisBoot ? none : kept.held)
        }
        try forget(hash)
        try inner.remove(name)
        let file = try inner.file(making: name)
        try file.truncate(to: size)
        let content = CachedContent(hash: hash, size: size, file: file, list: known, held: none, doubtful: none)
        try keep(content)
        return content
    }

    /// Writes down what is here of a content.
    func keep(_ content: CachedContent) throws {
        let hash = content.hash.digest.bytes
        let before = try store.drive.database.row("SELECT bytes FROM cached WHERE content = ?", [.blob(hash)])
        try store.drive.database.run(
            """
            INSERT INTO cached (content, size, list, have, bytes, boot, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (content) DO UPDATE SET list = ?3, have = ?4, bytes = ?5, boot = ?6
            """,
            [
                .blob(hash), .unsigned(content.size), .optional(content.list?.encoded),
                .blob(content.held.bits), .unsigned(content.heldBytes), .text(boot), .integer(uses),
            ])
        bytes = bytes - (try before?.unsigned(0) ?? 0) + content.heldBytes
    }

    private func forget(_ hash: ContentHash) throws {
        let database = store.drive.database
        let row = try database.row("SELECT bytes FROM cached WHERE content = ?", [.blob(hash.digest.bytes)])
        try database.run("DELETE FROM cached WHERE content = ?", [.blob(hash.digest.bytes)])
        bytes -= try row?.unsigned(0) ?? 0
    }

    /// The row goes first: a file without one is found at the next start.
    private func remove(_ hash: ContentHash) throws {
        try forget(hash)
        try folder.folder(making: FileName(String("\(hash)".prefix(2)))).remove(FileName("\(hash)"))
    }

    // MARK: - Room

    /// Lets contents leave until so many bytes fit. Inside the lock.
    ///
    /// - Returns: whether they fit now.
    func makeRoom(for count: UInt64) throws -> Bool {
        while true {
            let free = try folder.space().free
            if bytes + count <= limit, free >= kept + count { return true }
            guard let hash = try oldest() else { return false }
            try remove(hash)
        }
    }

    /// Makes room on the disk for bytes that are not the cache's.
    ///
    /// - Returns: whether the disk has so many bytes beyond what stays free.
    func hasDisk(for count: UInt64) throws -> Bool {
        try monitor.synchronized {
            while try folder.space().free < kept + count {
                guard let hash = try oldest() else { return false }
                try remove(hash)
            }
            return true
        }
    }

    private func oldest() throws -> ContentHash? {
        var skipped: Int64 = -1
        while let row = try store.drive.database.row(
            "SELECT content, used FROM cached WHERE used > ? ORDER BY used LIMIT 1", [.integer(skipped)])
        {
            let hash = ContentHash(try .init(row.blob(0)))
            if open[hash] == nil, !pinned.contains(hash) { return hash }
            skipped = try row.int(1)
        }
        return nil
    }

    // MARK: - Bytes from this device

    /// Takes over a file that holds a content whole, as one that was sent; the file has another name then, or is gone.
    func adopt(_ name: FileName, in source: DiskFolder, _ hash: ContentHash, size: UInt64) throws {
        try monitor.synchronized {
            guard size > 0, open[hash] == nil, try row(of: hash, size) == nil, try makeRoom(for: size) else {
                return try source.remove(name)
            }
            let inner = try folder.folder(making: FileName(String("\(hash)".prefix(2))))
            try source.rename(name, to: inner, as: FileName("\(hash)"))
            let file = try inner.file(FileName("\(hash)"))
            var hasher = ContentHasher()
            try file.forEachPiece(in: 0..<UInt64.max) { hasher.update($0) }
            guard hasher.contentHash == hash else {
                // It was changed after it was sent, which nothing of ours does.
                return try inner.remove(FileName("\(hash)"))
            }
            var held = ChunkSet(room: Int(ChunkList.count(forSize: size)))
            for chunk in 0..<hasher.chunkList.count { held.insert(chunk) }
            uses += 1
            try keep(
                CachedContent(
                    hash: hash, size: size, file: file, list: hasher.chunkList, held: held,
                    doubtful: ChunkSet(room: Int(ChunkList.count(forSize: size)))))
        }
    }

    /// Removes files that no row names, as a kill leaves them; before contents are used.
    func removeStrays() throws {
        for entry in try folder.entries() where entry.kind == .folder {
            let inner = try folder.folder(entry.name)
            for file in try inner.entries() {
                let hash = file.name.text.flatMap { ContentHash(hex: $0) }
                let known = try hash.flatMap {
                    try store.drive.database.row(
                        "SELECT 1 FROM cached WHERE content = ?", [.blob($0.digest.bytes)])
                }
                if known == nil { try inner.remove(file.name) }
            }
        }
    }
}
