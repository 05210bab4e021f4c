// SPDX-License-Identifier: MIT

/// Names a card for ever, on every device that it is handed to: 16 random bytes, written like a UUID.
package struct CardID: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Precondition: 16 bytes.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == 16, "A card's name has 16 bytes.")
        self.bytes = bytes
    }
}
