// SPDX-License-Identifier: MIT
import CPNG
import Crypto

extension Picture {
    /// A PNG with one bit per pixel; one for paper states the size of its pixels.
    ///
    /// - Throws: ``CodesError`` `.drawingFailed` when the library fails.
    ///
    /// C: `png_image_write_to_memory`, <http://www.libpng.org/pub/png/libpng-manual.txt>, section V.
    package func png() throws -> [UInt8] {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height)
        for (line, count) in lines() {
            for _ in 0..<count { pixels += line }
        }
        let colours: [png_byte] = [255, 0]
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        // A map of two colours: libpng then packs eight pixels into a byte.
        image.format = UInt32(PNG_FORMAT_FLAG_COLORMAP)
        image.colormap_entries = 2
        defer { png_image_free(&image) }

        // The packed size plus the maximum of filters, checksums and incompressible data.
        var count = png_alloc_size_t(height * (width / 8 + 2) + 4096)
        var file = [UInt8](repeating: 0, count: count)
        guard png_image_write_to_memory(&image, &file, &count, 0, pixels, png_int_32(width), colours) != 0 else {
            let reason = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw CodesError(.drawingFailed, "The PNG image could not be made: \(reason).")
        }
        file.removeLast(file.count - count)
        if let dotsPerInch { file.insert(contentsOf: Picture.pixelSize(dotsPerInch), at: Picture.headerCount) }
        return file
    }

    /// The signature and the IHDR chunk. PNG (third edition), sections 5.2 and 11.2.1.
    private static let headerCount = 8 + 25

    /// A pHYs chunk, which the library's simple interface does not write. PNG (third edition), section 11.3.4.3.
    private static func pixelSize(_ dotsPerInch: Int) -> [UInt8] {
        let dotsPerMetre = bigEndian(UInt32((Double(dotsPerInch) / 0.0254).rounded()))
        let body = Array("pHYs".utf8) + dotsPerMetre + dotsPerMetre + [1]
        return bigEndian(9) + body + bigEndian(CRC32.checksum(body))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) } }
}

extension Matrix {
    /// The code with its quiet zone as a PNG, with this many pixels per module side.
    package func png(scale: Int = 10) throws -> [UInt8] { try Picture(self, .scale(scale)).png() }
}
