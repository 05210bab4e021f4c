// SPDX-License-Identifier: MIT
import Bytes

/// Pictures made and judged by Pillow. Gone with this value.
package final class OtherPictures {
    /// How a picture is stored.
    package enum Form: String, CaseIterable, Sendable {
        case jpeg = "JPEG"
        case progressive = "PROGRESSIVE"
        case webP = "WEBP"
        case losslessWebP = "LOSSLESS"
        case animatedWebP = "ANIMATION"
        /// An animation whose first frame covers a part of the picture alone.
        case partlyAnimatedWebP = "PART"
        case png = "PNG"
        case gif = "GIF"
        case animatedGIF = "FRAMES"
        case interlacedGIF = "LACE"
        case bmp = "BMP"
        /// By libheif's own program.
        case heic = "HEIC"
        case avif = "AVIF"
        case tiff = "TIFF"
        case packedTIFF = "LZW"
        case faxTIFF = "GROUP4"
        case pdf = "PDF"
    }

    private let process: PeerProcess

    package init() throws { process = try PeerProcess("picture_maker.py", []) }

    /// A picture in another form.
    ///
    /// - Parameters:
    ///   - png: the picture, upright.
    ///   - mode: Pillow's name of how a pixel is stored, such as `L`, `RGB` or `CMYK`.
    ///   - orientation: EXIF's, 1 to 8, and the pixels stored accordingly; 0 leaves EXIF out.
    package func made(
        of png: [UInt8], as form: Form, mode: String = "RGB", quality: Int = 90, orientation: Int = 0
    ) throws -> [UInt8] {
        let text = try process.ask(
            "make \(form.rawValue) \(mode) \(quality) \(orientation) \(Base64.encode(png))")
        return try Base64.decode(text)
    }

    /// A TIFF or PDF file with the same picture on every page, but for dots in a corner that count the pages.
    package func pages(_ count: Int, of png: [UInt8], as form: Form) throws -> [UInt8] {
        try Base64.decode(try process.ask("pages \(form.rawValue) \(count) \(Base64.encode(png))"))
    }

    /// A JPEG as a camera takes it: a picture in the corner of a scene full of colours and grain.
    package func scene(with png: [UInt8], width: Int, height: Int) throws -> [UInt8] {
        try Base64.decode(try process.ask("scene \(width) \(height) \(Base64.encode(png))", seconds: 120))
    }

    /// A picture in the upper left corner of a white sheet.
    package func sheet(with png: [UInt8], as form: Form, width: Int, height: Int) throws -> [UInt8] {
        let question = "sheet \(form.rawValue) \(width) \(height) \(Base64.encode(png))"
        return try Base64.decode(try process.ask(question, seconds: 120))
    }

    /// A PNG whose chunks of a name, such as `zTXt`, unpack to two gigabytes.
    package func bomb(_ chunk: String, in png: [UInt8]) throws -> [UInt8] {
        try Base64.decode(try process.ask("bomb \(chunk) \(Base64.encode(png))", seconds: 120))
    }

    /// Width and height as stored.
    package func size(_ file: [UInt8]) throws -> [Int] {
        try process.ask("size \(Base64.encode(file))").split(separator: " ").compactMap { Int($0) }
    }

    /// How many texts, profiles and EXIF fields a file carries.
    package func notes(_ file: [UInt8]) throws -> Int {
        Int(try process.ask("notes \(Base64.encode(file))")) ?? -1
    }

    /// The mean difference of two pictures, 0 to 255.
    package func difference(_ first: [UInt8], _ second: [UInt8]) throws -> Int {
        Int(try process.ask("difference \(Base64.encode(first)) \(Base64.encode(second))")) ?? -1
    }
}
