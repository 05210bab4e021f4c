// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileModel
internal import HubAPI
internal import Keys
internal import Mount
internal import Synchronization

/// How a mounted folder behaves.
package struct MountSettings: Sendable {
    /// Bytes that contents of the server take on this device at most.
    package var cacheBytes: UInt64 = 10 << 30
    /// Bytes of the disk that stay free.
    package var keptBytes: UInt64 = 256 << 20
    /// A file is sent when it has not been written to for so long, in milliseconds.
    package var quietMilliseconds: UInt64 = 2_000
    /// A file is sent after so long although a program still has it open for writing, in milliseconds.
    package var longestMilliseconds: UInt64 = 600_000
    /// How often the server is asked what has changed, in milliseconds.
    package var feedMilliseconds: Int = 3_000
    package var isReadOnly = false

    package init() {}
}

/// A space of the drive as a folder, with the threads that send and hear.
///
/// One process at a time mounts a drive: `mount.lock`. The folder works without a network; what it needs of the server
/// is named by the store since the last refresh.
package final class DriveMount: Sendable {
    /// Makes what a thread needs to talk to the server; each thread has its own.
    package typealias ClientMaker = @Sendable () throws -> DriveClient

    static let kind = "satchel"

    private let lock: Mutex<StoreLock?>
    private let tree: MountedTree
    private let session: MountSession
    private let threads: MountThreads

    /// Mounts a space; ``run()`` answers then.
    ///
    /// - Parameters:
    ///   - folder: of the drive.
    ///   - path: absolute, of an empty folder.
    ///   - space: nil for the account's own.
    ///   - address: of the server, for asking whether it can be reached.
    ///   - onNotice: called once for each change, by any thread; see ``health(of:)``.
    /// - Throws: ``DriveError`` with `.blocked` when another process has mounted this drive; `MountError`.
    package init(
        folder: String, at path: String, space word: String?, settings: MountSettings = MountSettings(),
        address: @escaping @Sendable () -> (host: String, port: String)?,
        onNotice: @escaping @Sendable (MountNotice) -> Void = { _ in }, makeClient: @escaping ClientMaker
    ) throws {
        let lock = try Self.lock(folder)
        self.lock = Mutex(lock)
        let client = try makeClient()
        if try client.store.spaces().isEmpty { try client.refresh() }
        let space = try client.space(named: word)
        let network = Reachability(address: address)
        let cache = try ContentCache(
            folder: folder, limit: settings.cacheBytes, kept: settings.keptBytes, network: network,
            makeServer: { try makeClient().server })
        tree = try MountedTree(folder: folder, space: space, cache: cache, environment: client.environment)
        try tree.store.keep(tree.health)
        try tree.removeStrays()
        try tree.settle()
        let source = Self.source(of: folder)
        try MountPoint.prepare(path, source: source, kind: Self.kind)
        session = try MountSession(
            at: path, source: source, kind: Self.kind, isReadOnly: settings.isReadOnly || !space.role.mayWrite,
            operations: tree)
        threads = MountThreads(
            tree: tree, cache: cache, network: network, session: session, space: space.id,
            told: try client.store.feed(of: space.id), settings: settings, onNotice: onNotice, makeClient: makeClient)
    }

    private static func lock(_ folder: String) throws -> StoreLock {
        do {
            return try StoreLock(path: folder + "/mount.lock")
        } catch let error as KeysError where error.code == .locked {
            throw DriveError(
                .blocked, "Another process has mounted this drive. Unmount it first: satchel drive unmount",
                cause: error)
        } catch {
            throw DriveError.translating(error)
        }
    }

    /// What the kernel's table of mounts names as the source: the same for each mount of a drive.
    static func source(of folder: String) -> String {
        "satchel-" + SHA256.hash(Array(folder.utf8)).description.prefix(16)
    }

    /// Answers until ``end()`` is called or the folder is unmounted, then sends nothing more. What was written is on this
    /// device and is sent by the next mount or by a drain.
    package func run() throws {
        try threads.start()
        _ = session.run()
        threads.stop()
        session.unmount()
        tree.workQueue.close()
        try tree.freeze(quiet: 0, longest: 0)
        try tree.durableMonitor.synchronized { try tree.durableStore.makeDurable() }
        lock.withLock { $0 = nil }
    }

    /// Ends ``run()``, from any thread.
    package func end() { session.end() }

    /// Looks at once whether something is to be sent or received.
    package func wake() { threads.wake() }

    /// Bytes of contents that were received from the server.
    package var receivedBytes: UInt64 { tree.cache.monitor.synchronized { tree.cache.received } }
}
