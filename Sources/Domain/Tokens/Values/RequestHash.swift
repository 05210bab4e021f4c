// SPDX-License-Identifier: MIT

/// What a transfer answers: the first 16 bytes of the hash of a request, or of a redemption's binding.
package struct RequestHash: FixedBytes {
    package static let byteCount = 16
    package static let noun = "request hash"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A request hash is 16 bytes.")
        self.bytes = bytes
    }
}
