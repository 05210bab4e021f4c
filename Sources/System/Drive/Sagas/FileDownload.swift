// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel
internal import HubAPI

//  Receives a file into a hidden file beside its target, and gives it its name when every byte of it is verified.
//
//  | written down                   | after a kill                                                               |
//  | ------------------------------ | -------------------------------------------------------------------------- |
//  | the target                     | the file is described again                                                |
//  | content, size, staging file    | the staging file is made, or found                                         |
//  | the hash of each 4 MiB chunk   | chunks on the disk are hashed again; the rest is received from there on    |
//  | done                           | the name may have been given: the target has the content then              |
//
//  Chunks are written down after their flush, every 16 MiB or second. The hash of the whole decides: only then the file gets its name, and a file
//  that is there already stays unless the user has said otherwise.

/// Executes one ``DownloadJob``.
struct FileDownload {
    let context: TaskContext
    let task: Int64
    private(set) var job: DownloadJob

    /// One request receives at most as much.
    private static let maximumRange = ChunkList.chunkSize * 16

    init(_ context: TaskContext, task: Int64, job: DownloadJob) {
        self.context = context
        self.task = task
        self.job = job
    }

    private var store: DriveStore { context.store }

    mutating func run() throws {
        let folder = try job.target.openFolder()
        guard let name = job.target.names.last?.name else {
            throw DriveError(.storage, "The store of the drive is damaged: a download has no name.")
        }
        do {
            if job.content == nil { try describe() }
            guard let content = job.content, let staging = job.staging?.name else {
                throw DriveError(.storage, "The store of the drive is damaged: a download has no content.")
            }
            if try isPublished(in: folder, name, staging, content) { return try finish(folder) }
            // Known now, so that no bytes are received for nothing.
            if !job.replaces, try folder.look(at: name) != nil { throw try targetExists(folder) }
            let (file, hasher) = try open(staging, in: folder)
            try receive(content, into: file, from: hasher, staging: staging, in: folder)
            try publish(file, staging, in: folder, as: name)
            try finish(folder)
        } catch let error as DriveError where error.reason == .contentChanged {
            try startAgain(in: folder)
            throw error
        }
    }

    private func keep() throws { try store.keep(.download(job), of: task) }

    /// What the file holds now, or held; asked once, so that all ranges are of one content.
    private mutating func describe() throws {
        if let version = job.version {
            let versions = try context.server.versions(of: job.item)
            if let earlier = versions.first(where: { $0.version == version }) {
                (job.content, job.size) = (earlier.content, earlier.size)
            }
        }
        if job.content == nil {
            let item = try context.server.item(job.item)
            guard let file = item.file else {
                throw DriveError(.wrongKind, "'\(item.name?.name.description ?? "/")' is a folder, not a file.")
            }
            guard job.version == nil || job.version == file.version else {
                throw DriveError(.notFound, "The file has no version \(job.version ?? 0) any more.")
            }
            job.version = job.version == file.version ? nil : job.version
            (job.content, job.size) = (file.content, file.size)
            (job.modified, job.isExecutable) = (file.modified, file.executable)
        }
        job.staging = WireName(try FileName(".satchel-\(context.freshItem()).part"))
        try keep()
        try context.step(.described)
    }

    private mutating func startAgain(in folder: DiskFolder) throws {
        try discard(in: folder)
        (job.content, job.staging) = (nil, nil)
        try keep()
    }

    private func discard(in folder: DiskFolder) throws {
        try store.forgetChunks(of: task)
        if let staging = job.staging?.name { try folder.remove(staging) }
    }

    // MARK: - Staging

    /// The staging file, and the hashes of what it is known to hold.
    private func open(_ staging: FileName, in folder: DiskFolder) throws -> (DiskFile, ContentHasher) {
        guard try folder.look(at: staging) != nil else {
            try store.forgetChunks(of: task)
            let file = try folder.file(making: staging)
            try file.reserve(0..<job.size)
            try context.step(.stagingMade)
            return (file, ContentHasher())
        }
        let file = try folder.file(changing: staging)
        return (file, try verified(file))
    }

    /// Reads what was written down as being on the disk; the first chunk that is not right and all behind it are
    /// received again.
    private func verified(_ file: DiskFile) throws -> ContentHasher {
        var hasher = ContentHasher()
        let known = try store.chunks(of: task)
        for (number, hash) in known.enumerated() {
            var next = hasher
            let start = UInt64(number) * ChunkList.chunkSize
            let end = min(start + ChunkList.chunkSize, job.size)
            let read = try file.forEachPiece(in: start..<max(start, end)) { next.update($0) }
            let list = next.chunkList.encoded
            guard read == end, Array(list.suffix(Digest.count)) == hash.bytes else {
                try store.forgetChunks(of: task, from: number)
                break
            }
            hasher = next
        }
        return hasher
    }

