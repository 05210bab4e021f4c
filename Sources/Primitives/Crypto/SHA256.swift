// SPDX-License-Identifier: MIT
internal import COpenSSL

/// SHA-256. FIPS 180-4; C: <https://www.openssl.org/docs/man3.0/man3/SHA256_Init.html>
///
/// The low-level calls are used because fetching the algorithm through EVP costs more than hashing a record.
package enum SHA256 {
    /// Hashes one message.
    package static func hash(_ message: [UInt8]) -> Digest {
        Digest(
            unchecked: [UInt8](unsafeUninitializedCapacity: Digest.count) { buffer, filled in
                message.withUnsafeBytes { hash($0, into: UnsafeMutableRawBufferPointer(buffer)) }
                filled = Digest.count
            })
    }

    /// Hashes the concatenation of the parts.
    package static func hash(_ parts: [UInt8]...) -> Digest {
        hash(parts)
    }

    /// Hashes the concatenation of the parts.
    package static func hash(_ parts: [[UInt8]]) -> Digest {
        Digest(
            unchecked: [UInt8](unsafeUninitializedCapacity: Digest.count) { buffer, filled in
                write(parts, to: buffer.baseAddress)
                filled = Digest.count
            })
    }

    /// Writes the 32 bytes to the caller's storage, without allocating.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == Digest.count, "A SHA-256 digest has \(Digest.count) bytes, not \(digest.count).")
        var state = SHA256_CTX()
        SHA256_Init(&state)
        SHA256_Update(&state, message.baseAddress, message.count)
        SHA256_Final(digest.bindMemory(to: UInt8.self).baseAddress, &state)
    }

    /// Passes the digest on the stack to the closure, because a verification needs it only briefly.
    static func withDigest<R>(of parts: [[UInt8]], _ body: (UnsafePointer<UInt8>) throws -> R) rethrows -> R {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Digest.count) { buffer in
            write(parts, to: buffer.baseAddress)
            guard let start = UnsafePointer(buffer.baseAddress) else {
                preconditionFailure("A temporary of 32 bytes has no address.")
            }
            return try body(start)
        }
    }

    private static func write(_ parts: [[UInt8]], to digest: UnsafeMutablePointer<UInt8>?) {
        var state = SHA256_CTX()
        SHA256_Init(&state)
        for part in parts {
            SHA256_Update(&state, part, part.count)
        }
        SHA256_Final(digest, &state)
    }
}
