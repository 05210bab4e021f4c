// SPDX-License-Identifier: MIT

/// A random number used once, which makes each request and each redemption unique.
package struct Nonce: FixedBytes {
    package static let byteCount = 16
    package static let noun = "nonce"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A nonce is 16 bytes.")
        self.bytes = bytes
    }
}
