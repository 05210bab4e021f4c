// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// Message authentication with SHA-1, which authenticator apps use. SHA-1's weaknesses do not affect it. RFC 2104
///
/// C: <https://www.openssl.org/docs/man3.0/man3/HMAC.html>
package enum HMACSHA1 {
    /// The length of a code in bytes.
    package static let count = SHA1.count

    /// Returns 20 bytes that only holders of the key can compute.
    package static func code(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { code, filled in
            var written = UInt32(count)
            let result = key.withUnsafeBytes { key in
                HMAC(EVP_sha1(), key.baseAddress, Int32(key.count), message, message.count, code.baseAddress, &written)
            }
            precondition(result != nil && Int(written) == count, "HMAC-SHA-1 of bytes in memory cannot fail.")
            filled = count
        }
    }
}
