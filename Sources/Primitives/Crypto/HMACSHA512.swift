// SPDX-License-Identifier: MIT
package import Bytes
internal import COpenSSL

/// Message authentication with SHA-512, which BIP-0032 and SLIP-0010 derive children with. RFC 2104
package enum HMACSHA512 {
    /// How many bytes a code has.
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

    /// Writes the 64 bytes into storage of the caller; nothing of the key stays behind.
    package static func write(
        message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, to code: UnsafeMutableRawBufferPointer
    ) {
        precondition(code.count == count, "An HMAC-SHA-512 code has \(count) bytes, not \(code.count).")
        var state = HMACSHA512State(key: key)
        state.write(message: message, to: code)
        state.erase()
    }
}

/// A key that has gone through both of its blocks already.
struct HMACSHA512State {
    private(set) var inner = SHA512_CTX()
    private(set) var outer = SHA512_CTX()

    init(key: UnsafeRawBufferPointer) {
        withUnsafeTemporaryAllocation(byteCount: SHA512.blockCount, alignment: 8) { block in
            block.initializeMemory(as: UInt8.self, repeating: 0)
            if key.count > SHA512.blockCount {
                SHA512.hash(key, into: UnsafeMutableRawBufferPointer(rebasing: block[..<SHA512.count]))
            } else {
                block.copyMemory(from: key)
            }
            for index in block.indices { block[index] ^= 0x36 }
            SHA512_Init(&inner)
            SHA512_Update(&inner, block.baseAddress, block.count)
            for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
            SHA512_Init(&outer)
            SHA512_Update(&outer, block.baseAddress, block.count)
            OPENSSL_cleanse(block.baseAddress, block.count)
        }
    }

    /// Authenticates the parts as if they were joined.
    func write(message: UnsafeRawBufferPointer, _ more: [UInt8] = [], to code: UnsafeMutableRawBufferPointer) {
        let start = code.bindMemory(to: UInt8.self).baseAddress
        var state = inner
        SHA512_Update(&state, message.baseAddress, message.count)
        SHA512_Update(&state, more, more.count)
        SHA512_Final(start, &state)
        state = outer
        SHA512_Update(&state, start, SHA512.count)
        SHA512_Final(start, &state)
        OPENSSL_cleanse(&state, MemoryLayout<SHA512_CTX>.size)
    }

    mutating func erase() {
        OPENSSL_cleanse(&self, MemoryLayout<HMACSHA512State>.size)
    }
}
