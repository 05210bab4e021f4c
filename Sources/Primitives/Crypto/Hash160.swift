// SPDX-License-Identifier: MIT

/// RIPEMD-160 of SHA-256: Bitcoin's hash of a public key or a script.
package enum Hash160 {
    package static let count = RIPEMD160.count

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { message in
            [UInt8](unsafeUninitializedCapacity: count) { digest, filled in
                hash(
                    message,
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(digest)[..<count]))
                filled = count
            }
        }
    }

    /// Writes the 20 bytes to the caller's storage, without allocating.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        withUnsafeTemporaryAllocation(byteCount: Digest.count, alignment: 8) { inner in
            SHA256.hash(message, into: inner)
            RIPEMD160.hash(UnsafeRawBufferPointer(inner), into: digest)
        }
    }
}
