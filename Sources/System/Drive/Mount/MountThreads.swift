// SPDX-License-Identifier: MIT
internal import FileModel
internal import HubAPI
internal import Mount
internal import Tokens

/// The threads of a mounted folder: one sends, one hears what the server says, one tells the kernel.
// Safe: everything that changes is used inside `monitor` alone, or by one thread as said; `threads` by `start` and `stop`.
final class MountThreads: @unchecked Sendable {
    private let monitor = MountMonitor()
    private let tree: MountedTree
    private let cache: ContentCache
    private let network: Reachability
    private let session: MountSession
    private let space: SpaceID
    private let settings: MountSettings
    private let makeClient: DriveMount.ClientMaker
    private var threads: [MountThread] = []
    private var isStopping = false
    private var hasChanged = true
    private var isHearing = true
    private var hasPins = true
    /// Used by the thread that sends alone: why the last execution of the queue has stopped.
    private var away: DriveError?
    /// Used by the thread that hears alone: the change of the feed up to which the kernel was told.
    private var told: (generation: Int64, rev: UInt64)
    private let onNotice: @Sendable (MountNotice) -> Void

    private static let sendMilliseconds = 500
    private static let awayMilliseconds = 5_000

    /// - Parameters:
    ///   - told: where the feed stands before the kernel knows anything.
    ///   - onNotice: called on the threads when the server is not heard or sent to any more, or is again.
    init(
        tree: MountedTree, cache: ContentCache, network: Reachability, session: MountSession, space: SpaceID,
        told: DriveStore.FeedPosition, settings: MountSettings, onNotice: @escaping @Sendable (MountNotice) -> Void,
        makeClient: @escaping DriveMount.ClientMaker
    ) {
        self.tree = tree
        self.cache = cache
        self.network = network
        self.session = session
        self.space = space
        self.told = (told.generation, told.rev)
        self.settings = settings
        self.onNotice = onNotice
        self.makeClient = makeClient
    }

    func start() throws {
        tree.onChange = { [weak self] in self?.noteChange() }
        tree.onPin = { [weak self] in self?.notePin() }
        try cache.start()
        threads.append(try MountThread { [self] in tell() })
        threads.append(try MountThread { [self] in hear() })
        threads.append(try MountThread { [self] in send() })
    }

    func stop() {
        monitor.synchronized {
            isStopping = true
            monitor.signal()
        }
        cache.stop()
        for thread in threads { thread.join() }
        threads = []
    }

    func wake() {
        monitor.synchronized {
            (hasChanged, isHearing) = (true, true)
            monitor.signal()
        }
    }

    private func noteChange() {
        monitor.synchronized {
            hasChanged = true
            monitor.signal()
        }
    }

    private func notePin() {
        monitor.synchronized {
            (hasPins, isHearing) = (true, true)
            monitor.signal()
        }
    }

    /// Waits for a flag or a while.
    ///
    /// - Returns: false when the threads are to end.
    private func wait(_ milliseconds: Int, for flag: ReferenceWritableKeyPath<MountThreads, Bool>) -> Bool {
        monitor.synchronized {
            let end = MountThread.milliseconds + UInt64(milliseconds)
            while !isStopping, !self[keyPath: flag] {
                let now = MountThread.milliseconds
                guard now < end else { break }
                monitor.wait(milliseconds: Int(end - now))
            }
            self[keyPath: flag] = false
            return !isStopping
        }
    }

    // MARK: - The kernel

    /// Holds no lock while it tells, and answers no request: the kernel may wait for both.
    private func tell() {
        while !monitor.synchronized({ isStopping }) {
            let outdated = tree.monitor.synchronized { () -> [MountedTree.Outdated] in
                if tree.outdated.isEmpty { tree.monitor.wait(milliseconds: 50) }
                defer { tree.outdated = [] }
                return tree.outdated
            }
            for one in outdated {
                switch one {
                case .entry(let name, let folder): session.invalidate(entry: name.bytes, in: folder)
                case .node(let node, let pages): session.invalidate(node: node, pages: pages)
                }
            }
        }
    }

    // MARK: - The server

