// SPDX-License-Identifier: MIT
package import Crypto

/// A picture of a card. Its bytes are stored separately, by their hash.
package struct CardPhoto: Hashable, Sendable {
    package enum Role: String, CaseIterable, Hashable, Sendable {
        case front = "front", back = "back", icon = "icon", other = "other"
    }

    package var role: Role
    package let mediaType: MediaType
    /// SHA-256 of the bytes.
    package let hash: Digest

    package init(role: Role, mediaType: MediaType, hash: Digest) {
        self.role = role
        self.mediaType = mediaType
        self.hash = hash
    }

    /// A photo of these bytes. Its media type is detected from the first bytes.
    package init(role: Role, of bytes: [UInt8]) {
        self.init(role: role, mediaType: MediaType(of: bytes), hash: SHA256.hash(bytes))
    }

    /// The picture's format, detected from its first bytes; no declared type is trusted.
    package enum MediaType: String, CaseIterable, Hashable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"
        case gif = "image/gif"
        case heic = "image/heic"
        case unknown = "application/octet-stream"

        /// Magic numbers: RFC 2083 section 3.1, ITU T.81 B.1.1.3, RFC 9649 section 2.4, GIF89a section 17, ISO 14496-12
        /// section 4.3.
        package init(of bytes: [UInt8]) {
            func stands(_ magic: [UInt8], at start: Int = 0) -> Bool { bytes.dropFirst(start).starts(with: magic) }
            self =
                if stands([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                    .png
                } else if stands([0xFF, 0xD8, 0xFF]) {
                    .jpeg
                } else if stands(Array("RIFF".utf8)), stands(Array("WEBP".utf8), at: 8) {
                    .webp
                } else if stands(Array("GIF8".utf8)) {
                    .gif
                } else if stands(Array("ftyphe".utf8), at: 4) || stands(Array("ftypmif1".utf8), at: 4) {
                    .heic
                } else {
                    .unknown
                }
        }

        /// The extension of such files' names.
        package var fileExtension: String {
            switch self {
            case .png: "png"
            case .jpeg: "jpg"
            case .webp: "webp"
            case .gif: "gif"
            case .heic: "heic"
            case .unknown: "bin"
            }
        }
    }
}
