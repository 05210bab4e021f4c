// SPDX-License-Identifier: MIT
import CReader
import Glibc

/// A decoded image: one grey byte a pixel, row after row.
struct Image {
    /// Largest file taken, in bytes.
    static let maximumBytes = 32 << 20
    /// Largest image decoded, in pixels; more is refused by the header, before anything is unpacked.
    static let maximumPixels = 50_000_000

    let width: Int
    let height: Int
    private var grey: [UInt8]

    /// Decodes a PNG file within the bounds above.
    ///
    /// - Throws: the ``Reply/Status`` that says why not.
    init(_ file: [UInt8]) throws(Reply.Status) {
        guard file.count <= Image.maximumBytes else { throw .tooManyBytes }
        (width, height) = try Image.size(file)
        guard width <= Image.maximumPixels / height else { throw .tooManyPixels }
        let (width, height, count) = (width, height, width * height)
        var decoded = false
        grey = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            decoded =
                reader_decode_png(file, file.count, UInt32(width), UInt32(height), room.baseAddress) == 1
            initialized = count
        }
        guard decoded else { throw .damaged }
    }

    /// The bytes of every QR code found; empty when there is none.
    ///
    /// The search may invert the pixels, so the image is spent afterwards.
    consuming func codes() throws(Reply.Status) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let status = withUnsafeMutablePointer(to: &found) { found in
            reader_find_qr(&grey, Int32(width), Int32(height), found) { context, bytes, count in
                let code = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
                context?.assumingMemoryBound(to: [[UInt8]].self).pointee.append(code)
            }
        }
        guard status == 0 else { throw .tooManyPixels }
        return found
    }

    /// Reads to the end of standard input, or to one byte beyond the bound, whichever comes first.
    static func bytesOfStandardInput() -> [UInt8] {
        // One reservation: untouched pages cost nothing, and growing would need twice the room.
        [UInt8](unsafeUninitializedCapacity: maximumBytes + 1) { room, initialized in
            while initialized < room.count, let start = room.baseAddress {
                let count = read(STDIN_FILENO, start + initialized, room.count - initialized)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                initialized += count
            }
        }
    }

    /// Width and height from a PNG's first chunk. PNG (third edition), section 11.2.1.
    private static func size(_ file: [UInt8]) throws(Reply.Status) -> (Int, Int) {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw isKnownElsewhere(file) ? .unsupportedFormat : .notAnImage
        }
        guard file.count >= 33, file[8..<16].elementsEqual([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]) else {
            throw .damaged
        }
        let width = file[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let height = file[20..<24].reduce(0) { $0 << 8 | Int($1) }
        guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else { throw .damaged }
        return (width, height)
    }

    /// Whether the first bytes are those of a JPEG, GIF, WebP, TIFF, BMP, HEIF or AVIF file, or of a PDF.
    private static func isKnownElsewhere(_ file: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8), Array("BM".utf8), Array("%PDF".utf8),
            [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],
        ]
        return starts.contains { file.starts(with: $0) } || file.dropFirst(4).starts(with: Array("ftyp".utf8))
    }
}
