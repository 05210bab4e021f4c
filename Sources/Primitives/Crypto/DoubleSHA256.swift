// SPDX-License-Identifier: MIT

/// SHA-256 of SHA-256: what names Bitcoin's transactions and blocks and ends its base58 texts.
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

    /// Writes the 32 bytes into storage of the caller, without allocating.
    package static func hash(_ message: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        SHA256.hash(message, into: digest)
        SHA256.hash(UnsafeRawBufferPointer(digest), into: digest)
    }
}
