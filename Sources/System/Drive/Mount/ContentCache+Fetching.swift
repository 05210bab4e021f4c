// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import HubAPI
internal import Glibc
internal import Mount

/// One chunk that is to be received.
struct ChunkJob: Hashable {
    let place: ContentPlace
    let chunk: Int
}

/// A request that waits for chunks of a content.
final class ChunkWaiter {
    let content: CachedContent
    var missing: Set<Int>
    /// Chunks that there was no room for.
    var loose: [Int: [UInt8]] = [:]
    let keepsLoose: Bool
    let began: UInt64
    let done: (Result<[Int: [UInt8]], MountErrno>) -> Void

    init(
        _ content: CachedContent, _ missing: Set<Int>, keepsLoose: Bool, began: UInt64,
        done: @escaping (Result<[Int: [UInt8]], MountErrno>) -> Void
    ) {
        self.content = content
        self.missing = missing
        self.keepsLoose = keepsLoose
        self.began = began
        self.done = done
    }
}

/// Receives what is not here, on threads of its own; each request is told when it is there, or why it is not.
extension ContentCache {
    /// Chunks that are received before they are asked for, when a file is read in order.
    static let aheadCount = 4
    private static let threadCount = 4
    private static let tries = 3

    func start() throws {
        for _ in 0..<Self.threadCount { threads.append(try MountThread { [self] in receive() }) }
        threads.append(try MountThread { [self] in watch() })
    }

    /// Ends the threads; those who wait get EIO.
    func stop() {
        let left = monitor.synchronized {
            isClosed = true
            (wanted, ahead) = ([], [])
            defer { waiters = [] }
            monitor.signal()
            return waiters
        }
        for waiter in left { waiter.done(.failure(MountErrno(EIO))) }
        for thread in threads { thread.join() }
        threads = []
    }

    /// Calls `done` once the chunks over a range are here, from any thread.
    ///
    /// - Parameter keepsLoose: whether chunks that there is no room for are handed over in memory; otherwise they end
    ///   in ENOSPC.
    func obtain(
        _ range: Range<UInt64>, of content: CachedContent, from place: ContentPlace, keepsLoose: Bool,
        done: @escaping (Result<[Int: [UInt8]], MountErrno>) -> Void
    ) {
        let isHere = monitor.synchronized { () -> Bool in
            let chunks = content.chunks(covering: range)
            let missing = Set(chunks.filter { !content.held.contains($0) })
            guard !missing.isEmpty else { return true }
            waiters.append(
                ChunkWaiter(
                    content, missing, keepsLoose: keepsLoose, began: MountThread.milliseconds, done: done))
            for chunk in missing.sorted() { want(ChunkJob(place: place, chunk: chunk)) }
            monitor.signal()
            return false
        }
        if isHere { done(.success([:])) }
    }

    /// Notes that a chunk is read, and has those behind it received when the file is read in order.
    func noteReading(_ range: Range<UInt64>, of content: CachedContent, from place: ContentPlace) {
        monitor.synchronized {
            guard let chunk = content.chunks(covering: range).last else { return }
            defer { content.lastRead = chunk }
            guard let last = content.lastRead, chunk == last + 1 || chunk == last && chunk > 0 else { return }
            for next in chunk + 1..<min(chunk + 1 + Self.aheadCount, max(content.chunkCount, chunk + 1)) {
                let job = ChunkJob(place: place, chunk: next)
                guard !content.held.contains(next), running[job] == nil, !wanted.contains(job),
                    !ahead.contains(job)
                else { continue }
                ahead.append(job)
                monitor.signal()
            }
        }
    }

    /// Has a chunk received when nothing else is to be received; no request waits for it.
    private func want(_ job: ChunkJob) {
        ahead.removeAll { $0 == job }
        guard running[job] == nil, !wanted.contains(job) else { return }
        wanted.append(job)
    }

    // MARK: - Threads

    private func next() -> ChunkJob? {
        monitor.synchronized {
            while !isClosed && wanted.isEmpty && ahead.isEmpty { monitor.wait() }
            guard !isClosed else { return nil }
            let job = wanted.isEmpty ? ahead.removeFirst() : wanted.removeFirst()
            running[job] = MountThread.milliseconds
            return job
        }
    }

