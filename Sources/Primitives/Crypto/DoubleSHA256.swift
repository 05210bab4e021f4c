// SPDX-License-Identifier: MIT

/// SHA-256 of SHA-256: the identifiers of Bitcoin's transactions and blocks, and the checksum of its base58 texts.
package enum DoubleSHA256 {
    package static let count = 32

    package static func hash(_ message: [UInt8]) -> [UInt8] {
        message.withUnsafeBytes { message in
            [UInt8](unsafeUninitializedCapacity: count) { digest, filled in
                hash(
                    message,
                    into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(digest)[..<count]))
                filled = count
            }
        }
    }

    /// Writes the 32 bytes to the caller's storage, without allocating.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        SHA256.hash(message, into: digest)
        SHA256.hash(UnsafeRawBufferPointer(digest), into: digest)
    }
}
