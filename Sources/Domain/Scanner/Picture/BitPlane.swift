// SPDX-License-Identifier: MIT
import CPixels

/// A picture in black and white: which pixels are darker than their surroundings.
///
/// The threshold of each block of 8 x 8 pixels is the mean of the blocks around it, whatever the contrast there:
/// a code printed in two close shades of grey is as clear as one in black. Only where nothing varies at all is everything light.
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

    /// - Parameter reach: blocks on each side that count as surroundings. Fewer show fine print in spite of blur, more show
    ///   the insides of large modules.
    init(_ image: GreyImage, reach: Int = 2) {
        width = image.width
        height = image.height
        wordsPerRow = (image.width + 63) / 64
        let thresholds = BitPlane.thresholds(image, reach)
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

    private static func thresholds(_ image: GreyImage, _ reach: Int) -> [UInt8] {
        let edge = Int(PIXELS_BLOCK)
        let columns = (image.width + edge - 1) / edge
        let rows = (image.height + edge - 1) / edge
        var means = [Float](repeating: 0, count: columns * rows)
        var variances = means
        pixels_block_statistics(image.pixels, image.width, image.height, &means, &variances)
        // Mean and mean square are sums over blocks, so windows of them are too: first along rows, then along columns.
        for index in variances.indices { variances[index] += means[index] * means[index] }
        let windowMeans = windowed(means, columns: columns, rows: rows, reach)
        let windowSquares = windowed(variances, columns: columns, rows: rows, reach)
        return windowMeans.indices.map { index in
            let mean = windowMeans[index]
            let isPlain = windowSquares[index] - mean * mean < plain * plain
            return UInt8(max(0, min(255, (isPlain ? mean - plainMargin : mean) + 0.5)))
        }
    }

    /// Means over square windows, cut at the edges.
    private static func windowed(_ values: [Float], columns: Int, rows: Int, _ reach: Int) -> [Float] {
        var across = values
        var result = values
        values.withUnsafeBufferPointer { values in
            for y in 0..<rows {
                for x in 0..<columns {
                    let range = max(0, x - reach)...min(columns - 1, x + reach)
                    var sum: Float = 0
                    for column in range { sum += values[y * columns + column] }
                    across[y * columns + x] = sum / Float(range.count)
                }
            }
        }
        across.withUnsafeBufferPointer { across in
            for y in 0..<rows {
                let range = max(0, y - reach)...min(rows - 1, y + reach)
                for x in 0..<columns {
                    var sum: Float = 0
                    for row in range { sum += across[row * columns + x] }
                    result[y * columns + x] = sum / Float(range.count)
                }
            }
        }
        return result
    }
}
