// SPDX-License-Identifier: MIT
internal import Bytes

/// Names a lock: 128 random bits, written as `satchel:<22 characters of base64url>`. RFC 4918, section 6.5
///
/// It is short, because clients keep the header `If` with two tags and a token in 200 bytes (neon).
package struct LockToken: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 16
    private static let prefix = "satchel:"

    package let bytes: [UInt8]

    /// - Returns: nil unless there are 16 bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// - Returns: nil for a text that ``description`` never is.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        do {
            guard let token = Self(try Base64URL.decode(String(text.dropFirst(Self.prefix.count)))),
                token.description == text
            else { return nil }
            self = token
        } catch {
            return nil
        }
    }

    package var description: String { Self.prefix + Base64URL.encode(bytes) }

    /// The value of the header `Lock-Token`: the token in angle brackets. RFC 4918, section 10.5
    ///
    /// - Returns: nil for anything that is no token of ours.
    package init?(header text: String) {
        guard text.hasPrefix("<"), text.hasSuffix(">") else { return nil }
        self.init(String(text.dropFirst().dropLast()))
    }
}
