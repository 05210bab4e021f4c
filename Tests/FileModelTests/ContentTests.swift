// SPDX-License-Identifier: MIT
import Crypto
import FileModel
import TestSupport
import Testing

struct ContentTests {
    private static let chunk = Int(ChunkList.chunkSize)

    @Test(arguments: [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 2 * chunk + 5])
    func chunksAreHashedWhereverTheContentIsCut(size: Int) throws {
        var random = SeededRandom(seed: UInt64(size))
        let content = random.block(size)
        let expected = stride(from: 0, to: size, by: Self.chunk).flatMap {
            SHA256.hash(Array(content[$0..<min(size, $0 + Self.chunk)])).bytes
        }
        for piece in [size + 1, 1 << 20, 999_983] {
            var hasher = ContentHasher()
            for start in stride(from: 0, to: size, by: piece) {
                content[start..<min(size, start + piece)].withUnsafeBytes { hasher.update($0) }
            }
            #expect(hasher.chunkList.encoded == expected)
            #expect(hasher.contentHash == ContentHash(SHA256.hash(content)))
            #expect(hasher.chunkList.size == UInt64(size))
        }
    }

    @Test func aListHasOneHashForEachChunk() throws {
        #expect(try ChunkList(size: 0, encoded: []).count == 0)
        #expect(throws: FileModelError.self) { try ChunkList(size: 0, encoded: [UInt8](repeating: 0, count: 32)) }
        #expect(throws: FileModelError.self) { try ChunkList(size: 1, encoded: []) }
        #expect(throws: FileModelError.self) { try ChunkList(size: 1, encoded: [UInt8](repeating: 0, count: 33)) }
        #expect(throws: FileModelError.self) { try ChunkList(size: .max, encoded: [UInt8](repeating: 0, count: 32)) }
    }

    @Test func aChunkIsVerifiedByItsPlace() throws {
        let list = try ChunkList(size: 2, encoded: SHA256.hash([1, 2]).bytes)
        #expect(list.verifies([1, 2], asChunk: 0))
        #expect(!list.verifies([1, 3], asChunk: 0))
        #expect(!list.verifies([1], asChunk: 0))
    }

    @Test func chunksCoverBytes() throws {
        let size = 2 * ChunkList.chunkSize + 5
        let list = try ChunkList(size: size, encoded: [UInt8](repeating: 0, count: 96))
        #expect(list.range(ofChunk: 2) == 2 * ChunkList.chunkSize..<size)
        #expect(list.chunks(covering: 0..<1) == 0..<1)
        #expect(list.chunks(covering: ChunkList.chunkSize - 1..<ChunkList.chunkSize + 1) == 0..<2)
        #expect(list.chunks(covering: ChunkList.chunkSize..<size) == 1..<3)
        #expect(list.chunks(covering: size..<UInt64.max).isEmpty)
        #expect(list.chunks(covering: 0..<UInt64.max) == 0..<3)
    }

    @Test func anEntityTagNamesOneContent() {
        let tag = ContentHash.empty.entityTag
        #expect(tag == "\"c-e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"")
        #expect(ContentHash(entityTag: tag) == .empty)
        for wrong in ["W/" + tag, tag.uppercased(), String(tag.dropLast()), tag + " ", "*", "", "\"c-\""] {
            #expect(ContentHash(entityTag: wrong) == nil, "\(wrong)")
        }
    }

    @Test func versionsThinOut() {
        let day: UInt64 = 86_400
        let now = 100 * day + 10
        func version(_ number: UInt64, _ replaced: UInt64) -> FileVersion {
            FileVersion(number: number, content: .empty, size: 0, replaced: replaced)
        }
        let versions = [
            version(1, 69 * day), version(2, 80 * day + 1), version(3, 80 * day + 9), version(4, 80 * day + 9),
            version(5, 92 * day), version(6, 99 * day), version(7, 99 * day + 1), version(8, 200 * day),
        ]
        // Older than 30 days; not the last of its day.
        #expect(VersionRetention.expired(versions, at: now) == [1, 2, 3])
        #expect(VersionRetention.expired(versions, at: 0) == [])
        #expect(VersionRetention.expired([], at: now) == [])
    }
}
