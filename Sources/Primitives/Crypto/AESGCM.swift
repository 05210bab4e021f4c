// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// AES-256 in Galois/counter mode. NIST SP 800-38D; C: <https://www.openssl.org/docs/man3.0/man3/EVP_EncryptInit.html>
///
/// A nonce must never repeat under one key: two messages with the same nonce reveal both and the authentication key.
/// Use twelve random bytes each time, and fewer than 2^32 messages per key.
package enum AESGCM {
    package static let keyCount = 32
    package static let nonceCount = 12
    package static let tagCount = 16

    /// Returns the ciphertext, as long as the plain bytes, followed by the 16-byte tag.
    ///
    /// - Throws: ``CryptoError`` with `.malformed` for a key or nonce of the wrong length.
    package static func seal(
        _ plain: [UInt8], key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws -> [UInt8] {
        let context = try begin(encrypting: true, key: key, nonce: nonce, associatedData: associatedData)
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: plain.count + tagCount)
        try sealed.withUnsafeMutableBufferPointer { sealed in
            try update(context, from: plain[...], to: sealed.baseAddress)
            var written: Int32 = 0
            let tag = sealed.baseAddress?.advanced(by: plain.count)
            try check(EVP_EncryptFinal_ex(context, tag, &written), doing: "finish sealing")
            try check(
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), tag), doing: "read the seal's tag")
        }
        return sealed
    }

    /// Returns the plain bytes if and only if key, nonce, associated data and ciphertext belong to one call of `seal`.
    ///
    /// - Throws: ``CryptoError`` with `.authenticationFailed` when they do not, `.malformed` for a wrong length.
    package static func open(
        _ sealed: [UInt8], key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws -> [UInt8] {
        guard sealed.count >= tagCount else {
            throw CryptoError(.malformed, "A sealed message has at least \(tagCount) bytes, not \(sealed.count).")
        }
        let context = try begin(encrypting: false, key: key, nonce: nonce, associatedData: associatedData)
        defer { EVP_CIPHER_CTX_free(context) }
        let count = sealed.count - tagCount
        var tag = Array(sealed[count...])
        var plain = [UInt8](repeating: 0, count: count)
        try plain.withUnsafeMutableBufferPointer { plain in
            try update(context, from: sealed[..<count], to: plain.baseAddress)
        }
        try check(
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag), doing: "set the seal's tag")
        var written: Int32 = 0
        var nothing: UInt8 = 0
        guard EVP_DecryptFinal_ex(context, &nothing, &written) == 1 else {
            ERR_clear_error()
            // The decrypted bytes are not authentic, so they must not be readable, not even in freed memory.
            plain.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
            throw CryptoError(.authenticationFailed, "The seal does not match: wrong key, or the data was changed.")
        }
        return plain
    }

    /// Fetched once, because an implicit fetch per message costs more than encrypting a short one.
    // Safe: a fetched algorithm is immutable and OpenSSL allows its use from any thread.
    private nonisolated(unsafe) static let algorithm: OpaquePointer = {
        guard let algorithm = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) else {
            preconditionFailure("OpenSSL has no AES-256-GCM; nothing can be sealed or opened.")
        }
        return algorithm
    }()

    private static func begin(
        encrypting: Bool, key: SecretBytes, nonce: [UInt8], associatedData: [UInt8]
    ) throws -> OpaquePointer {
        guard key.count == keyCount, nonce.count == nonceCount else {
            throw CryptoError(
                .malformed,
                "AES-256-GCM takes a key of 32 and a nonce of 12 bytes, not \(key.count) and \(nonce.count).")
        }
        guard let context = EVP_CIPHER_CTX_new() else {
            throw CryptoError(.unavailable, "OpenSSL could not make a cipher context.")
        }
        do {
            try key.withUnsafeBytes { key in
                try check(
                    EVP_CipherInit_ex(
                        context, algorithm, nil, key.bindMemory(to: UInt8.self).baseAddress, nonce, encrypting ? 1 : 0),
                    doing: "start AES-256-GCM")
            }
            try update(context, from: associatedData[...], to: nil)
            return context
        } catch {
            EVP_CIPHER_CTX_free(context)
            throw error
        }
    }

    /// Processes input in pieces that fit C's `int`; without an output the input is associated data.
    private static func update(
        _ context: OpaquePointer, from input: ArraySlice<UInt8>, to output: UnsafeMutablePointer<UInt8>?
    ) throws {
        try input.withUnsafeBufferPointer { input in
            var start = 0
            while start < input.count {
                let count = min(input.count - start, 1 << 30)
                var written: Int32 = 0
                try check(
                    EVP_CipherUpdate(
                        context, output?.advanced(by: start), &written, input.baseAddress?.advanced(by: start),
                        Int32(count)), doing: "run AES-256-GCM")
                start += count
            }
        }
    }
}
