// SPDX-License-Identifier: MIT

/// Keccak-256 as Ethereum uses it: the permutation of SHA-3 with the padding from before the standard.
///
/// The Keccak reference, version 3.0. OpenSSL has only the standard padding, so the permutation is implemented here,
/// written out lane by lane, because a loop over an array takes three times as long.
package enum Keccak256 {
    package static let count = 32
    private static let rate = 136
    private static let laneCount = 25

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { message in
            [UInt8](unsafeUninitializedCapacity: count) { digest, filled in
                let digest = UnsafeMutableRawBufferPointer(digest)
                hash(message, into: UnsafeMutableRawBufferPointer(rebasing: digest[..<count]))
                filled = count
            }
        }
    }

    /// Writes the 32 bytes to the caller's storage, without allocating.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == count, "A Keccak-256 digest has \(count) bytes, not \(digest.count).")
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: laneCount) { state in
            state.initialize(repeating: 0)
            var start = 0
            while message.count - start >= rate {
                for lane in 0..<rate / 8 {
                    state[lane] ^= UInt64(
                        littleEndian: message.loadUnaligned(fromByteOffset: start + lane * 8, as: UInt64.self))
                }
                permute(state)
                start += rate
            }
            let rest = message.count - start
            for lane in 0..<rest / 8 {
                state[lane] ^= UInt64(
                    littleEndian: message.loadUnaligned(fromByteOffset: start + lane * 8, as: UInt64.self))
            }
            for index in rest / 8 * 8..<rest {
                state[index / 8] ^= UInt64(message[start + index]) << UInt64(index % 8 * 8)
            }
            state[rest / 8] ^= 1 << UInt64(rest % 8 * 8)
            state[rate / 8 - 1] ^= 1 << 63
            permute(state)
            for lane in 0..<count / 8 {
                digest.storeBytes(of: state[lane].littleEndian, toByteOffset: lane * 8, as: UInt64.self)
            }
        }
    }

    @inline(__always)
    private static func rotated(_ lane: UInt64, _ bits: UInt64) -> UInt64 {
        lane &<< bits | lane &>> (64 &- bits)
    }

    /// Twenty-four rounds of theta, rho, pi, chi and iota; lane x, y has the number x + 5y.
    private static func permute(_ state: UnsafeMutableBufferPointer<UInt64>) {
        var a0 = state[0]
        var a1 = state[1]
        var a2 = state[2]
        var a3 = state[3]
        var a4 = state[4]
        var a5 = state[5]
        var a6 = state[6]
        var a7 = state[7]
        var a8 = state[8]
        var a9 = state[9]
        var a10 = state[10]
        var a11 = state[11]
        var a12 = state[12]
        var a13 = state[13]
        var a14 = state[14]
        var a15 = state[15]
        var a16 = state[16]
        var a17 = state[17]
        var a18 = state[18]
        var a19 = state[19]
        var a20 = state[20]
        var a21 = state[21]
        var a22 = state[22]
        var a23 = state[23]
        var a24 = state[24]
        for constant in constants {
            let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
            let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
            let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
            let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
            let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
            let d0 = c4 ^ rotated(c1, 1)
            let d1 = c0 ^ rotated(c2, 1)
            let d2 = c1 ^ rotated(c3, 1)
            let d3 = c2 ^ rotated(c4, 1)
            let d4 = c3 ^ rotated(c0, 1)
            let b0 = a0 ^ d0
            let b1 = rotated(a6 ^ d1, 44)
            let b2 = rotated(a12 ^ d2, 43)
            let b3 = rotated(a18 ^ d3, 21)
            let b4 = rotated(a24 ^ d4, 14)
            let b5 = rotated(a3 ^ d3, 28)
            let b6 = rotated(a9 ^ d4, 20)
            let b7 = rotated(a10 ^ d0, 3)
            let b8 = rotated(a16 ^ d1, 45)
            let b9 = rotated(a22 ^ d2, 61)
            let b10 = rotated(a1 ^ d1, 1)
            let b11 = rotated(a7 ^ d2, 6)
            let b12 = rotated(a13 ^ d3, 25)
            let b13 = rotated(a19 ^ d4, 8)
            let b14 = rotated(a20 ^ d0, 18)
            let b15 = rotated(a4 ^ d4, 27)
            let b16 = rotated(a5 ^ d0, 36)
            let b17 = rotated(a11 ^ d1, 10)
            let b18 = rotated(a17 ^ d2, 15)
            let b19 = rotated(a23 ^ d3, 56)
            let b20 = rotated(a2 ^ d2, 62)
            let b21 = rotated(a8 ^ d3, 55)
            let b22 = rotated(a14 ^ d4, 39)
            let b23 = rotated(a15 ^ d0, 41)
            let b24 = rotated(a21 ^ d1, 2)
            a0 = b0 ^ (~b1 & b2) ^ constant
            a1 = b1 ^ (~b2 & b3)
            a2 = b2 ^ (~b3 & b4)
            a3 = b3 ^ (~b4 & b0)
            a4 = b4 ^ (~b0 & b1)
            a5 = b5 ^ (~b6 & b7)
            a6 = b6 ^ (~b7 & b8)
            a7 = b7 ^ (~b8 & b9)
            a8 = b8 ^ (~b9 & b5)
            a9 = b9 ^ (~b5 & b6)
            a10 = b10 ^ (~b11 & b12)
            a11 = b11 ^ (~b12 & b13)
            a12 = b12 ^ (~b13 & b14)
            a13 = b13 ^ (~b14 & b10)
            a14 = b14 ^ (~b10 & b11)
            a15 = b15 ^ (~b16 & b17)
            a16 = b16 ^ (~b17 & b18)
            a17 = b17 ^ (~b18 & b19)
            a18 = b18 ^ (~b19 & b15)
            a19 = b19 ^ (~b15 & b16)
            a20 = b20 ^ (~b21 & b22)
            a21 = b21 ^ (~b22 & b23)
            a22 = b22 ^ (~b23 & b24)
            a23 = b23 ^ (~b24 & b20)
            a24 = b24 ^ (~b20 & b21)
        }
        state[0] = a0
        state[1] = a1
        state[2] = a2
        state[3] = a3
        state[4] = a4
        state[5] = a5
        state[6] = a6
        state[7] = a7
        state[8] = a8
        state[9] = a9
        state[10] = a10
        state[11] = a11
        state[12] = a12
        state[13] = a13
        state[14] = a14
        state[15] = a15
        state[16] = a16
        state[17] = a17
        state[18] = a18
        state[19] = a19
        state[20] = a20
        state[21] = a21
        state[22] = a22
        state[23] = a23
        state[24] = a24
    }

    private static let constants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
        0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
