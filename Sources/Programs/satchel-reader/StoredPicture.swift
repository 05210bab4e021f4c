// SPDX-License-Identifier: MIT
import CReader
import Scanner

/// An image file that is not decoded yet. Its header is within the limits.
struct StoredPicture {
    /// The longest side of a picture that this program makes, in pixels.
    static let longestSide = 4096

    let header: PictureHeader
    private let file: [UInt8]

    /// - Throws: the ``PictureReply/Status`` with the reason.
    init(_ file: [UInt8]) throws(PictureReply.Status) {
        header = try PictureHeader(file)
        self.file = file
    }

    /// - Parameter pixels: exactly as many as the header states.
    init(header: PictureHeader, _ pixels: [UInt8]) {
        self.header = header
        file = pixels
    }

    /// Width and height after the orientation is applied.
    var uprightSize: (width: Int, height: Int) {
        header.isOnItsSide ? (header.height, header.width) : (header.width, header.height)
    }

    /// Decodes the picture as upright grey pixels. If its format can scale by 1, 2, 4 or 8 while decoding, the result
    /// has at most this many pixels.
    ///
    /// - Throws: the ``PictureReply/Status`` with the reason.
    func grey(maximumPixels: Int) throws(PictureReply.Status) -> GreyImage {
        var eighths = 8
        while header.format == .jpeg, eighths > 1, scaled(eighths).width * scaled(eighths).height > maximumPixels {
            eighths /= 2
        }
        let size = scaled(eighths)
        let pixels = try decoded(channels: 1, eighths: eighths)
        guard header.orientation > 1 else { return GreyImage(width: size.width, height: size.height, pixels: pixels) }
        let turned = StoredPicture.turned(pixels, size, channels: 1, orientation: header.orientation)
        return header.isOnItsSide
            ? GreyImage(width: size.height, height: size.width, pixels: turned)
            : GreyImage(width: size.width, height: size.height, pixels: turned)
    }

    /// Makes an upright PNG or JPEG without metadata, scaled down to the longest side of the wish.
    ///
    /// - Throws: the ``PictureReply/Status`` with the reason.
    func made(_ wish: Wish) throws(PictureReply.Status) -> PictureReply.Picture {
        let longest = max(header.width, header.height)
        let bound = min(wish.longestSide, StoredPicture.longestSide)
        var eighths = 8
        while header.format == .jpeg, eighths > 1, longest * eighths / 16 >= bound { eighths /= 2 }
        var size = scaled(eighths)
        var pixels = try decoded(channels: 4, eighths: eighths)
        if max(size.width, size.height) > bound {
            let from = size
            let part = max(from.width, from.height)
            size = (max(1, from.width * bound / part), max(1, from.height * bound / part))
            pixels = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { room, initialized in
                reader_scale(
                    pixels, UInt32(from.width), UInt32(from.height), room.baseAddress, UInt32(size.width),
                    UInt32(size.height))
                initialized = room.count
            }
        }
        if header.orientation > 1 {
            pixels = StoredPicture.turned(pixels, size, channels: 4, orientation: header.orientation)
            if header.isOnItsSide { size = (size.height, size.width) }
        }
        // The pixels, with room for filters, checksums and incompressible data.
        let capacity = pixels.count + pixels.count / 256 + size.height + 65_536
        var count = 0
        let file = [UInt8](unsafeUninitializedCapacity: capacity) { room, initialized in
            let (width, height) = (UInt32(size.width), UInt32(size.height))
            if let quality = wish.quality {
                count = reader_encode_jpeg(pixels, width, height, Int32(quality), room.baseAddress, capacity)
            } else {
                count = reader_encode_png(pixels, width, height, room.baseAddress, capacity)
            }
            initialized = count
        }
        guard count > 0 else { throw .damaged }
        return PictureReply.Picture(size: size, sizeBefore: uprightSize, file: file)
    }

    private func scaled(_ eighths: Int) -> (width: Int, height: Int) {
        ((header.width * eighths + 7) / 8, (header.height * eighths + 7) / 8)
    }

    private func decoded(channels: Int, eighths: Int) throws(PictureReply.Status) -> [UInt8] {
        if header.format == .bmp { return try bitmap(channels: channels) }
        let (width, height) = (UInt32(header.width), UInt32(header.height))
        let count = scaled(eighths).width * scaled(eighths).height * channels
        var verdict = Int32(READER_DAMAGED)
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            let to = room.baseAddress
            verdict =
                switch header.format {
                case .png: reader_decode_png(file, file.count, width, height, Int32(channels), to)
                case .jpeg:
                    reader_decode_jpeg(file, file.count, width, height, Int32(eighths), Int32(channels), to)
                case .webp: reader_decode_webp(file, file.count, width, height, Int32(channels), to)
                case .gif: reader_decode_gif(file, file.count, width, height, Int32(channels), to)
                case .grey: reader_lay(file, file.count, 1, Int32(channels), to)
                case .colours: reader_lay(file, file.count / 3, 3, Int32(channels), to)
                case .bmp: Int32(READER_UNSUPPORTED)
                }
            initialized = Int(verdict) == READER_DECODED ? count : 0
        }
        switch Int(verdict) {
        case READER_DECODED: return pixels
        case READER_UNSUPPORTED: throw .unsupportedFormat
        default: throw .damaged
        }
    }

    private func bitmap(channels: Int) throws(PictureReply.Status) -> [UInt8] {
        let bitmap = try BitmapFile.read(file)
        let colours: [UInt8]
        do {
            colours = try bitmap.colours()
        } catch {
            throw .damaged
        }
        guard channels == 1 else { return colours }
        return [UInt8](unsafeUninitializedCapacity: colours.count / 4) { room, initialized in
            reader_flatten(colours, colours.count / 4, room.baseAddress)
            initialized = colours.count / 4
        }
    }

    private static func turned(
        _ pixels: [UInt8], _ size: (width: Int, height: Int), channels: Int, orientation: Int
    ) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count) { room, initialized in
            reader_turn(
                pixels, UInt32(size.width), UInt32(size.height), Int32(channels), Int32(orientation), room.baseAddress)
            initialized = pixels.count
        }
    }
}
