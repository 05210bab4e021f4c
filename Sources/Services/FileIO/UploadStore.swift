// SPDX-License-Identifier: MIT
package import FileModel

/// The folders of a file service: uploads on their way, and contents under their hash.
///
///     <root>/staging/<upload>.data, <upload>.journal
///     <root>/contents/<first two digits>/<SHA-256>
///     <root>/thumbnails/<first two digits>/<SHA-256>-<longest side>.jpg
///     <root>/chunks/<first two digits>/<SHA-256>    the hashes of the chunks of a content
///     <root>/quarantine/<SHA-256>              damaged contents, for the operator to look at
///
/// One process at a time, see ``lock()``. Any thread may call it; one upload belongs to one thread at a time.
package final class UploadStore: Sendable {
    private let root: DiskFolder
    let staging: DiskFolder
    package let contents: ContentFolder
    package let thumbnails: ThumbnailFolder
    package let chunkLists: ChunkListFolder
    let freeSpace: FreeSpaceRule
    let onStep: @Sendable (FileStep) throws -> Void

    /// Opens the folders beneath a root that is there already, and makes those that are missing.
    ///
    /// - Throws: ``FileIOError`` with `.notFound`, or `.unsupported` for a file system on another machine.
    package init(
        root path: String, freeSpace: FreeSpaceRule = .standard,
        onStep: @escaping @Sendable (FileStep) throws -> Void = { _ in }
    ) throws {
        root = try DiskFolder(path: path)
        try root.requireLocal()
        staging = try root.folder(making: FileName("staging"))
        contents = try ContentFolder(in: root)
        thumbnails = try ThumbnailFolder(in: root)
        chunkLists = try ChunkListFolder(in: root)
        self.freeSpace = freeSpace
        self.onStep = onStep
    }

    /// Keeps other processes away that call this for the same root, until this one ends.
    ///
    /// - Throws: ``FileIOError`` with `.locked`.
    package func lock() throws { try root.lock() }

    /// Begins an upload; afterwards it survives a power cut, and the disk has room for its length.
    ///
    /// - Throws: ``FileIOError`` with `.full` when it has not.
    package func create(_ header: UploadHeader) throws -> StagedUpload {
        try freeSpace.requireRoom(for: header.length ?? 0, in: staging)
        do {
            return try StagedUpload(creating: header, in: self)
        } catch let error as FileIOError where error.code == .alreadyThere {
            // Another upload has this name, and keeps its bytes.
            throw error
        } catch {
            try remove(header.id)
            throw error
        }
    }

    /// Opens an upload where its last checkpoint has left it.
    ///
    /// - Throws: ``FileIOError`` with `.notFound`; with `.damaged` when the disk has lost what it had confirmed.
    package func resume(_ id: UploadID) throws -> StagedUpload { try StagedUpload(resuming: id, in: self) }

    /// What was said of an upload at its creation.
    ///
    /// - Throws: ``FileIOError`` with `.notFound` or `.damaged`.
    package func header(of id: UploadID) throws -> UploadHeader {
        try UploadJournal(staging.file(Self.journalName(id))).readHeader()
    }

    /// All uploads whose creation was confirmed, whatever has become of them.
    package func uploads() throws -> [UploadID] {
        try staging.entries().compactMap { entry in Self.id(of: entry.name, ending: Self.journalEnding) }
    }

    /// Forgets an upload and its staged bytes; a published content stays.
    package func remove(_ id: UploadID) throws {
        // The journal goes last: without it the bytes would be found by ``removeRemains()`` alone.
        try staging.remove(Self.dataName(id))
        try onStep(.dataRemoved)
        try staging.remove(Self.journalName(id))
        try onStep(.journalRemoved)
    }

    /// Removes what a crash has left of uploads that were never confirmed or were being removed. Called before uploads
    /// are.
    package func removeRemains() throws {
        for entry in try staging.entries() {
            let ending = [Self.dataEnding, Self.journalEnding].first { Self.id(of: entry.name, ending: $0) != nil }
            guard let ending, let id = Self.id(of: entry.name, ending: ending) else { continue }
            if try !isConfirmed(id) { try remove(id) }
        }
    }

    /// Seconds since the last checkpoint of an upload; nil when there is no such upload.
    ///
    /// - Parameter now: in seconds since 1970.
    package func idleSeconds(of id: UploadID, at now: Int64) throws -> UInt64? {
        try staging.look(at: Self.journalName(id)).map { UInt64(max(0, now - $0.changed)) }
    }

    private func isConfirmed(_ id: UploadID) throws -> Bool {
        do {
            let journal = UploadJournal(try staging.file(Self.journalName(id)))
            guard try journal.readHeader().id == id else { return false }
            let state = try journal.readCheckpoint(of: id).checkpoint.state
            return try state != .receiving || staging.look(at: Self.dataName(id)) != nil
        } catch let error as FileIOError where error.code == .notFound || error.code == .damaged {
            return false
        }
    }

    /// Moves a content that does not hold its bytes any more to the quarantine. Nothing is done without its file.
    package func putAside(_ hash: ContentHash) throws {
        try contents.move(hash, to: root.folder(making: FileName("quarantine")))
    }

    // MARK: - Names

    private static let dataEnding = ".data"
    private static let journalEnding = ".journal"

    static func dataName(_ id: UploadID) -> FileName { name("\(id)\(dataEnding)") }
    static func journalName(_ id: UploadID) -> FileName { name("\(id)\(journalEnding)") }

    private static func id(of name: FileName, ending: String) -> UploadID? {
        guard let text = name.text, text.hasSuffix(ending) else { return nil }
        return UploadID(String(text.dropLast(ending.count)))
    }

    /// Of digits and an ending.
    private static func name(_ text: some StringProtocol) -> FileName {
        do {
            return try FileName(Array(text.utf8))
        } catch {
            preconditionFailure("'\(text)' is not a name: \(error)")
        }
    }
}
