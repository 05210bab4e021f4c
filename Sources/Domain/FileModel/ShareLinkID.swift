// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto

/// What a hub keeps of a share link: the SHA-256 of its token. It does not lead back to the token, so who reads the
/// hub's disk cannot use the link.
package struct ShareLinkID: Hashable, Sendable, CustomStringConvertible {
    /// Bytes of a token: 128 random bits, made by the client.
    package static let tokenByteCount = 16

    package let digest: Digest

    package init(_ digest: Digest) { self.digest = digest }

    /// - Parameter text: the token as it stands in a link, base64url without padding.
    /// - Returns: nil for a text that no link has.
    package init?(token text: String) {
        do {
            let token = try Base64URL.decode(text)
            guard token.count == Self.tokenByteCount else { return nil }
            self.init(token: token)
        } catch {
            return nil
        }
    }

    package init(token: [UInt8]) { digest = SHA256.hash(token) }

    /// 64 hexadecimal digits in lower case.
    package var description: String { digest.description }
}

extension ShareLinkID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A share link has an id of 64 hexadecimal digits in lower case.")
        }
        self.init(hash.digest)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
