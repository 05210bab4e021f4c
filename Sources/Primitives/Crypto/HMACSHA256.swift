// SPDX-License-Identifier: MIT
package import Bytes
internal import CSodium

/// Message authentication with SHA-256. RFC 2104; C: <https://doc.libsodium.org/advanced/hmac-sha2>
package enum HMACSHA256 {
    /// How many bytes a code has.
    package static let count = 32

    /// Returns 32 bytes that only holders of the key can compute.
    package static func code(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        code.withUnsafeMutableBytes { code in
            message.withUnsafeBytes { message in write(message: message, key: key, to: code) }
        }
        return code
    }

    /// Compares in constant time, so that guessing byte by byte learns nothing.
    package static func isValid(_ code: [UInt8], for message: [UInt8], key: SecretBytes) -> Bool {
        constantTimeEqual(code, self.code(message, key: key))
    }

    /// Authenticates the message and the public parts after it; writes straight into storage that may be secret.
    static func write(
        message: UnsafeRawBufferPointer, _ parts: [UInt8]..., key: SecretBytes, to code: UnsafeMutableRawBufferPointer
    ) {
        precondition(code.count == count, "An HMAC-SHA-256 code has \(count) bytes, not \(code.count).")
        _ = Sodium.ready
        var state = crypto_auth_hmacsha256_state()
        key.withUnsafeBytes { key in
            _ = crypto_auth_hmacsha256_init(&state, Sodium.start(of: key), key.count)
        }
        if message.count > 0 {
            crypto_auth_hmacsha256_update(&state, Sodium.start(of: message), UInt64(message.count))
        }
        for part in parts {
            crypto_auth_hmacsha256_update(&state, part, UInt64(part.count))
        }
        crypto_auth_hmacsha256_final(&state, Sodium.start(of: code))
        sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size)
    }
}
