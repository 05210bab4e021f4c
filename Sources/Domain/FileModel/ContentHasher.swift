// SPDX-License-Identifier: MIT
package import Crypto

/// Hashes a content as it arrives: the whole, and each 4 MiB of it.
///
/// Its state can be saved in a ``UploadCheckpoint``; the hashes of finished chunks are kept beside it.
package struct ContentHasher: Equatable, Sendable {
    package private(set) var whole = ResumableSHA256()
    /// Of the chunk that is not full yet.
    package private(set) var chunk = ResumableSHA256()
    /// Hashes of the full chunks, 32 bytes each.
    package private(set) var chunkHashes: [UInt8] = []
    /// Of ``chunkHashes``.
    package private(set) var list = ResumableSHA256()

    package init() {}

    /// Continues from saved states.
    ///
    /// - Throws: ``FileModelError`` with `.malformed` when the four do not belong together.
    package init(whole: ResumableSHA256, chunk: ResumableSHA256, list: ResumableSHA256, chunkHashes: [UInt8])
        throws(FileModelError)
    {
        var again = ResumableSHA256()
        again.update(chunkHashes)
        guard Self.fit(whole: whole, chunk: chunk, list: list), again == list else {
            throw FileModelError(.malformed, "The saved hashes of an upload do not belong together.")
        }
        self.whole = whole
        self.chunk = chunk
        self.list = list
        self.chunkHashes = chunkHashes
    }

    /// Whether the counts of three states can be those of one content.
    static func fit(whole: ResumableSHA256, chunk: ResumableSHA256, list: ResumableSHA256) -> Bool {
        whole.count % ChunkList.chunkSize == chunk.count
            && whole.count / ChunkList.chunkSize * UInt64(Digest.count) == list.count
    }

    package var count: UInt64 { whole.count }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int(ChunkList.chunkSize - chunk.count))
            ResumableSHA256.update(&whole, and: &chunk, with: UnsafeRawBufferPointer(rebasing: part))
            rest = rest[part.endIndex...]
            if chunk.count == ChunkList.chunkSize { finishChunk() }
        }
    }

    private mutating func finishChunk() {
        let hash = chunk.digest.bytes
        chunkHashes += hash
        list.update(hash)
        chunk = ResumableSHA256()
    }

    package var contentHash: ContentHash { ContentHash(whole.digest) }

    /// The list of the content that ends here.
    package var chunkList: ChunkList {
        do {
            return try ChunkList(size: count, encoded: chunkHashes + (chunk.count > 0 ? chunk.digest.bytes : []))
        } catch {
            preconditionFailure("A hasher has one hash for each chunk: \(error)")
        }
    }
}
