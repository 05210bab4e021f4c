// SPDX-License-Identifier: MIT

/// The first 16 bytes of the hash of a request, or of a redemption's binding. A transfer carries it to show what it
/// answers.
package struct RequestHash: FixedBytes {
    package static let byteCount = 16
    package static let noun = "request hash"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A request hash is 16 bytes.")
        self.bytes = bytes
    }
}
