// SPDX-License-Identifier: MIT
import Barcodes

/// A request to `satchel-reader`; its Request.swift parses it and describes the format.
struct ReaderRequest: ChildQuestion {
    enum Content {
        case file([UInt8])
        case frame(GreyFrame)
        case picture(longestSide: Int, PictureForm, [UInt8])
        /// A page that `satchel-unpacker` decoded, to search or to convert to a picture.
        case page(UnpackedPage)
        case pagePicture(longestSide: Int, PictureForm, UnpackedPage)
    }

    /// The decoders to skip when a reader has died on this picture before.
    enum Omission: UInt8 {
        case nothing = 0
        /// The own decoders have finished; libzxing stops at the first code, where it fails fewer of its assertions.
        case ownAndAllButFirst = 5
    }

    var content: Content
    var kinds: Set<Symbology> = Set(Symbology.allCases)
    var omission = Omission.nothing

    /// The most codes of one picture.
    static let limit = 64

    /// The processor time limit of the reader, in milliseconds. Decoding fifty megapixels takes longer than reading a
    /// frame.
    var processorMilliseconds: Int {
        switch content {
        case .frame: 2000
        case .file, .picture, .page, .pagePicture: 4000
        }
    }

    /// The bytes before the file or the pixels.
    var head: [UInt8] {
        let kind: UInt8
        var details: [UInt8]
        switch content {
        case .file:
            kind = 1
            details = quest(effort: 1)
        case .frame(let frame):
            kind = 2
            details = quest(effort: 0) + Self.bytes(UInt32(frame.width)) + Self.bytes(UInt32(frame.height))
        case .picture(let longestSide, let form, _):
            kind = 3
            details = Self.bytes(UInt16(clamping: longestSide)) + [form.quality]
        case .page(let page):
            kind = 4
            details = quest(effort: 1) + Self.head(of: page)
        case .pagePicture(let longestSide, let form, let page):
            kind = 5
            details = Self.bytes(UInt16(clamping: longestSide)) + [form.quality] + Self.head(of: page)
        }
        return [kind] + Self.bytes(UInt16(processorMilliseconds)) + Self.bytes(UInt32(details.count + body.count))
            + details
    }

    var body: [UInt8] {
        switch content {
        case .file(let bytes), .picture(_, _, let bytes): bytes
        case .frame(let frame): frame.pixels
        case .page(let page), .pagePicture(_, _, let page): page.pixels
        }
    }

    private static func head(of page: UnpackedPage) -> [UInt8] {
        bytes(UInt32(page.width)) + bytes(UInt32(page.height)) + [UInt8(page.channels), UInt8(page.orientation)]
    }

    private func quest(effort: UInt8) -> [UInt8] {
        let mask = Symbology.allCases.enumerated().reduce(UInt32(0)) {
            kinds.contains($1.element) ? $0 | 1 << UInt32($1.offset) : $0
        }
        return Self.bytes(mask) + [UInt8(Self.limit), effort, omission.rawValue, 0]
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) }
    }
}

/// The format of a made picture.
package enum PictureForm: Equatable, Sendable {
    case png
    /// 1 to 100.
    case jpeg(quality: Int)

    /// 0 for a PNG, as in the request.
    fileprivate var quality: UInt8 {
        switch self {
        case .png: 0
        case .jpeg(let quality): UInt8(max(1, min(quality, 100)))
        }
    }

    /// The first bytes of such a file.
    var start: [UInt8] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        }
    }
}
