// SPDX-License-Identifier: MIT
internal import COpenSSL

/// SHA-1, for formats that require it, such as the manifests of passes. It gives no protection against an attacker.
///
/// FIPS 180-4; C: <https://www.openssl.org/docs/man3.0/man3/SHA1.html>
package enum SHA1 {
    package static let count = 20

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { digest, filled in
            COpenSSL.SHA1(message, message.count, digest.baseAddress)
            filled = count
        }
    }
}
