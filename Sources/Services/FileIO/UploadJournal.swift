// SPDX-License-Identifier: MIT
internal import FileModel

/// The file beside an upload's bytes that says how far they can be believed.
///
///     0 header · 4096 and 8192 checkpoints, written in turn · 12288 hashes of the full chunks, 32 bytes each
///
/// The blocks lie on pages of their own, so that what spoils one spares the others.
struct UploadJournal {
    private let file: DiskFile

    private static let checkpointOffsets: [UInt64] = [4_096, 8_192]
    private static let chunkHashOffset: UInt64 = 12_288
    /// 32 bytes for each 4 MiB: 128 MiB of hashes are 16 TiB of content.
    private static let maximumChunkHashCount: UInt64 = 128 << 20

    init(_ file: DiskFile) { self.file = file }

    func write(_ header: UploadHeader) throws { try file.write(header.encoded, at: 0) }

    /// Takes the space of the blocks and of the hashes of a content, so that no checkpoint fails for lack of it.
    func reserve(forLength length: UInt64?) throws {
        let chunks = ChunkList.count(forSize: length ?? 0)
        try file.reserve(0..<Self.chunkHashOffset + 32 * chunks)
    }

    func append(_ chunkHashes: ArraySlice<UInt8>) throws {
        try file.write(Array(chunkHashes), at: Self.chunkHashOffset + UInt64(chunkHashes.startIndex))
    }

    func write(_ checkpoint: UploadCheckpoint) throws {
        let slot = Int(checkpoint.sequence % UInt64(Self.checkpointOffsets.count))
        try file.write(checkpoint.encoded, at: Self.checkpointOffsets[slot])
    }

    func flush() throws { try file.flush() }

    /// - Throws: ``FileIOError`` with `.damaged`.
    func readHeader() throws -> UploadHeader {
        do {
            return try UploadHeader(decoding: file.read(UploadHeader.encodedCount, at: 0))
        } catch let error as FileModelError {
            throw FileIOError(.damaged, error.message, cause: error)
        }
    }

    /// The newest checkpoint whose hashes are all there, and the hasher that goes on from it.
    ///
    /// - Throws: ``FileIOError`` with `.damaged` when there is none.
    func readCheckpoint(of id: UploadID) throws -> (checkpoint: UploadCheckpoint, hasher: ContentHasher) {
        let found = try Self.checkpointOffsets.compactMap { offset -> UploadCheckpoint? in
            let block = try file.read(UploadCheckpoint.encodedCount, at: offset)
            do {
                let checkpoint = try UploadCheckpoint(decoding: block)
                return checkpoint.id == id ? checkpoint : nil
            } catch {
                // Half of it was written, or none yet.
                return nil
            }
        }
        for checkpoint in found.sorted(by: { $0.sequence > $1.sequence }) {
            guard checkpoint.chunkHashCount <= Self.maximumChunkHashCount else { continue }
            let hashes = try file.read(Int(checkpoint.chunkHashCount), at: Self.chunkHashOffset)
            do {
                return (checkpoint, try checkpoint.hasher(withChunkHashes: hashes))
            } catch {
                // The hashes of this one are not all there.
                continue
            }
        }
        throw FileIOError(.damaged, "The journal of upload \(id) has no checkpoint. Send the content again.")
    }
}
