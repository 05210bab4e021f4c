// SPDX-License-Identifier: MIT
internal import Bytes

/// Names a card for ever, on every device that it is handed to: 16 random bytes, written like a UUID.
package struct CardID: Hashable, Sendable {
    package let bytes: [UInt8]

    /// How many bytes name a card.
    package static let count = 16

    /// - Precondition: 16 bytes.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "A card's name has 16 bytes.")
        self.bytes = bytes
    }

    /// Reads 32 hexadecimal digits, with or without the hyphens of RFC 9562, section 4; nil for anything else.
    package init?(text: some StringProtocol) {
        guard text.utf8.count <= 36 else { return nil }
        let digits = String(text.filter { $0 != "-" }).lowercased()
        // Safe: what is no hexadecimal is no name.
        guard let bytes = try? Hex.decode(digits), bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// Eight, four, four, four and twelve small hexadecimal digits.
    package var text: String {
        var groups: [String] = []
        var start = 0
        for count in [4, 2, 2, 2, 6] {
            groups.append(Hex.encode(Array(bytes[start..<start + count])))
            start += count
        }
        return groups.joined(separator: "-")
    }
}

extension CardID: CustomStringConvertible {
    package var description: String { text }
}
