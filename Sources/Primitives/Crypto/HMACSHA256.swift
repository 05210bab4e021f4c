// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// Message authentication with SHA-256. RFC 2104
///
/// It uses OpenSSL's SHA-256, as ``SHA256`` does, because that uses the processor's SHA instructions; every signed
/// request of a hub takes three codes.
package enum HMACSHA256 {
    /// The length of a code in bytes.
    package static let count = 32

    /// Returns 32 bytes that only holders of the key can compute.
    package static func code(_ message: [UInt8], key: SecretBytes) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: count)
        code.withUnsafeMutableBytes { code in
            message.withUnsafeBytes { message in write(message: message, [[UInt8]](), key: key, to: code) }
        }
        return code
    }

    /// Compares in constant time, so that guessing byte by byte reveals nothing.
    package static func isValid(_ code: [UInt8], for message: [UInt8], key: SecretBytes) -> Bool {
        constantTimeEqual(code, self.code(message, key: key))
    }

    /// Authenticates the message and the public parts after it; writes directly into storage that may be secret.
    static func write(
        message: UnsafeRawBufferPointer, _ parts: [UInt8]..., key: SecretBytes, to code: UnsafeMutableRawBufferPointer
    ) {
        write(message: message, parts, key: key, to: code)
    }

    private static func write(
        message: UnsafeRawBufferPointer, _ parts: [[UInt8]], key: SecretBytes, to code: UnsafeMutableRawBufferPointer
    ) {
        precondition(code.count == count, "An HMAC-SHA-256 code has \(count) bytes, not \(code.count).")
        var (inner, outer) = (SHA256_CTX(), SHA256_CTX())
        begin(&inner, &outer, key: key)
        SHA256_Update(&inner, message.baseAddress, message.count)
        for part in parts { SHA256_Update(&inner, part, part.count) }
        let start = code.bindMemory(to: UInt8.self).baseAddress
        SHA256_Final(start, &inner)
        SHA256_Update(&outer, start, count)
        SHA256_Final(start, &outer)
        OPENSSL_cleanse(&inner, MemoryLayout<SHA256_CTX>.size)
        OPENSSL_cleanse(&outer, MemoryLayout<SHA256_CTX>.size)
    }

    /// The key, padded with zeros to a block, is combined with a different pad for the inner and the outer hash.
    private static func begin(_ inner: inout SHA256_CTX, _ outer: inout SHA256_CTX, key: SecretBytes) {
        withUnsafeTemporaryAllocation(byteCount: blockCount, alignment: 8) { block in
            block.initializeMemory(as: UInt8.self, repeating: 0)
            key.withUnsafeBytes { key in
                if key.count > blockCount {
                    SHA256.hash(key, into: UnsafeMutableRawBufferPointer(rebasing: block[..<Digest.count]))
                } else {
                    block.copyMemory(from: key)
                }
            }
            for index in block.indices { block[index] ^= innerPadding }
            SHA256_Init(&inner)
            SHA256_Update(&inner, block.baseAddress, blockCount)
            for index in block.indices { block[index] ^= innerPadding ^ outerPadding }
            SHA256_Init(&outer)
            SHA256_Update(&outer, block.baseAddress, blockCount)
            OPENSSL_cleanse(block.baseAddress, blockCount)
        }
    }

    private static let blockCount = 64
    private static let innerPadding: UInt8 = 0x36
    private static let outerPadding: UInt8 = 0x5c
}
