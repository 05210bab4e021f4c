// SPDX-License-Identifier: MIT
package import FileModel

/// The hashes of the chunks of contents, so that a part of one can be verified before the rest has arrived:
/// `chunks/<first two digits>/<SHA-256>`, 32 bytes for each 4 MiB.
///
/// They follow from the contents: one that is missing or half written is made again.
package final class ChunkListFolder: Sendable {
    private let folder: DiskFolder

    /// The folder `chunks` beneath a root, which is made if it is missing.
    init(in root: DiskFolder) throws { folder = try root.folder(making: FileName("chunks")) }

    /// The list of a content, which is read whole if its list is not there.
    ///
    /// - Throws: ``FileIOError`` with `.damaged` when the file does not hold the content.
    package func list(of hash: ContentHash, in file: DiskFile) throws -> ChunkList {
        let size = try file.size()
        if let kept = try kept(hash, size: size) { return kept }
        var hasher = ContentHasher()
        try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 64) { buffer in
            while case let count = try file.read(into: buffer, at: hasher.count), count > 0 {
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        guard hasher.contentHash == hash else {
            throw FileIOError(.damaged, "The content \(hash) does not hold what was stored. Upload it again.")
        }
        try keep(hasher.chunkList, of: hash)
        return hasher.chunkList
    }

    private func kept(_ hash: ContentHash, size: UInt64) throws -> ChunkList? {
        let inner = try folder.folder(making: Self.folderName(hash))
        let name = try FileName("\(hash)")
        guard let entry = try inner.look(at: name), entry.kind == .file else { return nil }
        do {
            return try ChunkList(size: size, encoded: inner.file(name).read(Int(entry.size), at: 0))
        } catch is FileModelError {
            // Half of it was written before a power cut.
            return nil
        }
    }

    /// Keeps a list, for contents of more than one chunk: the hash of one chunk is that of its content.
    package func keep(_ list: ChunkList, of hash: ContentHash) throws {
        guard list.count > 1 else { return }
        let inner = try folder.folder(making: Self.folderName(hash))
        let part = try FileName("\(hash).part")
        try inner.remove(part)
        do {
            let file = try inner.file(making: part)
            try file.write(list.encoded, at: 0)
            try file.flush()
            try inner.rename(part, to: inner, as: FileName("\(hash)"))
        } catch let error as FileIOError where [.full, .alreadyThere, .notFound].contains(error.code) {
            // Another thread keeps the same list, or there is no room: it is made when it is asked for.
        }
    }

    /// Forgets the list of a content.
    package func remove(_ hash: ContentHash) throws {
        try folder.folder(making: Self.folderName(hash)).remove(FileName("\(hash)"))
    }

    private static func folderName(_ hash: ContentHash) throws -> FileName { try FileName(String("\(hash)".prefix(2))) }
}
