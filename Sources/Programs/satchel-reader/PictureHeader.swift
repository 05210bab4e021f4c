// SPDX-License-Identifier: MIT
import Scanner

/// The header of an image file: its format, size and orientation. It is read before any pixel is decoded.
struct PictureHeader {
    enum Format {
        case png, jpeg, webp, gif, bmp
        /// Raw pixels: grey, or red, green and blue.
        case grey, colours
    }

    let format: Format
    /// Stored width in pixels, before the orientation is applied.
    let width: Int
    let height: Int
    /// 1 to 8; 1 is upright. TIFF 6.0, tag 274; the EXIF block of PNG, JPEG and WebP holds it.
    let orientation: Int

    /// Whether the orientation swaps width and height.
    var isOnItsSide: Bool { orientation >= 5 }

    /// - Throws: the ``PictureReply/Status`` with the reason.
    init(_ file: [UInt8]) throws(PictureReply.Status) {
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = try PictureHeader(png: file)
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = try PictureHeader(jpeg: file)
        } else if file.starts(with: Array("RIFF".utf8)), file.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = try PictureHeader(webp: file)
        } else if file.starts(with: Array("GIF87a".utf8)) || file.starts(with: Array("GIF89a".utf8)) {
            self = try PictureHeader(gif: file)
        } else if file.starts(with: Array("BM".utf8)) {
            self = try PictureHeader(bitmap: file)
        } else {
            throw .notAnImage
        }
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= PictureRequest.maximumPixels / height else { throw .tooManyPixels }
    }

    /// The header of raw pixels from another process.
    init(pixels channels: Int, width: Int, height: Int, orientation: Int) {
        format = channels == 1 ? .grey : .colours
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// The size of the logical screen. GIF89a, section 18.
    private init(gif file: [UInt8]) throws(PictureReply.Status) {
        guard file.count >= 13 else { throw .damaged }
        self.init(.gif, PictureHeader.little(file[6..<8]), PictureHeader.little(file[8..<10]), nil)
    }

    private init(bitmap file: [UInt8]) throws(PictureReply.Status) {
        let bitmap = try BitmapFile.read(file)
        self.init(.bmp, bitmap.width, bitmap.height, nil)
    }

    private init(_ format: Format, _ width: Int, _ height: Int, _ exif: ArraySlice<UInt8>?) {
        self.format = format
        self.width = width
        self.height = height
        orientation = exif.flatMap(PictureHeader.orientation) ?? 1
    }

    /// A chunk has a length, four letters, content and a checksum. PNG (third edition), 5.3, 11.2.1 and 11.3.4.5.
    private init(png file: [UInt8]) throws(PictureReply.Status) {
        guard file.count >= 33, file[8..<16].elementsEqual([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]) else {
            throw .damaged
        }
        let (width, height) = (PictureHeader.big(file[16..<20]), PictureHeader.big(file[20..<24]))
        guard width <= Int32.max, height <= Int32.max else { throw .damaged }
        var exif: ArraySlice<UInt8>?
        var rest = file[33...]
        while rest.count >= 12 {
            let count = PictureHeader.big(rest.prefix(4))
            guard count <= rest.count - 12 else { break }
            if rest.dropFirst(4).starts(with: Array("eXIf".utf8)) { exif = rest.dropFirst(8).prefix(count) }
            rest = rest.dropFirst(count + 12)
        }
        self.init(.png, width, height, exif)
    }

    /// A segment has 0xFF, a marker, a length that includes itself, and content. ITU-T T.81, annex B; EXIF 2.32, 4.7.2.
    private init(jpeg file: [UInt8]) throws(PictureReply.Status) {
        var exif: ArraySlice<UInt8>?
        var rest = file[2...]
        while true {
            // Skip bytes between segments and fill bytes before a marker, as the library does.
            guard let start = rest.firstIndex(of: 0xFF) else { throw .damaged }
            rest = rest[start...].drop { $0 == 0xFF }
            guard let letter = rest.popFirst() else { throw .damaged }
            // Stuffed bytes, restart markers and the start of the image have no content.
            if letter == 0 || 0xD0...0xD8 ~= letter || letter == 0x01 { continue }
            guard rest.count >= 2 else { throw .damaged }
            let count = PictureHeader.big(rest.prefix(2))
            guard count >= 2, count <= rest.count else { throw .damaged }
            let content = rest.dropFirst(2).prefix(count - 2)
            rest = rest.dropFirst(count)
            switch letter {
            case 0xE1 where exif == nil && content.starts(with: Array("Exif\0\0".utf8)): exif = content.dropFirst(6)
            case 0xC0...0xCF where letter != 0xC4 && letter != 0xC8 && letter != 0xCC:
                guard content.count >= 6 else { throw .damaged }
                let size = content.dropFirst()
                let (height, width) = (
                    PictureHeader.big(size.prefix(2)), PictureHeader.big(size.dropFirst(2).prefix(2))
                )
                self.init(.jpeg, width, height, exif)
                return
            // The pixels or the end came before a size.
            case 0xDA, 0xD9: throw .damaged
            default: continue
            }
        }
    }

    /// A chunk has four letters, a length and content, padded to an even size. RFC 9649, sections 2.3 to 2.7.
    private init(webp file: [UInt8]) throws(PictureReply.Status) {
        var size: (width: Int, height: Int)?
        var exif: ArraySlice<UInt8>?
        var rest = file[12...]
        while rest.count >= 8 {
            let name = Array(rest.prefix(4))
            let count = PictureHeader.little(rest.dropFirst(4).prefix(4))
            let content = rest.dropFirst(8).prefix(count)
            switch name {
            case Array("VP8X".utf8) where content.count >= 10:
                let sides = content.dropFirst(4)
                size = (
                    PictureHeader.little(sides.prefix(3)) + 1, PictureHeader.little(sides.dropFirst(3).prefix(3)) + 1
                )
            case Array("VP8L".utf8) where content.count >= 5 && size == nil:
                let bits = PictureHeader.little(content.dropFirst().prefix(4))
                size = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            case Array("VP8 ".utf8) where content.count >= 10 && size == nil:
                let sides = content.dropFirst(6)
                size = (
                    PictureHeader.little(sides.prefix(2)) & 0x3FFF,
                    PictureHeader.little(sides.dropFirst(2).prefix(2)) & 0x3FFF
                )
            case Array("EXIF".utf8):
                exif = content.starts(with: Array("Exif\0\0".utf8)) ? content.dropFirst(6) : content
            default: break
            }
            rest = rest.dropFirst(8 + count + count % 2)
        }
        guard let size else { throw .damaged }
        self.init(.webp, size.width, size.height, exif)
    }

    /// The orientation in an EXIF block, or nil. TIFF 6.0, section 2.
    private static func orientation(_ exif: ArraySlice<UInt8>) -> Int? {
        let number: (ArraySlice<UInt8>) -> Int
        if exif.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
            number = little
        } else if exif.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            number = big
        } else {
            return nil
        }
        guard exif.count >= 8 else { return nil }
        var rest = exif.dropFirst(number(exif.dropFirst(4).prefix(4)))
        guard rest.count >= 2 else { return nil }
        let count = number(rest.prefix(2))
        rest = rest.dropFirst(2)
        for _ in 0..<count {
            guard rest.count >= 12 else { return nil }
            let (tag, type, value) = (
                number(rest.prefix(2)), number(rest.dropFirst(2).prefix(2)), number(rest.dropFirst(8).prefix(2))
            )
            if tag == 274 { return type == 3 && 1...8 ~= value ? value : nil }
            rest = rest.dropFirst(12)
        }
        return nil
    }

    private static func big(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    private static func little(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

extension BitmapFile {
    /// - Throws: the ``PictureReply/Status`` with the reason.
    static func read(_ file: [UInt8]) throws(PictureReply.Status) -> BitmapFile {
        do {
            return try BitmapFile(file)
        } catch {
            throw error == .damaged ? .damaged : .unsupportedFormat
        }
    }
}
