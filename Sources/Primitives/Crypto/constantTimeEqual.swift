// SPDX-License-Identifier: MIT
internal import COpenSSL

/// Compares in a time that does not depend on where the arrays differ; only their counts may leak.
///
/// C: <https://www.openssl.org/docs/man3.0/man3/CRYPTO_memcmp.html>
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
