// SPDX-License-Identifier: MIT

/// The format of a picture file, detected only from its first bytes.
package enum PictureKind: CaseIterable, Sendable {
    /// Decoded by `satchel-reader` itself.
    case png, jpeg, webp, gif, bmp
    /// HEIC, AVIF and related formats. `satchel-unpacker` decodes these and the following ones.
    case heif
    case tiff
    case pdf

    /// The number of bytes at the start of a file that suffice.
    package static let headBytes = 18

    /// The kind of a file that begins like this; nil when it is not a known picture format.
    ///
    /// PNG 5.2, ITU-T T.81 B.1.1.3, RFC 9649 section 2.4, GIF89a section 17, BMP with the size of its second header,
    /// ISO/IEC 14496-12 section 4.3, TIFF 6.0 section 2 and BigTIFF, ISO 32000-1 section 7.5.2.
    package init?(of start: [UInt8]) {
        func stands(_ magic: [UInt8], at place: Int = 0) -> Bool { start.dropFirst(place).starts(with: magic) }
        func stands(_ magic: String, at place: Int = 0) -> Bool { stands(Array(magic.utf8), at: place) }
        if stands([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if stands([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if stands("RIFF"), stands("WEBP", at: 8) {
            self = .webp
        } else if stands("GIF87a") || stands("GIF89a") {
            self = .gif
        } else if stands("BM"), Self.bitmapHeaders.contains(where: { stands([$0, 0, 0, 0], at: 14) }) {
            self = .bmp
        } else if stands("ftyp", at: 4), Self.brands.contains(where: { stands($0, at: 8) }) {
            self = .heif
        } else if Self.tiffHeads.contains(where: { stands($0) }) {
            self = .tiff
        } else if stands("%PDF-") {
            self = .pdf
        } else {
            return nil
        }
    }

    /// Whether `satchel-unpacker` must decode it first.
    var isUnpackedApart: Bool {
        switch self {
        case .png, .jpeg, .webp, .gif, .bmp: false
        case .heif, .tiff, .pdf: true
        }
    }

    private static let bitmapHeaders: [UInt8] = [12, 40, 52, 56, 64, 108, 124]
    /// ISO/IEC 23008-12 annex B, AVIF section 6. Videos also begin with `ftyp` but have other brands.
    private static let brands = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "miaf", "avif", "avis",
    ]
    private static let tiffHeads: [[UInt8]] = [
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]
}
