// SPDX-License-Identifier: MIT

/// The hub's id of an account. A redemption is bound to it.
package struct AccountID: FixedBytes {
    package static let byteCount = 16
    package static let noun = "account id"
    package let bytes: [UInt8]

    package init(known bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "A account id is 16 bytes.")
        self.bytes = bytes
    }
}
