// SPDX-License-Identifier: MIT
internal import COpenSSL

/// SHA-512. FIPS 180-4; C: <https://www.openssl.org/docs/man3.0/man3/SHA512_Init.html>
package enum SHA512 {
    package static let count = 64
    static let blockCount = 128

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

    /// Writes the 64 bytes to the caller's storage, without allocating; no copy of the message remains.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count == count, "A SHA-512 digest has \(count) bytes, not \(digest.count).")
        var state = SHA512_CTX()
        SHA512_Init(&state)
        SHA512_Update(&state, message.baseAddress, message.count)
        SHA512_Final(digest.bindMemory(to: UInt8.self).baseAddress, &state)
        OPENSSL_cleanse(&state, MemoryLayout<SHA512_CTX>.size)
    }
}