    /// Hears what has changed at the server, and receives what is pinned.
    private func hear() {
        var client: DriveClient?
        while wait(settings.feedMilliseconds, for: \.isHearing) {
            var failure: (any Error)?
            do {
                let present = try client ?? ending(makeClient())
                client = present
                try refresh(present)
                network.noteSuccess()
            } catch {
                if DriveError.known(error)?.reason == .unreachable { network.noteFailure() }
                client = nil
                failure = error
            }
            let pins = monitor.synchronized {
                defer { hasPins = false }
                return hasPins
            }
            do {
                if pins || client != nil { try PinDownloader(tree: tree, cache: cache, space: space).run() }
            } catch {
                // The next round tries again.
                notePinLater()
                failure = failure ?? error
            }
            note(\.hearing, failure)
        }
    }

    private func notePinLater() { monitor.synchronized { hasPins = true } }

    /// A client that stops where it is when the threads are to end.
    private func ending(_ client: DriveClient) -> DriveClient {
        client.environment.isEnding = { [weak self] in
            guard let self else { return true }
            return monitor.synchronized { self.isStopping }
        }
        return client
    }

    private func refresh(_ client: DriveClient) throws {
        try client.refresh()
        let now = try client.store.feed(of: space)
        let spaces = try client.store.spaces()
        try tree.monitor.synchronized {
            guard let space = spaces.first(where: { $0.id == self.space }) else { return }
            tree.described = space
            try tree.learnRoom()
        }
        // Another process may have read the feed too, so what the kernel was told of counts, not what this round read.
        if now.generation == told.generation {
            guard now.rev != told.rev else { return }
            tree.reconcile(try tree.monitor.synchronized { try tree.store.changed(in: space, since: told.rev) })
        } else {
            tree.reconcileAll()
        }
        told = (now.generation, now.rev)
    }

    /// Freezes what was written, sends what waits, and takes note of what was sent.
    private func send() {
        var client: DriveClient?
        while wait(wasAway ? Self.awayMilliseconds : Self.sendMilliseconds, for: \.hasChanged) {
            var failure: (any Error)?
            // What one step cannot do holds up no other one.
            func attempt(_ step: () throws -> Void) {
                do { try step() } catch { failure = failure ?? error }
            }
            attempt { try tree.freeze(quiet: settings.quietMilliseconds, longest: settings.longestMilliseconds) }
            attempt { try tree.forgetRemovals() }
            attempt {
                do {
                    let present = try client ?? ending(makeClient())
                    client = present
                    try sendWaiting(present)
                } catch {
                    client = nil
                    throw error
                }
            }
            attempt { try tree.settle() }
            note(\.sending, failure)
        }
    }

    /// - Throws: why nothing more could be sent.
    private func sendWaiting(_ client: DriveClient) throws {
        guard try client.store.count(.waiting) > 0 else {
            away = nil
            return
        }
        if let away, network.isOffline { throw away }
        let report = try client.drain(isRequested: wasAway)
        away = report.stop
        if report.stop?.reason == .unreachable { network.noteFailure() }
        if let away { throw away }
    }

    private var wasAway: Bool { away != nil }

    // MARK: - Whether it works

    /// Takes note of how a round has ended; what is different from the round before is written down and told once.
    private func note(_ part: WritableKeyPath<MountHealth, DriveReason?>, _ error: (any Error)?) {
        if error is EndOfProcess { return }
        let known = error.map(DriveError.translating)
        let isNew = tree.monitor.synchronized {
            var health = tree.health
            health[keyPath: part] = known?.reason
            if part == \.hearing { health.isKnown = true }
            guard !health.says(the: tree.health) else { return false }
            health.since = tree.environment.clock.now().seconds
            defer { tree.health = health }
            // Safe: what cannot be written down is told all the same, and is the state of the folder.
            try? tree.store.keep(health)
            return health[keyPath: part] != tree.health[keyPath: part]
        }
        guard isNew else { return }
        switch (part == \.hearing, known) {
        case (true, let error?): onNotice(.notHeard(error))
        case (true, nil): onNotice(.heardAgain)
        case (false, let error?): onNotice(.notSent(error))
        case (false, nil): onNotice(.sentAgain)
        }
    }
}
