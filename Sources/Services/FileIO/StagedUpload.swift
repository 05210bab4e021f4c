// SPDX-License-Identifier: MIT
package import FileModel

/// One upload on the disk: its bytes, and the journal that says how far they can be believed.
///
/// `UploadMachine` decides; this performs. Each checkpoint flushes the bytes before it says so, so the journal never
/// claims what a power cut could take. Not for two threads at once.
package final class StagedUpload {
    package let header: UploadHeader

    private let store: UploadStore
    private let journal: UploadJournal
    /// Absent once the content is published.
    private var data: DiskFile?
    private var machine: UploadMachine
    private var hasher: ContentHasher
    /// As of the last checkpoint.
    private var durableHasher: ContentHasher
    private var sequence: UInt64
    /// Bytes of the file for which the disk has taken space.
    private var reserved: UInt64

    /// As much space is taken at once for a content whose length is not known.
    private static let reserveStep: UInt64 = 64 << 20

    init(creating header: UploadHeader, in store: UploadStore) throws {
        self.header = header
        self.store = store
        let data = try store.staging.file(making: UploadStore.dataName(header.id))
        try store.onStep(.dataCreated)
        let journal = UploadJournal(try store.staging.file(making: UploadStore.journalName(header.id)))
        try store.onStep(.journalCreated)
        reserved = header.length ?? 0
        try data.reserve(0..<reserved)
        try journal.reserve(forLength: header.length)
        self.data = data
        self.journal = journal
        machine = UploadMachine(length: header.length)
        hasher = ContentHasher()
        durableHasher = hasher
        sequence = 1
        try journal.write(header)
        try journal.write(UploadCheckpoint(id: header.id, sequence: sequence, state: .receiving, hasher: hasher))
        try journal.flush()
        try store.staging.flush()
        try store.onStep(.creationFlushed)
    }

    init(resuming id: UploadID, in store: UploadStore) throws {
        self.store = store
        journal = UploadJournal(try store.staging.file(changing: UploadStore.journalName(id)))
        header = try journal.readHeader()
        let (checkpoint, hasher) = try journal.readCheckpoint(of: id)
        guard header.id == id else {
            throw FileIOError(.damaged, "The journal of upload \(id) belongs to another one.")
        }
        self.hasher = hasher
        durableHasher = hasher
        sequence = checkpoint.sequence
        reserved = checkpoint.offset
        machine = UploadMachine(length: header.length, state: checkpoint.state, offset: checkpoint.offset)
        switch checkpoint.state {
        case .receiving: data = try cutStagedBytes()
        case .whole: data = try verifyStagedBytes()
        case .published: data = nil
        }
    }

    // MARK: - What is known

    package var state: UploadState { machine.state }
    /// Bytes of the content that survive a power cut. Never goes down.
    package var offset: UInt64 { machine.durable }
    /// Of the whole content, if it is known.
    package var length: UInt64? { machine.length }
    /// Whether a flush was refused; nothing can be done with the upload then.
    package var isDeactivated: Bool { machine.isDeactivated }
    /// Of a whole content.
    package var contentHash: ContentHash? { machine.state == .receiving ? nil : hasher.contentHash }
    /// Of a whole content.
    package var chunkList: ChunkList? { machine.state == .receiving ? nil : hasher.chunkList }

    // MARK: - Appending

    /// An append begins; see `UploadMachine.begin`.
    ///
    /// - Throws: `UploadMachine.Refusal`.
    package func begin(at offset: UInt64, count: UInt64?, declared: UInt64? = nil, isLast: Bool) throws {
        try machine.begin(at: offset, count: count, declared: declared, isLast: isLast)
    }

    /// Takes bytes, and makes them durable when a checkpoint is due.
    ///
    /// - Parameter milliseconds: of a clock that never goes back.
    /// - Throws: `UploadMachine.Refusal`; ``FileIOError`` with `.full`, after which the upload goes on at ``offset``,
    ///   or with `.deactivated`.
    package func append(_ bytes: UnsafeRawBufferPointer, at milliseconds: UInt64) throws {
        try machine.admit(UInt64(bytes.count))
        let data = try openData()
        try rewindingWhenFull {
            try reserve(UInt64(bytes.count), in: data)
            try data.write(bytes, at: machine.received)
        }
        // The disk is busy in small pieces, and the flush of the next checkpoint finds most of them written.
        data.startWriting(machine.received..<machine.received + UInt64(bytes.count))
        try store.onStep(.dataWritten)
        hasher.update(bytes)
        if machine.wrote(UInt64(bytes.count), at: milliseconds) { try checkpoint(at: milliseconds) }
    }

    /// Makes durable what was taken, as when a connection breaks.
    package func checkpoint(at milliseconds: UInt64) throws {
        guard machine.received > machine.durable else { return }
        try rewindingWhenFull { try writeCheckpoint() }
        machine.checkpointed(at: milliseconds)
    }

    /// The content ends here; afterwards it is durable and has its hash, and only ``publish()`` is left.
    ///
    /// - Throws: `UploadMachine.Refusal` when bytes are missing; ``FileIOError`` with `.wrongDigest`, after which the
    ///   upload is gone.
    package func end(at milliseconds: UInt64) throws {
        try machine.end()
        if let expected = header.expected, expected != hasher.contentHash {
            machine.deactivate()
            try store.remove(header.id)
            throw FileIOError(.wrongDigest, "The content has the hash \(hasher.contentHash), not \(expected).")
        }
        do {
            try rewindingWhenFull {
                // Returns the space beyond the end.
                try openData().truncate(to: machine.received)
                try writeCheckpoint()
            }
        } catch let error as FileIOError where error.code == .full {
            machine.reopened()
            throw error
        }
        machine.checkpointed(at: milliseconds)
    }

    /// Gives the content its place under its hash; afterwards it is there whole, and survives a power cut. Called
    /// again, it does nothing.
    package func publish() throws -> ContentHash {
        let hash = hasher.contentHash
        guard machine.state != .published else { return hash }
        guard !machine.isDeactivated else { throw UploadMachine.Refusal.deactivated }
        precondition(machine.state == .whole, "An upload that is \(machine.state) cannot be published.")
        do {
            let folder = try store.contents.folder(making: hash)
            try store.onStep(.contentFolderMade)
            if data != nil {
                try store.staging.rename(
                    UploadStore.dataName(header.id), to: folder, as: ContentFolder.name(of: hash))
                try store.onStep(.renamed)
            }
            try folder.flush()
            try store.onStep(.contentFolderFlushed)
            try store.staging.flush()
            try store.onStep(.stagingFolderFlushed)
            data = nil
            machine.published()
            try writeCheckpoint()
        } catch let error as FileIOError where error.code == .deactivated {
            // The bytes stay for the next process, which hashes them again.
            machine.deactivate()
            throw error
        }
        return hash
    }

    private func writeCheckpoint() throws {
        try data?.flush()
        try store.onStep(.dataFlushed)
        try journal.append(hasher.chunkHashes[durableHasher.chunkHashes.count...])
        try store.onStep(.chunkHashesWritten)
        let next = UploadCheckpoint(id: header.id, sequence: sequence + 1, state: machine.state, hasher: hasher)
        try journal.write(next)
        try store.onStep(.checkpointWritten)
        try journal.flush()
        try store.onStep(.checkpointFlushed)
        sequence = next.sequence
        durableHasher = hasher
    }

    /// After a full disk the upload stands where the last checkpoint was; after any other refusal it is over.
    private func rewindingWhenFull(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as FileIOError where error.code == .full {
            try openData().truncate(to: machine.durable)
            reserved = machine.durable
            hasher = durableHasher
            machine.rewound()
            throw error
        } catch let error as FileIOError {
            machine.deactivate()
            do {
                try store.remove(header.id)
            } catch let refusal as FileIOError {
                throw FileIOError(.deactivated, "\(error.message) \(refusal.message)", cause: error)
            }
            throw FileIOError(.deactivated, error.message, cause: error)
        }
    }

    private func reserve(_ count: UInt64, in data: DiskFile) throws {
        let end = machine.received + count
        guard end > reserved else { return }
        let target = max(end, min(machine.length ?? .max, end + Self.reserveStep))
        try store.freeSpace.requireRoom(for: target - reserved, in: store.staging)
        try data.reserve(reserved..<target)
        reserved = target
    }

    private func openData() throws -> DiskFile {
        guard let data else { throw UploadMachine.Refusal.alreadyWhole }
        return data
    }

    // MARK: - After a restart

    /// Bytes beyond the checkpoint may be anything.
    private func cutStagedBytes() throws -> DiskFile {
        let data = try stagedBytes()
        guard try data.size() >= machine.durable else { throw lost }
        try data.truncate(to: machine.durable)
        return data
    }

    /// The bytes of a whole content; nil when they have been renamed already.
    private func verifyStagedBytes() throws -> DiskFile? {
        guard try store.staging.look(at: UploadStore.dataName(header.id)) != nil else {
            do {
                _ = try store.contents.file(hasher.contentHash)
            } catch let error as FileIOError where error.code == .notFound {
                throw lost
            }
            return nil
        }
        let data = try stagedBytes()
        guard try data.size() == hasher.count, try data.contentHash() == hasher.contentHash else { throw lost }
        return data
    }

    private func stagedBytes() throws -> DiskFile {
        do {
            return try store.staging.file(changing: UploadStore.dataName(header.id))
        } catch let error as FileIOError where error.code == .notFound {
            throw lost
        }
    }

    private var lost: FileIOError {
        FileIOError(
            .damaged, "The disk has lost bytes of upload \(header.id) that it had confirmed. Send the content again.")
    }
}
