// SPDX-License-Identifier: MIT
internal import Glibc

/// The source of random bytes: the kernel in programs, a seeded stream in simulations.
package struct RandomSource: Sendable {
    private let fill: @Sendable (Int) -> [UInt8]

    /// `fill` must return exactly the requested number of bytes.
    package init(_ fill: @escaping @Sendable (Int) -> [UInt8]) {
        self.fill = fill
    }

    package func bytes(_ count: Int) -> [UInt8] {
        let bytes = fill(count)
        precondition(bytes.count == count, "A random source returned \(bytes.count) bytes instead of \(count).")
        return bytes
    }

    /// The kernel's generator, which blocks until it is seeded. getrandom(2), through getentropy(3)
    ///
    /// It traps when the kernel fails, because without randomness no key and no nonce is safe.
    package static let system = RandomSource { count in
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // getentropy gives at most 256 bytes per call, all of them or none.
                let piece = UnsafeMutableBufferPointer(rebasing: buffer[filled..<min(filled + 256, count)])
                guard let start = piece.baseAddress, getentropy(start, piece.count) == 0 else {
                    preconditionFailure("The kernel refused random bytes, errno \(errno); nothing secret can be made.")
                }
                filled += piece.count
            }
        }
    }
}
