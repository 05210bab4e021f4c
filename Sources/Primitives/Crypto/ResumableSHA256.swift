// SPDX-License-Identifier: MIT
internal import Bytes
internal import COpenSSL

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

extension ResumableSHA256: Equatable {
    package static func == (one: ResumableSHA256, other: ResumableSHA256) -> Bool { one.saved == other.saved }
}
