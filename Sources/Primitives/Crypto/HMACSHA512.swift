// SPDX-License-Identifier: MIT
package import Bytes
internal import CSodium

/// Message authentication with SHA-512, with which BIP-0032 and SLIP-0010 derive children. RFC 2104
///
/// C: `crypto_auth_hmacsha512_init`, <https://doc.libsodium.org/advanced/hmac-sha2>
package enum HMACSHA512 {
    /// The length of a code in bytes.
    package static let count = SHA512.count

    /// Returns 64 bytes that only holders of the key can compute.
    package static func code(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { code, filled in
            let code = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(code)[..<count])
            message.withUnsafeBytes { message in
                key.withUnsafeBytes { key in write(message: message, key: key, to: code) }
            }
            filled = count
        }
    }

    /// Writes the 64 bytes to the caller's storage; no copy of the key remains.
    package static func write(
        message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, to code: UnsafeMutableRawBufferPointer
    ) {
        precondition(code.count == count, "An HMAC-SHA-512 code has \(count) bytes, not \(code.count).")
        _ = Sodium.ready
        // An empty buffer may have no address, but the library needs one.
        var none: UInt8 = 0
        var state = crypto_auth_hmacsha512_state()
        withUnsafeMutablePointer(to: &none) { none in
            let message = (start: message.bindMemory(to: UInt8.self).baseAddress, count: UInt64(message.count))
            crypto_auth_hmacsha512_init(
                &state, key.bindMemory(to: UInt8.self).baseAddress ?? UnsafePointer(none), key.count)
            crypto_auth_hmacsha512_update(&state, message.start ?? UnsafePointer(none), message.count)
            crypto_auth_hmacsha512_final(&state, code.bindMemory(to: UInt8.self).baseAddress ?? none)
        }
        sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha512_state>.size)
    }
}
