// SPDX-License-Identifier: MIT
package import FileModel

/// Contents under their hash: `contents/<first two digits>/<SHA-256>`.
///
/// Which thread may add or remove a content is for the caller to settle; anyone may read.
package final class ContentFolder: Sendable {
    private let folder: DiskFolder

    /// The folder `contents` beneath a root, which is made if it is missing.
    init(in root: DiskFolder) throws { folder = try root.folder(making: FileName("contents")) }

    /// The folder `contents` beneath a folder that is there.
    ///
    /// - Parameter isMaking: whether it is made if it is missing.
    /// - Throws: ``FileIOError`` with `.notFound`.
    package init(beneath path: String, isMaking: Bool) throws {
        let root = try DiskFolder(path: path)
        folder = try isMaking ? root.folder(making: FileName("contents")) : root.folder(FileName("contents"))
    }

    // MARK: - Looking

    /// Opens a content.
    ///
    /// - Throws: ``FileIOError`` with `.notFound`.
    package func file(_ hash: ContentHash) throws -> DiskFile {
        try folder.folder(Self.folderName(hash)).file(Self.name(of: hash))
    }

    /// Of a content, in bytes; nil when it is not there.
    package func size(of hash: ContentHash) throws -> UInt64? {
        try folder(of: hash)?.look(at: Self.name(of: hash))?.size
    }

    /// All contents with the same first two digits, a number below 256; what has another name is left out.
    package func list(_ number: Int) throws -> [(hash: ContentHash, size: UInt64)] {
        let digits = String(number, radix: 16)
        guard let inner = try enter(Self.fileName(digits.count == 1 ? "0" + digits : digits)) else { return [] }
        return try inner.entries().compactMap { entry in
            entry.name.text.flatMap { ContentHash(hex: $0) }.map { ($0, entry.size) }
        }
    }

    // MARK: - Changing

    /// Copies a content from elsewhere. Afterwards it is here whole, was read back, and survives a power cut.
    ///
    /// - Throws: ``FileIOError`` with `.damaged` when the source does not hold the content, `.inputOutput` when what was
    ///   written is not what is read back, `.full`. Nothing is here under its name then.
    package func add(_ hash: ContentHash, copying source: DiskFile) throws {
        let inner = try folder(making: hash)
        let part = Self.fileName("\(hash)\(Self.partEnding)")
        // Of a copy that was interrupted.
        try inner.remove(part)
        let copy = try inner.file(making: part)
        do {
            let read = try source.contentHash { bytes, offset in try copy.write(bytes, at: offset) }
            guard read == hash else {
                throw FileIOError(.damaged, "The content \(hash) does not hold what was stored. Upload it again.")
            }
            try copy.flush()
            copy.dropCache()
            guard try copy.contentHash() == hash else {
                throw FileIOError(.inputOutput, "A copy of \(hash) is not what was written. Check the disk.")
            }
            try inner.rename(part, to: inner, as: Self.name(of: hash))
            try inner.flush()
        } catch {
            try inner.remove(part)
            throw error
        }
    }

    /// Moves a damaged content to another folder, under its hash; one that is not there stays away. Afterwards this
    /// survives a power cut.
    func move(_ hash: ContentHash, to target: DiskFolder) throws {
        guard let inner = try folder(of: hash) else { return }
        do {
            try inner.rename(Self.name(of: hash), to: target, as: Self.name(of: hash))
        } catch let error as FileIOError where error.code == .notFound {
            return
        }
        try target.flush()
        try inner.flush()
    }

    /// Removes the file of a content; one that is not there is gone already. It is gone for good after ``flush(_:)``.
    package func remove(_ hash: ContentHash) throws { try folder(of: hash)?.remove(Self.name(of: hash)) }

    /// Removes what interrupted copies have left beside contents with the same first two digits.
    package func removeParts(_ number: Int) throws {
        let digits = String(number, radix: 16)
        guard let inner = try enter(Self.fileName(digits.count == 1 ? "0" + digits : digits)) else { return }
        for entry in try inner.entries() where entry.name.text?.hasSuffix(Self.partEnding) == true {
            try inner.remove(entry.name)
        }
    }

    /// Afterwards it survives a power cut that these contents are here, or are not.
    package func flush(_ hashes: [ContentHash]) throws {
        let one = Dictionary(hashes.map { (Self.folderName($0), $0) }) { first, _ in first }
        for hash in one.values { try folder(of: hash)?.flush() }
    }

    func folder(making hash: ContentHash) throws -> DiskFolder { try folder.folder(making: Self.folderName(hash)) }

    private func folder(of hash: ContentHash) throws -> DiskFolder? { try enter(Self.folderName(hash)) }

    /// - Returns: nil when no content was ever in it.
    private func enter(_ name: FileName) throws -> DiskFolder? {
        do {
            return try folder.folder(name)
        } catch let error as FileIOError where error.code == .notFound {
            return nil
        }
    }

    // MARK: - Names

    private static let partEnding = ".part"

    static func name(of hash: ContentHash) -> FileName { fileName("\(hash)") }
    private static func folderName(_ hash: ContentHash) -> FileName { fileName("\(hash)".prefix(2)) }

    /// Of digits and an ending.
    private static func fileName(_ text: some StringProtocol) -> FileName {
        do {
            return try FileName(Array(text.utf8))
        } catch {
            preconditionFailure("'\(text)' is not a name: \(error)")
        }
    }
}
