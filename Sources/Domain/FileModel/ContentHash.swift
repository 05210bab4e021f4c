// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// The SHA-256 of a whole content, which is its name at the hub.
package struct ContentHash: Hashable, Sendable, CustomStringConvertible {
    package let digest: Digest

    package init(_ digest: Digest) { self.digest = digest }

    /// Of no bytes.
    package static let empty = ContentHash(SHA256.hash([UInt8]()))

    /// `"c-<64 hexadecimal digits>"`, with the quotes. RFC 9110, section 8.8.3
    package var entityTag: String { "\"c-\(digest)\"" }

    /// - Returns: nil for a tag that ``entityTag`` never is; a weak one names no content.
    package init?(entityTag text: String) {
        guard text.hasPrefix("\"c-"), text.hasSuffix("\""), text.utf8.count == 4 + 2 * Digest.count else { return nil }
        self.init(hex: String(text.dropFirst(3).dropLast()))
    }

    /// - Returns: nil for anything but 64 lowercase hexadecimal digits.
    package init?(hex text: String) {
        do {
            let digest = try Digest(Hex.decode(text))
            guard digest.description == text else { return nil }
            self.init(digest)
        } catch {
            return nil
        }
    }

    package var description: String { digest.description }
}
