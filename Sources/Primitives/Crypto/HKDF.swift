// SPDX-License-Identifier: MIT
package import Bytes

/// Derives independent keys from one secret, with HMAC-SHA-256. RFC 5869
package enum HKDF {
    /// The longest output of one derivation: 255 blocks.
    package static let maximumCount = 255 * HMACSHA256.count

    /// Extracts with the salt, then expands with `info`, which names the purpose of the derived secret.
    package static func derive(from key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
        derive(from: key, salt: SecretBytes(salt), info: info, count: count)
    }

    /// The same with a salt that is secret, such as the chaining key of a handshake.
    package static func derive(from key: SecretBytes, salt: SecretBytes, info: [UInt8], count: Int) -> SecretBytes {
        precondition(0...maximumCount ~= count, "HKDF gives at most \(maximumCount) bytes, not \(count).")
        let extracted = SecretBytes(count: HMACSHA256.count) { output in
            key.withUnsafeBytes { key in
                // RFC 5869, section 2.2: the salt is the HMAC key and the input secret is the message.
                HMACSHA256.write(message: key, key: salt, to: output)
            }
        }
        return SecretBytes(count: count) { output in
            var start = 0
            var counter: UInt8 = 1
            var previous = SecretBytes([])
            while start < count {
                let block = SecretBytes(count: HMACSHA256.count) { block in
                    previous.withUnsafeBytes { previous in
                        HMACSHA256.write(message: previous, info, [counter], key: extracted, to: block)
                    }
                }
                let taken = min(HMACSHA256.count, count - start)
                block.withUnsafeBytes { block in
                    UnsafeMutableRawBufferPointer(rebasing: output[start..<start + taken])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<taken]))
                }
                previous = block
                start += taken
                // Cannot overflow: the precondition allows 255 blocks, and the last one ends the loop.
                if start < count { counter += 1 }
            }
        }
    }
}
