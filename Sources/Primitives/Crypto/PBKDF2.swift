// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// Stretches a password with HMAC-SHA-512. RFC 8018, section 5.2
///
/// For phrases only, whose standard fixes it; a password of a person goes through ``Argon2id``.
package enum PBKDF2 {
    /// The most bytes that one derivation gives here.
    package static let maximumCount = 255 * SHA512.count

    /// `rounds` is at least one, and `count` at most ``maximumCount``.
    ///
    /// The rounds work on whole blocks: the key's two blocks are hashed once, and each round is two compressions.
    package static func sha512(password: SecretBytes, salt: [UInt8], rounds: Int, count: Int) -> SecretBytes {
        precondition(rounds > 0 && 0...maximumCount ~= count, "PBKDF2 takes a round at least and few bytes.")
        var key = password.withUnsafeBytes { HMACSHA512State(key: $0) }
        defer { key.erase() }
        return SecretBytes(count: count) { output in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8 + 16) { words in
                let sum = UnsafeMutableBufferPointer(rebasing: words[..<8])
                let block = UnsafeMutableBufferPointer(rebasing: words[8...])
                var start = 0
                var number: UInt8 = 1
                while start < count {
                    stretch(key, salt: salt, number: number, rounds: rounds, block: block, sum: sum)
                    let taken = min(SHA512.count, count - start)
                    UnsafeMutableRawBufferPointer(rebasing: output[start..<start + taken])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(sum)[..<taken]))
                    start += taken
                    // Cannot overflow: the precondition allows 255 blocks, and the last one ends the loop.
                    if start < count { number += 1 }
                }
                OPENSSL_cleanse(words.baseAddress, words.count * MemoryLayout<UInt64>.size)
            }
        }
    }

    /// One block of output: U1 xor U2 xor … in `sum`, as big-endian bytes.
    private static func stretch(
        _ key: HMACSHA512State, salt: [UInt8], number: UInt8, rounds: Int, block: UnsafeMutableBufferPointer<UInt64>,
        sum: UnsafeMutableBufferPointer<UInt64>
    ) {
        // What follows 64 bytes of message after the key's block: a one, zeros, and the length of both in bits.
        block.initialize(repeating: 0)
        block[8] = (1 << 63 as UInt64).bigEndian
        block[15] = UInt64((SHA512.blockCount + SHA512.count) * 8).bigEndian
        let code = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: block[..<8]))
        salt.withUnsafeBytes { key.write(message: $0, [0, 0, 0, number], to: code) }
        for word in 0..<8 { sum[word] = block[word] }
        var state = key.inner
        for _ in 1..<rounds {
            state.h = key.inner.h
            compress(&state, block)
            state.h = key.outer.h
            compress(&state, block)
            for word in 0..<8 { sum[word] ^= block[word] }
        }
        OPENSSL_cleanse(&state, MemoryLayout<SHA512_CTX>.size)
    }

    /// Feeds the block and writes the state over its first half. C: `SHA512_Transform`
    @inline(__always)
    private static func compress(_ state: inout SHA512_CTX, _ block: UnsafeMutableBufferPointer<UInt64>) {
        SHA512_Transform(&state, UnsafeRawPointer(block.baseAddress)?.assumingMemoryBound(to: UInt8.self))
        block[0] = state.h.0.bigEndian
        block[1] = state.h.1.bigEndian
        block[2] = state.h.2.bigEndian
        block[3] = state.h.3.bigEndian
        block[4] = state.h.4.bigEndian
        block[5] = state.h.5.bigEndian
        block[6] = state.h.6.bigEndian
        block[7] = state.h.7.bigEndian
    }
}