    private func receive() {
        var server: (any FileServer)?
        while let job = next() {
            var result: Result<[UInt8]?, MountErrno> = .failure(MountErrno(EIO))
            for attempt in 1...Self.tries {
                do {
                    let present = try server ?? makeServer()
                    server = present
                    result = .success(try receive(job, from: present))
                    network.noteSuccess()
                    break
                } catch {
                    server = nil
                    let known = DriveError.known(error)
                    result = .failure(Self.number(of: known))
                    if known?.reason == .unreachable { network.noteFailure() }
                    guard attempt < Self.tries, Self.isWorthTrying(known), monitor.synchronized({ !isClosed }) else {
                        break
                    }
                    usleep(UInt32(attempt) * 200_000)
                }
            }
            finish(job, result)
        }
    }

    private static func isWorthTrying(_ error: DriveError?) -> Bool {
        guard let error else { return false }
        return [.cutOff, .busy, .wrongBytes, .serverFault, .contentChanged].contains(error.reason)
    }

    /// What a program that reads is told.
    private static func number(of error: DriveError?) -> MountErrno {
        switch error?.reason {
        case .unreachable: MountErrno(EHOSTUNREACH)
        case .notLoggedIn, .forbidden: MountErrno(EACCES)
        case .diskFull: MountErrno(ENOSPC)
        case .notFound, .inTrash: MountErrno(ESTALE)
        default: MountErrno(EIO)
        }
    }

    /// - Returns: the bytes of the chunk if there was no room for them; nil when they are in the file.
    private func receive(_ job: ChunkJob, from server: any FileServer) throws -> [UInt8]? {
        let content = try use(job.place.content, size: job.place.size)
        defer { release(content) }
        let (isHeld, isDoubtful) = monitor.synchronized {
            (content.held.contains(job.chunk), content.doubtful.contains(job.chunk))
        }
        if isHeld { return nil }
        guard let list = try list(of: content, job, server) else {
            try receiveWhole(content, job, server)
            return nil
        }
        let range = content.range(of: job.chunk)
        if isDoubtful {
            let bytes = try content.file.read(range.count, at: range.lowerBound)
            if list.verifies(bytes, asChunk: job.chunk) {
                try hold(job.chunk, of: content)
                return nil
            }
            monitor.synchronized { content.lose(job.chunk) }
        }
        let bytes = try download(range, of: job, server)
        guard list.verifies(bytes, asChunk: job.chunk) else {
            throw DriveError(.wrongBytes, "The server sent other bytes than it has promised. They were thrown away.")
        }
        guard try monitor.synchronized({ try makeRoom(for: UInt64(range.count)) }) else { return bytes }
        do {
            try content.file.write(bytes, at: range.lowerBound)
        } catch {
            // The disk is full after all: who waits gets the bytes from memory.
            return bytes
        }
        try hold(job.chunk, of: content)
        return nil
    }

    private func hold(_ chunk: Int, of content: CachedContent) throws {
        try monitor.synchronized {
            content.hold(chunk)
            try keep(content)
        }
    }

    private func download(_ range: Range<UInt64>, of job: ChunkJob, _ server: any FileServer) throws -> [UInt8] {
        do {
            return try download(range, of: job, version: nil, server)
        } catch let error as DriveError where error.reason == .contentChanged {
            // The file has another content by now; this one is among its earlier ones.
            return try download(range, of: job, version: job.place.version, server)
        }
    }

    private func download(
        _ range: Range<UInt64>, of job: ChunkJob, version: UInt64?, _ server: any FileServer
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        try server.download(
            job.place.item, version: version, content: job.place.content, size: job.place.size, range: range
        ) { [self] piece in
            bytes.append(contentsOf: piece)
            note(piece.count, of: job)
        }
        return bytes
    }

    private func note(_ count: Int, of job: ChunkJob) {
        monitor.synchronized {
            received += UInt64(count)
            running[job] = MountThread.milliseconds
        }
    }

    /// The hashes of the chunks; nil when the server does not give them.
    private func list(of content: CachedContent, _ job: ChunkJob, _ server: any FileServer) throws -> ChunkList? {
        if let known = monitor.synchronized({ content.list }) { return known }
        var list: ChunkList?
        do {
            list = try server.chunkList(of: job.place.item, version: nil, content: content.hash, size: content.size)
        } catch let error as DriveError where error.reason == .contentChanged {
            list = try server.chunkList(
                of: job.place.item, version: job.place.version, content: content.hash, size: content.size)
        }
        monitor.synchronized { content.list = list }
        return list
    }

