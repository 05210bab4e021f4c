// SPDX-License-Identifier: MIT
import CPixels

/// A picture in black and white: which pixels are darker than their surroundings.
///
/// The threshold of each block of 8 x 8 pixels is the mean of the blocks around it, independent of the contrast, so
/// that a code in two similar greys is as clear as one in black. Where nothing varies, everything is light.
struct BitPlane: Sendable {
    let width: Int
    let height: Int
    /// Words of 64 pixels in a row, the leftmost pixel in the lowest bit of the first.
    let wordsPerRow: Int
    let words: [UInt64]

    /// Below this standard deviation a neighbourhood is plain, in grey levels: the contrast of 0.03 that must be readable has 3.8.
    private static let plain: Float = 1.6
    /// By how much a pixel must be darker than a plain neighbourhood.
    private static let plainMargin: Float = 5

    /// Means over the blocks of a picture, from which the thresholds of any surroundings follow.
    struct Blocks: Sendable {
        let image: GreyImage
        fileprivate let means: [Float]
        fileprivate let squares: [Float]
        fileprivate let columns: Int
        fileprivate let rows: Int

        init(_ image: GreyImage) {
            self.image = image
            let edge = Int(PIXELS_BLOCK)
            columns = (image.width + edge - 1) / edge
            rows = (image.height + edge - 1) / edge
            var means = [Float](repeating: 0, count: columns * rows)
            var squares = means
            pixels_block_statistics(image.pixels, image.width, image.height, &means, &squares)
            (self.means, self.squares) = (means, squares)
        }
    }

    /// - Parameter reach: blocks on each side that count as surroundings. Fewer show fine print in spite of blur, more show
    ///   the insides of large modules.
    init(_ blocks: Blocks, reach: Int) {
        let image = blocks.image
        width = image.width
        height = image.height
        wordsPerRow = (image.width + 63) / 64
        var thresholds = [UInt8](repeating: 0, count: blocks.columns * blocks.rows)
        var room = [Float](repeating: 0, count: 4 * blocks.columns)
        pixels_block_thresholds(
            blocks.means, blocks.squares, blocks.columns, blocks.rows, reach, BitPlane.plain, BitPlane.plainMargin,
            &room,
            &thresholds)
        let count = wordsPerRow * image.height
        words = [UInt64](unsafeUninitializedCapacity: count) { room, initialized in
            pixels_pack_darker(image.pixels, image.width, image.height, thresholds, room.baseAddress)
            initialized = count
        }
    }

    /// Whether a pixel is dark; beyond the edge everything is light.
    @inline(__always)
    func isDark(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, y >= 0, x < width, y < height else { return false }
        return words[y * wordsPerRow + x >> 6] >> UInt64(x & 63) & 1 == 1
    }
}
