// SPDX-License-Identifier: MIT

/// An animated barcode as a video for video programs and for the simulated camera of tests: YUV4MPEG2, grey.
///
/// mjpegtools, yuv4mpeg(5).
package enum FrameFile {
    /// Pictures per second.
    package static let framesPerSecond = 8
    /// The side of a module, in pixels.
    private static let scale = 6

    /// Writes the codes one after another, each centred in a white picture of equal size.
    ///
    /// Afterwards the file is complete, and readable only by its owner (0600); a failure leaves the old file unchanged.
    ///
    /// - Throws: ``CodesError`` `.cannotWriteFile`, `.empty`.
    package static func write(_ codes: [Matrix], to path: String) throws {
        guard let side = codes.map(\.fullWidth).max() else { throw CodesError(.empty, "There is nothing to show.") }
        try ImageFile.write(to: path) { append in
            let size = "W\(side * scale) H\(side * scale)"
            try append(Array("YUV4MPEG2 \(size) F\(framesPerSecond):1 Ip A1:1 Cmono\n".utf8))
            for code in codes {
                try append(Array("FRAME\n".utf8))
                try append(pixels(of: code, side: side))
            }
        }
    }

    /// Luminance row by row: 235 is white and 16 is black in video. ITU-R BT.601
    private static func pixels(of code: Matrix, side: Int) -> [UInt8] {
        let margin = (side - code.columns) / 2
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * scale * scale)
        for y in 0..<side {
            let row = (0..<side).flatMap { x in
                repeatElement(code.isDark(x - margin, y - margin) ? UInt8(16) : 235, count: scale)
            }
            for _ in 0..<scale { pixels += row }
        }
        return pixels
    }
}
