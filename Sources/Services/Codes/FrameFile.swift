// SPDX-License-Identifier: MIT

/// An animation of codes as a film that video programs show and the camera of a test plays: YUV4MPEG2, grey.
///
/// mjpegtools, yuv4mpeg(5).
package enum FrameFile {
    /// The pictures that follow each other in a second.
    package static let framesPerSecond = 8
    /// The side of a module, in pixels.
    private static let scale = 6

    /// Writes the codes one after the other, each in the middle of a white picture of one size.
    ///
    /// Afterwards the file is complete, and readable by its owner alone (0600); a failure leaves what was there before.
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

    /// Luminance row by row: 235 is white and 16 is black in a film. ITU-R BT.601
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
