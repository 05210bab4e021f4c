// SPDX-License-Identifier: MIT
import CPNG

extension Matrix {
    /// The code with its quiet zone as a PNG of one bit a pixel.
    ///
    /// - Parameter scale: whole pixels for each module's side, 1 to 64. Codes drawn with fractions read badly.
    /// - Throws: ``CodesError`` `.drawingFailed` when the library fails.
    ///
    /// C: `png_image_write_to_memory`, <http://www.libpng.org/pub/png/libpng-manual.txt>, section V.
    package func png(scale: Int = 10) throws -> [UInt8] {
        precondition(1...64 ~= scale, "A module is drawn with 1 to 64 pixels, not \(scale).")
        let (width, height) = (fullWidth * scale, fullHeight * scale)
        let colours: [png_byte] = [255, 0]
        let pixels = fullRows().flatMap { row in
            let line = row.flatMap { isDark in repeatElement(isDark ? UInt8(1) : 0, count: scale) }
            return repeatElement(line, count: scale).joined()
        }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        // Two colours in a map: libpng then packs eight pixels into a byte.
        image.format = UInt32(PNG_FORMAT_FLAG_COLORMAP)
        image.colormap_entries = 2
        defer { png_image_free(&image) }

        // The packed size plus what filters, checksums and incompressible data could add.
        var count = png_alloc_size_t(height * (width / 8 + 2) + 4096)
        var file = [UInt8](repeating: 0, count: count)
        guard png_image_write_to_memory(&image, &file, &count, 0, pixels, png_int_32(width), colours) != 0 else {
            let reason = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            throw CodesError(.drawingFailed, "The PNG image could not be made: \(reason).")
        }
        file.removeLast(file.count - count)
        return file
    }
}
