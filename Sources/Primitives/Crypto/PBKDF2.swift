// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// Derives a key from a password with HMAC-SHA-512. RFC 8018, section 5.2
///
/// Only for phrases, whose standard requires it; user passwords use ``Argon2id``. C:
/// <https://www.openssl.org/docs/man3.0/man3/PKCS5_PBKDF2_HMAC.html>
package enum PBKDF2 {
    /// The longest output of one derivation here, in bytes.
    package static let maximumCount = 255 * SHA512.count

    /// `rounds` is at least one, and `count` at most ``maximumCount``.
    package static func sha512(password: SecretBytes, salt: [UInt8], rounds: Int, count: Int) -> SecretBytes {
        precondition(rounds > 0 && 0...maximumCount ~= count, "PBKDF2 takes a round at least and few bytes.")
        return SecretBytes(count: count) { output in
            let isDone = password.withUnsafeBytes { password in
                PKCS5_PBKDF2_HMAC(
                    password.bindMemory(to: CChar.self).baseAddress, Int32(password.count), salt, Int32(salt.count),
                    Int32(rounds), EVP_sha512(), Int32(count), output.bindMemory(to: UInt8.self).baseAddress)
            }
            precondition(isDone == 1, "OpenSSL could not stretch a password; it has no memory left.")
        }
    }
}
