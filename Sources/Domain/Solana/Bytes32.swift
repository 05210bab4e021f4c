// SPDX-License-Identifier: MIT
internal import Bytes

/// Thirty-two bytes without a heap allocation, the storage of addresses and blockhashes.
///
/// The words hold the bytes in big-endian order, so that comparing words compares bytes.
struct Bytes32: Hashable, Comparable, Sendable {
    let word0: UInt64
    let word1: UInt64
    let word2: UInt64
    let word3: UInt64

    static let count = 32

    init(_ word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
        self.word0 = word0
        self.word1 = word1
        self.word2 = word2
        self.word3 = word3
    }

    /// nil when the count is not 32.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self = bytes.withUnsafeBytes { raw in
            Bytes32(
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)))
        }
    }

    /// nil when the text is not the base58 of exactly 32 bytes.
    init?(base58 text: String) {
        // 44 digits of base58 hold 32 bytes, so longer text cannot match.
        guard 32...44 ~= text.utf8.count else { return nil }
        // Safe: the caller reports what is wrong with the text.
        guard let bytes = try? Base58.decode(text) else { return nil }
        self.init(bytes)
    }

    init(from reader: inout ByteReader) throws {
        self.init(try reader.uint64BE(), try reader.uint64BE(), try reader.uint64BE(), try reader.uint64BE())
    }

    func append(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: (word0.bigEndian, word1.bigEndian, word2.bigEndian, word3.bigEndian)) {
            bytes.append(contentsOf: $0)
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.count)
        append(to: &bytes)
        return bytes
    }

    var base58: String { Base58.encode(bytes) }

    static func < (left: Bytes32, right: Bytes32) -> Bool {
        if left.word0 != right.word0 { return left.word0 < right.word0 }
        if left.word1 != right.word1 { return left.word1 < right.word1 }
        if left.word2 != right.word2 { return left.word2 < right.word2 }
        return left.word3 < right.word3
    }
}
