// SPDX-License-Identifier: MIT
internal import Crypto

/// The SHA-256 of each 4 MiB of a content, so that a part of it can be verified before the rest has arrived.
///
/// The last chunk is shorter unless the size is a multiple of 4 MiB. An empty content has no chunks.
package struct ChunkList: Hashable, Sendable {
    package static let chunkSize: UInt64 = 4 << 20

    /// Of the content, in bytes.
    package let size: UInt64
    /// The hashes one after another, 32 bytes each.
    package let encoded: [UInt8]

    /// - Throws: ``FileModelError`` with `.malformed` unless there is one hash for each chunk.
    package init(size: UInt64, encoded: [UInt8]) throws(FileModelError) {
        let (hashes, rest) = encoded.count.quotientAndRemainder(dividingBy: Digest.count)
        guard rest == 0, UInt64(hashes) == Self.count(forSize: size) else {
            throw FileModelError(
                .malformed, "A content of \(size) bytes has \(Self.count(forSize: size)) chunks of 4 MiB.")
        }
        self.size = size
        self.encoded = encoded
    }

    package static func count(forSize size: UInt64) -> UInt64 {
        size / chunkSize + (size % chunkSize == 0 ? 0 : 1)
    }

    package var count: Int { encoded.count / Digest.count }

    /// Whether these bytes are the chunk with a number; the number is one of ``count``.
    package func verifies(_ bytes: [UInt8], asChunk index: Int) -> Bool {
        precondition(0..<count ~= index, "There is no chunk \(index) among \(count).")
        let range = range(ofChunk: index)
        let hash = encoded[index * Digest.count..<(index + 1) * Digest.count]
        return UInt64(bytes.count) == range.upperBound - range.lowerBound
            && SHA256.hash(bytes).bytes.elementsEqual(hash)
    }

    /// The bytes that a chunk covers.
    package func range(ofChunk index: Int) -> Range<UInt64> {
        let start = UInt64(index) * Self.chunkSize
        return start..<min(start + Self.chunkSize, size)
    }

    /// The chunks that together cover some bytes of the content.
    package func chunks(covering bytes: Range<UInt64>) -> Range<Int> {
        let wanted = bytes.clamped(to: 0..<size)
        guard !wanted.isEmpty else { return 0..<0 }
        return Int(wanted.lowerBound / Self.chunkSize)..<Int((wanted.upperBound - 1) / Self.chunkSize) + 1
    }
}