    private func receive(
        _ content: ContentHash, into file: DiskFile, from start: ContentHasher, staging: FileName, in folder: DiskFolder
    ) throws {
        var writer = ChunkWriter(context, task: task, size: job.size, file: file, hasher: start)
        while writer.hasher.count < job.size {
            let from = writer.hasher.count
            let range = from..<min(from + Self.maximumRange, job.size)
            // The disk and the hashes have a thread of their own while more bytes come.
            try BackgroundSink.run(into: { try writer.take($0) }) { take in
                try context.server.download(
                    job.item, version: job.version, content: content, size: job.size, range: range, into: take)
            }
        }
        guard writer.hasher.contentHash == content else {
            try discard(in: folder)
            throw DriveError(
                .wrongBytes,
                "The server sent other bytes for '\(job.target.shown)' than it has promised. They were thrown away; the file is received again."
            )
        }
        try file.truncate(to: job.size)
        try context.step(.bytesVerified)
    }

    // MARK: - The name

    private func publish(_ file: DiskFile, _ staging: FileName, in folder: DiskFolder, as name: FileName) throws {
        try file.dress(isExecutable: job.isExecutable, modified: job.modified)
        try file.flush()
        try context.step(.dressed)
        do {
            if job.replaces {
                try folder.rename(staging, to: folder, as: name)
            } else {
                try folder.rename(staging, toFree: name)
            }
        } catch let error as FileIOError where error.code == .alreadyThere {
            throw try targetExists(folder, error)
        }
        try context.step(.renamed)
    }

    private func targetExists(_ folder: DiskFolder, _ cause: (any Error)? = nil) throws -> DriveError {
        try discard(in: folder)
        return DriveError(
            .targetExists,
            "'\(job.target.shown)' is there already and was not replaced. Choose another place, or repeat with --replace.",
            cause: cause)
    }

    /// Whether the file got its name before the process ended: the staging file is gone and the target has the content.
    private func isPublished(
        in folder: DiskFolder, _ name: FileName, _ staging: FileName, _ content: ContentHash
    ) throws -> Bool {
        guard try folder.look(at: staging) == nil, let there = try folder.look(at: name), there.kind == .file,
            there.size == job.size
        else { return false }
        return try folder.file(name).contentHash() == content
    }

    private func finish(_ folder: DiskFolder) throws {
        try folder.flush()
        try store.transaction {
            if job.version == nil, let content = job.content {
                try store.keepOrigin(of: job.target, job.item, content)
            }
            try store.finish(task, .download(job))
        }
        try context.step(.downloadKept)
    }
}

/// Writes what arrives, and writes down each chunk that is on the disk.
private struct ChunkWriter {
    private let context: TaskContext
    private let task: Int64
    private let size: UInt64
    private let file: DiskFile
    private(set) var hasher: ContentHasher
    /// Bytes that are on the disk and written down, and when they were.
    private var kept: UInt64
    private var keptAt: UInt64

    init(_ context: TaskContext, task: Int64, size: UInt64, file: DiskFile, hasher: ContentHasher) {
        self.context = context
        self.task = task
        self.size = size
        self.file = file
        self.hasher = hasher
        kept = hasher.count
        keptAt = context.now
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let room = ChunkList.chunkSize - hasher.count % ChunkList.chunkSize
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(clamping: room)))
            try file.write(part, at: hasher.count)
            hasher.update(part)
            rest = rest.dropFirst(part.count)
            if hasher.count % ChunkList.chunkSize == 0 || hasher.count == size { try finishChunk() }
        }
        context.environment.onProgress(task, hasher.count, size)
    }

    private mutating func finishChunk() throws {
        let isDue =
            hasher.count == size || hasher.count - kept >= context.environment.maximumUnkept || context.now > keptAt
        guard isDue else {
            // Nothing waits for it; the flush then finds most of it done.
            return file.startWriting(hasher.count - ChunkList.chunkSize..<hasher.count)
        }
        try context.step(.chunkWritten)
        try file.flush()
        let hashes = hasher.chunkList.encoded
        try context.store.transaction {
            for number in Int(kept / ChunkList.chunkSize)..<hashes.count / Digest.count {
                let hash = try Digest(Array(hashes[number * Digest.count..<(number + 1) * Digest.count]))
                try context.store.keepChunk(number, hash, of: task)
            }
        }
        (kept, keptAt) = (hasher.count, context.now)
        try context.step(.chunkKept)
    }
}
