// SPDX-License-Identifier: MIT
internal import Crypto
internal import FileIO
internal import FileModel

/// Where the bytes of a content can be received from.
struct ContentPlace: Hashable, Sendable {
    let item: ItemID
    /// The number of the content among those of the item: it can be received by it when the item has another one since.
    let version: UInt64
    let content: ContentHash
    /// In bytes.
    let size: UInt64
}

/// A content of which this device has some or all chunks, in a sparse file.
// Safe: what changes is used inside the lock of its cache alone.
final class CachedContent: @unchecked Sendable {
    let hash: ContentHash
    let size: UInt64
    let file: DiskFile
    var list: ChunkList?
    /// Chunks that are in the file and were verified.
    private(set) var held: ChunkSet
    /// Chunks that an earlier start of the system has written; each is verified before it counts as held.
    var doubtful: ChunkSet
    /// How many openings use it; then it does not leave.
    var users = 0
    /// Whether it leaves when the last user is done.
    var isFleeting = false
    /// The chunk that was read last, to tell reading in order.
    var lastRead: Int?

    init(hash: ContentHash, size: UInt64, file: DiskFile, list: ChunkList?, held: ChunkSet, doubtful: ChunkSet) {
        self.hash = hash
        self.size = size
        self.file = file
        self.list = list
        self.held = held
        self.doubtful = doubtful
    }

    var chunkCount: Int { Int(ChunkList.count(forSize: size)) }
    var isWhole: Bool { held.count == chunkCount }

    func range(of chunk: Int) -> Range<UInt64> {
        let start = UInt64(chunk) * ChunkList.chunkSize
        return start..<min(start + ChunkList.chunkSize, size)
    }

    func chunks(covering bytes: Range<UInt64>) -> Range<Int> {
        let wanted = bytes.clamped(to: 0..<size)
        guard !wanted.isEmpty else { return 0..<0 }
        return Int(wanted.lowerBound / ChunkList.chunkSize)..<Int((wanted.upperBound - 1) / ChunkList.chunkSize) + 1
    }

    /// Bytes that the file takes.
    var heldBytes: UInt64 {
        guard chunkCount > 0 else { return 0 }
        let last = range(of: chunkCount - 1)
        let full = UInt64(held.count) * ChunkList.chunkSize
        return held.contains(chunkCount - 1) ? full - ChunkList.chunkSize + UInt64(last.count) : full
    }

    func hold(_ chunk: Int) {
        held.insert(chunk)
        doubtful.remove(chunk)
    }

    func lose(_ chunk: Int) {
        held.remove(chunk)
        doubtful.remove(chunk)
    }
}

/// Some chunks of a content, by their numbers; a bit for each, the lowest of the first byte first.
struct ChunkSet: Equatable {
    private(set) var bits: [UInt8]
    private(set) var count: Int

    init(room: Int) {
        bits = [UInt8](repeating: 0, count: (room + 7) / 8)
        count = 0
    }

    /// - Returns: nil unless there is a bit for each of `room` chunks and none beyond.
    init?(bits: [UInt8], room: Int) {
        guard bits.count == (room + 7) / 8 else { return nil }
        if room % 8 != 0, let last = bits.last, last >> UInt8(room % 8) != 0 { return nil }
        self.bits = bits
        count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    func contains(_ chunk: Int) -> Bool { bits[chunk / 8] & 1 << UInt8(chunk % 8) != 0 }

    mutating func insert(_ chunk: Int) {
        guard !contains(chunk) else { return }
        bits[chunk / 8] |= 1 << UInt8(chunk % 8)
        count += 1
    }

    mutating func remove(_ chunk: Int) {
        guard contains(chunk) else { return }
        bits[chunk / 8] &= ~(1 << UInt8(chunk % 8))
        count -= 1
    }
}
