// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// How far an upload has come on the disk: what its bytes hash to so far, and what has become of it.
///
/// A journal has room for two checkpoints, which are written in turn, so a power cut spoils at most the newer one.
///
///     id 16 · sequence 8 · state 1 · whole 1 + 103 · chunk 1 + 103 · list 1 + 103 · zeros · SHA-256
package struct UploadCheckpoint: Equatable, Sendable {
    /// Of the encoded form, in bytes; a disk writes a sector of 512 bytes whole or not at all.
    package static let encodedCount = 512

    package let id: UploadID
    /// Counts the checkpoints of an upload, from 1.
    package let sequence: UInt64
    package let state: UploadState
    package let whole: ResumableSHA256
    package let chunk: ResumableSHA256
    package let list: ResumableSHA256

    package init(id: UploadID, sequence: UInt64, state: UploadState, hasher: ContentHasher) {
        self.id = id
        self.sequence = sequence
        self.state = state
        whole = hasher.whole
        chunk = hasher.chunk
        list = hasher.list
    }

    /// How many bytes of the content are on the disk for good.
    package var offset: UInt64 { whole.count }

    /// How many bytes the hashes of full chunks take.
    package var chunkHashCount: UInt64 { list.count }

    /// The hasher that goes on from here.
    ///
    /// - Throws: ``FileModelError`` with `.malformed` when these are not the hashes of the full chunks.
    package func hasher(withChunkHashes hashes: [UInt8]) throws(FileModelError) -> ContentHasher {
        try ContentHasher(whole: whole, chunk: chunk, list: list, chunkHashes: hashes)
    }

    package var encoded: [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedCount)
        writer.append(id.bytes)
        writer.append(uint64BE: sequence)
        writer.append(state.rawValue)
        for part in [whole, chunk, list] {
            let saved = part.saved
            writer.append(UInt8(saved.count))
            writer.append(saved)
        }
        return SealedBlock.seal(writer.bytes, count: Self.encodedCount)
    }

    /// - Throws: ``FileModelError`` with `.malformed` for anything that ``encoded`` never returns.
    package init(decoding block: [UInt8]) throws(FileModelError) {
        var fields = try SealedBlock.open(block, count: Self.encodedCount)
        do {
            id = try UploadID(fields.bytes(UploadID.byteCount))
            sequence = try fields.uint64BE()
            guard let state = UploadState(rawValue: try fields.byte()) else { throw SealedBlock.damaged }
            self.state = state
            whole = try Self.hash(&fields)
            chunk = try Self.hash(&fields)
            list = try Self.hash(&fields)
            try SealedBlock.finish(fields)
            guard sequence > 0, ContentHasher.fit(whole: whole, chunk: chunk, list: list) else {
                throw SealedBlock.damaged
            }
        } catch {
            throw SealedBlock.damaged
        }
    }

    private static func hash(_ fields: inout ByteReader) throws -> ResumableSHA256 {
        try ResumableSHA256(resuming: fields.bytes(Int(fields.byte())))
    }
}

/// What has become of an upload; the table stands on top of `UploadMachine.swift`.
package enum UploadState: UInt8, CaseIterable, Sendable {
    case receiving = 1
    case whole = 2
    case published = 3
}
