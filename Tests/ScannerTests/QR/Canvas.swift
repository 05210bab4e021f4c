// SPDX-License-Identifier: MIT
import Codes
import PeerSupport
import Scanner
import Barcodes

/// A flat picture that QR codes are drawn into, without a camera.
struct Canvas {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(_ width: Int, _ height: Int, grey: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: grey, count: width * height)
    }

    var image: GreyImage { GreyImage(width: width, height: height, pixels: pixels) }

    /// One code with its quiet zone.
    static func of(_ symbol: Symbol, pitch: Int = 4) throws -> Canvas {
        let matrix = try symbol.drawn()
        var canvas = Canvas(matrix.fullWidth * pitch, matrix.fullHeight * pitch)
        canvas.lay(matrix.columns, at: (4 * pitch, 4 * pitch), pitch: pitch) { matrix.isDark($0, $1) }
        return canvas
    }

    mutating func lay(_ side: Int, at place: (x: Int, y: Int), pitch: Int, _ isDark: (Int, Int) -> Bool) {
        for y in 0..<side * pitch {
            for x in 0..<side * pitch where isDark(x / pitch, y / pitch) {
                pixels[(place.y + y) * width + place.x + x] = 0
            }
        }
    }

    var inverted: Canvas { mapped { x, y in 255 - self[x, y] } }
    var mirrored: Canvas { mapped { x, y in self[width - 1 - x, y] } }

    /// Turned by a quarter, clockwise.
    var turned: Canvas {
        var turned = Canvas(height, width)
        for y in 0..<width { for x in 0..<height { turned.pixels[y * height + x] = self[y, height - 1 - x] } }
        return turned
    }

    subscript(x: Int, y: Int) -> UInt8 { pixels[y * width + x] }

    private func mapped(_ grey: (Int, Int) -> UInt8) -> Canvas {
        var mapped = self
        for y in 0..<height { for x in 0..<width { mapped.pixels[y * width + x] = grey(x, y) } }
        return mapped
    }
}
