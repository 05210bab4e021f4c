// SPDX-License-Identifier: MIT
internal import COpenSSL

/// RIPEMD-160, the hash of Bitcoin's addresses. C: <https://www.openssl.org/docs/man3.0/man3/RIPEMD160.html>
///
/// The low-level calls work without OpenSSL's legacy provider.
package enum RIPEMD160 {
    package static let count = 20

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
        precondition(digest.count == count, "A RIPEMD-160 digest has \(count) bytes, not \(digest.count).")
        var state = RIPEMD160_CTX()
        RIPEMD160_Init(&state)
        RIPEMD160_Update(&state, message.baseAddress, message.count)
        RIPEMD160_Final(digest.bindMemory(to: UInt8.self).baseAddress, &state)
    }
}
