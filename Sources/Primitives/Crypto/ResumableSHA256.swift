// SPDX-License-Identifier: MIT
internal import Bytes
internal import COpenSSL
internal import CSHA256

/// SHA-256 of bytes that arrive in pieces; the state can be saved and resumed in another process. FIPS 180-4
///
/// The saved form is the chaining value (eight big-endian words), the number of bytes so far (eight bytes, big-endian)
/// and the bytes of an incomplete last block. One state has one saved form.
package struct ResumableSHA256: Sendable {
    /// The number of bytes hashed so far.
    package private(set) var count: UInt64 = 0
    private var state: SHA256_CTX

    /// FIPS 180-4, section 1: a message has less than 2^64 bits.
    package static let maximumCount: UInt64 = (1 << 61) - 1
    package static let maximumSavedCount = headCount + blockCount - 1

    private static let headCount = 40
    private static let blockCount = 64

    package init() {
        state = SHA256_CTX()
        SHA256_Init(&state)
    }

    /// Continues from a ``saved`` state.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` for bytes that ``saved`` cannot return.
    package init(resuming saved: [UInt8]) throws {
        self.init()
        var reader = ByteReader(saved)
        do {
            let words = try (0..<8).map { _ in try reader.uint32BE() }
            let count = try reader.uint64BE()
            guard count <= Self.maximumCount, reader.remaining == Int(count % UInt64(Self.blockCount)),
                // Before the first full block the chaining value is the initial one of the standard.
                count >= Self.blockCount || words == chainingValue
            else { throw CryptoError(.malformed, "The saved state of a SHA-256 is damaged.") }
            resume(words, count: count, lastBlock: reader.rest())
        } catch let error as BytesError {
            throw CryptoError(.malformed, "The saved state of a SHA-256 is too short.", cause: error)
        }
    }

    private mutating func resume(_ words: [UInt32], count: UInt64, lastBlock: [UInt8]) {
        withUnsafeMutableBytes(of: &state.h) { $0.copyBytes(from: words.withUnsafeBytes(Array.init)) }
        // The bits of whole blocks; the library counts the rest itself when it receives it.
        let bits = (count - UInt64(lastBlock.count)) * 8
        state.Nl = UInt32(truncatingIfNeeded: bits)
        state.Nh = UInt32(truncatingIfNeeded: bits >> 32)
        SHA256_Update(&state, lastBlock, lastBlock.count)
        self.count = count
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(UInt64(bytes.count) <= Self.maximumCount - count, "SHA-256 takes less than 2^61 bytes.")
        SHA256_Update(&state, bytes.baseAddress, bytes.count)
        count += UInt64(bytes.count)
    }

    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of the bytes so far; more may follow.
    package var digest: Digest {
        var copy = state
        return Digest(
            unchecked: [UInt8](unsafeUninitializedCapacity: Digest.count) { buffer, filled in
                SHA256_Final(buffer.baseAddress, &copy)
                filled = Digest.count
            })
    }

    /// The input of ``init(resuming:)``: 40 to 103 bytes.
    package var saved: [UInt8] {
        var writer = ByteWriter(capacity: Self.maximumSavedCount)
        for word in chainingValue { writer.append(uint32BE: word) }
        writer.append(uint64BE: count)
        let lastBlock = withUnsafeBytes(of: state.data) { Array($0.prefix(Int(count % UInt64(Self.blockCount)))) }
        writer.append(lastBlock)
        return writer.bytes
    }

    private var chainingValue: [UInt32] {
        withUnsafeBytes(of: state.h) { Array($0.bindMemory(to: UInt32.self)) }
    }
}

extension ResumableSHA256 {
    private static let canPair = sha256_can_pair() != 0

    /// Adds the same bytes to two hashes. If both are at the same place of a block, as the hash of a content and that of
    /// its chunk are, most processors need hardly more time than for one.
    package static func update(
        _ one: inout ResumableSHA256, and other: inout ResumableSHA256, with bytes: UnsafeRawBufferPointer
    ) {
        let place = Int(one.count % UInt64(blockCount))
        let head = min(bytes.count, (blockCount - place) % blockCount)
        let blocks = canPair && one.count % 64 == other.count % 64 ? (bytes.count - head) / blockCount : 0
        let tail = UnsafeRawBufferPointer(rebasing: bytes[(head + blocks * blockCount)...])
        guard blocks > 0, let start = bytes.baseAddress else {
            one.update(bytes)
            return other.update(bytes)
        }
        let first = UnsafeRawBufferPointer(rebasing: bytes[..<head])
        one.update(first)
        other.update(first)
        withUnsafeMutablePointer(to: &one.state.h.0) { one in
            withUnsafeMutablePointer(to: &other.state.h.0) { other in
                sha256_pair(one, other, start.assumingMemoryBound(to: UInt8.self) + head, blocks)
            }
        }
        one.tookBlocks(blocks)
        other.tookBlocks(blocks)
        one.update(tail)
        other.update(tail)
    }

    /// The library keeps the count of bits in two words.
    private mutating func tookBlocks(_ blocks: Int) {
        count += UInt64(blocks * Self.blockCount)
        let bits = count * 8
        state.Nl = UInt32(truncatingIfNeeded: bits)
        state.Nh = UInt32(truncatingIfNeeded: bits >> 32)
    }
}

extension ResumableSHA256: Equatable {
    package static func == (one: ResumableSHA256, other: ResumableSHA256) -> Bool { one.saved == other.saved }
}
