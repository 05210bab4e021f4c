// SPDX-License-Identifier: MIT
internal import COpenSSL

/// A public key that OpenSSL has already parsed. C: `EC_KEY`
// Sendable: after `init` the key is only read; OpenSSL's verification does not write to it.
final class CurvePoint: @unchecked Sendable {
    let key: OpaquePointer

    /// - Throws: ``CryptoError`` with `.invalidKey` when the bytes are not a point of the curve.
    init(_ compressed: [UInt8]) throws {
        let scratch = P256Scratch.current
        guard scratch.setPublicKey(compressed) else {
            throw CryptoError(.invalidKey, "The 33 bytes of the key name no point of P-256.")
        }
        guard let key = EC_KEY_dup(scratch.key) else {
            throw CryptoError(.unavailable, "OpenSSL could not copy a key.")
        }
        self.key = key
    }

    deinit { EC_KEY_free(key) }
}