    /// Receives a content whose chunks cannot be verified one by one: nothing of it is used before all of it is right.
    private func receiveWhole(_ content: CachedContent, _ job: ChunkJob, _ server: any FileServer) throws {
        guard try monitor.synchronized({ try makeRoom(for: content.size) }) else {
            throw DriveError(.diskFull, "There is no room on this device for the file. Free some space and try again.")
        }
        var hasher = ContentHasher()
        while hasher.count < content.size {
            let range = hasher.count..<min(hasher.count + ChunkList.chunkSize, content.size)
            let bytes = try download(range, of: job, server)
            try content.file.write(bytes, at: range.lowerBound)
            bytes.withUnsafeBytes { hasher.update($0) }
        }
        guard hasher.contentHash == content.hash else {
            throw DriveError(.wrongBytes, "The server sent other bytes than it has promised. They were thrown away.")
        }
        try monitor.synchronized {
            content.list = hasher.chunkList
            for chunk in 0..<content.chunkCount { content.hold(chunk) }
            try keep(content)
        }
    }

    /// Tells those who waited for a chunk.
    private func finish(_ job: ChunkJob, _ result: Result<[UInt8]?, MountErrno>) {
        var told: [(ChunkWaiter, Result<[Int: [UInt8]], MountErrno>)] = []
        monitor.synchronized {
            running[job] = nil
            waiters.removeAll { waiter in
                guard waiter.content.hash == job.place.content, waiter.missing.contains(job.chunk) else { return false }
                switch result {
                case .failure(let error):
                    told.append((waiter, .failure(error)))
                    return true
                case .success(let bytes):
                    if let bytes {
                        guard waiter.keepsLoose else {
                            told.append((waiter, .failure(MountErrno(ENOSPC))))
                            return true
                        }
                        waiter.loose[job.chunk] = bytes
                    }
                    waiter.missing.remove(job.chunk)
                    waiter.missing = waiter.missing.filter { !waiter.content.held.contains($0) }
                    guard waiter.missing.isEmpty else { return false }
                    told.append((waiter, .success(waiter.loose)))
                    return true
                }
            }
            if case .failure = result {
                wanted.removeAll { $0.place == job.place && !isAwaited($0) }
            }
        }
        for (waiter, result) in told { waiter.done(result) }
    }

    private func isAwaited(_ job: ChunkJob) -> Bool {
        waiters.contains { $0.content.hash == job.place.content && $0.missing.contains(job.chunk) }
    }

    // MARK: - Those who wait too long

    /// Nothing has come for so long: the network is asked whether the server can be reached.
    private static let quietMilliseconds: UInt64 = 1_000
    /// Nothing has come for so long: the program that reads gets EIO.
    private static let stalledMilliseconds: UInt64 = 30_000

    private func watch() {
        while true {
            let given = monitor.synchronized { () -> [(ChunkWaiter, MountErrno)]? in
                if isClosed { return nil }
                monitor.wait(milliseconds: waiters.isEmpty ? 1_000 : 100)
                return isClosed ? nil : givingUp(at: MountThread.milliseconds)
            }
            guard let given else { return }
            for (waiter, number) in given { waiter.done(.failure(number)) }
        }
    }

    private func givingUp(at now: UInt64) -> [(ChunkWaiter, MountErrno)] {
        var given: [(ChunkWaiter, MountErrno)] = []
        waiters.removeAll { waiter in
            let progress = running.filter { $0.key.place.content == waiter.content.hash }.values.max()
            // A program's read is several requests of the kernel: one that joins a silence does not begin it once more.
            let quiet = now - min(now, progress ?? waiter.began)
            if network.isOffline {
                given.append((waiter, MountErrno(EHOSTUNREACH)))
                return true
            }
            if quiet >= Self.stalledMilliseconds {
                given.append((waiter, MountErrno(EIO)))
                return true
            }
            if quiet >= Self.quietMilliseconds { network.ask() }
            return false
        }
        return given
    }
}
