// SPDX-License-Identifier: MIT
import Glibc

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
    /// Afterwards the file is complete; a failure leaves what was there before.
    ///
    /// - Throws: ``CodesError`` `.cannotWriteFile`, `.empty`.
    package static func write(_ codes: [Matrix], to path: String) throws {
        guard let side = codes.map(\.fullWidth).max() else { throw CodesError(.empty, "There is nothing to show.") }
        let part = "\(path).part"
        guard let file = fopen(part, "wbe") else { throw cannotWrite(path) }
        var isWritten = put(
            Array("YUV4MPEG2 W\(side * scale) H\(side * scale) F\(framesPerSecond):1 Ip A1:1 Cmono\n".utf8), file)
        for code in codes where isWritten {
            isWritten = put(Array("FRAME\n".utf8), file) && put(pixels(of: code, side: side), file)
        }
        guard fclose(file) == 0, isWritten, rename(part, path) == 0 else {
            let error = cannotWrite(path)
            unlink(part)
            throw error
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

    private static func put(_ bytes: [UInt8], _ file: UnsafeMutablePointer<FILE>) -> Bool {
        fwrite(bytes, 1, bytes.count, file) == bytes.count
    }

    /// Reads errno, so it is called before anything else can change it.
    private static func cannotWrite(_ path: String) -> CodesError {
        CodesError(.cannotWriteFile, "The film could not be written to \(path): \(String(cString: strerror(errno))).")
    }
}
