// SPDX-License-Identifier: MIT

/// The hash of a root's or a transfer's signed body. It does not cover the signature, so signing again keeps the id.
package struct RecordID: FixedBytes {
    package static let byteCount = 32
    package static let noun = "record id"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A record id is 32 bytes.")
        self.bytes = bytes
    }
}
