// SPDX-License-Identifier: MIT
import Codes

/// A grey PNG made here, chunk by chunk, so that it can also be wrong in one place only.
struct TestPNG {
    let file: [UInt8]
    let pixels: [UInt8]

    /// - Parameters:
    ///   - pixels: one byte each; fewer than the size promises makes a file that contradicts itself.
    ///   - isInterlaced: whether the pixels come in Adam7's seven passes; they must be complete then.
    ///   - between: chunks in front of the pixels.
    init(width: Int, height: Int, pixels: [UInt8], isInterlaced: Bool = false, between: [UInt8] = []) {
        self.pixels = pixels
        var scanlines: [UInt8] = []
        if isInterlaced {
            for (x, y, right, down) in TestPNG.passes where x < width {
                for row in stride(from: y, to: height, by: down) {
                    scanlines += [0] + stride(from: x, to: width, by: right).map { pixels[row * width + $0] }
                }
            }
        } else {
            for start in stride(from: 0, to: pixels.count, by: width) {
                scanlines += [0] + pixels[start..<min(start + width, pixels.count)]
            }
        }
        let header = TestPNG.number(width) + TestPNG.number(height) + [8, 0, 0, 0, isInterlaced ? 1 : 0]
        file =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + TestPNG.chunk("IHDR", header) + between
            + TestPNG.chunk("IDAT", TestPNG.stored(scanlines)) + TestPNG.chunk("IEND", [])
    }

    /// Where each pass begins and how far its pixels are apart. PNG (third edition), section 8.1.
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    /// A code at three pixels a module.
    init(_ matrix: Matrix, inverted: Bool = false) {
        self.init(columns: matrix.fullWidth, rows: matrix.fullWidth, inverted: inverted) { x, y in
            matrix.isDark(x - 4, y - 4)
        }
    }

    /// Two codes of one size, side by side.
    init(besides left: Matrix, _ right: Matrix) {
        let side = left.fullWidth
        self.init(columns: 2 * side, rows: side, inverted: false) { x, y in
            x < side
                ? left.isDark(x - 4, y - 4)
                : right.isDark(x - side - 4, y - 4)
        }
    }

    private init(columns: Int, rows: Int, inverted: Bool, isDark: (Int, Int) -> Bool) {
        let scale = 3
        let pixels = (0..<rows * scale).flatMap { y in
            (0..<columns * scale).map { x in isDark(x / scale, y / scale) != inverted ? UInt8(0) : 255 }
        }
        self.init(width: columns * scale, height: rows * scale, pixels: pixels)
    }

    /// A chunk with its checksum. PNG (third edition), section 5.3.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return number(content.count) + body + number(Int(checksum(body)))
    }

    /// CRC-32. PNG (third edition), annex D.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    /// A zlib stream of stored blocks. RFC 1950, RFC 1951.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + number(b << 16 | a)
    }

    private static func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(value).bigEndian) { [UInt8]($0) }
    }
}
