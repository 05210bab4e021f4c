// SPDX-License-Identifier: MIT

/// The random number that makes each root unique.
package struct Serial: FixedBytes {
    package static let byteCount = 16
    package static let noun = "serial"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A serial is 16 bytes.")
        self.bytes = bytes
    }
}
