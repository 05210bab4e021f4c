// SPDX-License-Identifier: MIT
import CPixels

/// The greys of a code's modules and of a margin around them, each the mean of the whole module.
struct QRSample: Sendable {
    /// Modules beyond each edge that are looked at too: blur brings them in.
    static let margin = 2

    let version: QRVersion
    let isInverted: Bool
    /// Modules a side, with the margin on both.
    let side: Int
    /// Row after row; bright is light, also for inverted codes.
    private(set) var greys: [Float]
    /// The brightest sample of each module: where light drowned the print.
    private(set) var brightest: [Float]

    init(_ lie: QRLie, _ scene: Scene, isInverted: Bool, taps: Int, spread: Double) {
        version = lie.version
        self.isInverted = isInverted
        side = lie.version.side + 2 * QRSample.margin
        greys = [Float](repeating: 0, count: side * side)
        brightest = greys
        // Below three pixels a module the full picture; above, a level whose pixels are already means.
        let level = scene.level(forPitch: lie.pitch / 2)
        let image = scene.levels[level]
        let homography = scene.scaled(lie.homography, to: level).values
        let start = -Double(QRSample.margin)
        pixels_sample_grid(
            image.pixels, image.width, image.height, homography, start, start, side, side, taps, spread, &greys,
            &brightest)
        if isInverted { for index in greys.indices { greys[index] = 255 - greys[index] } }
    }

    /// How dark each module is against those around it; margin and all.
    ///
    /// - Parameter reach: modules on each side that are the surroundings.
    func contrast(reach: Int) -> [Float] {
        let first = QRSample.means(greys, weights: nil, side: side, reach: reach)
        var isDark = [Float](repeating: 0, count: greys.count)
        var isLight = isDark
        let ceiling = saturation
        for index in greys.indices where brightest[index] < ceiling || isInverted {
            if greys[index] < first[index] { isDark[index] = 1 } else { isLight[index] = 1 }
        }
        // The margin is no print but paper, and seldom all of the quiet zone.
        let dark = QRSample.means(greys, weights: isDark, side: side, reach: reach)
        let light = QRSample.means(greys, weights: isLight, side: side, reach: reach)
        let typical = max(1, zip(light, dark).reduce(0) { $0 + ($1.0 - $1.1) } / Float(2 * greys.count))
        return greys.indices.map { index in
            let half = max((light[index] - dark[index]) / 2, typical / 4)
            return ((light[index] + dark[index]) / 2 - greys[index]) / half
        }
    }

    /// Grey from which on a module is drowned in light: far above what is light here.
    private var saturation: Float {
        var counts = [Int](repeating: 0, count: 256)
        for grey in greys { counts[Int(max(0, min(255, grey)))] += 1 }
        func grey(below share: Int) -> Float {
            var rest = share
            for (grey, count) in counts.enumerated() {
                rest -= count
                if rest <= 0 { return Float(grey) }
            }
            return 255
        }
        let (dark, light) = (grey(below: greys.count / 5), grey(below: greys.count * 3 / 5))
        return max(250, light + (light - dark) * 0.15)
    }

    /// Modules that glare has drowned.
    var isDrowned: [Bool] {
        let ceiling = saturation
        return isInverted ? greys.map { _ in false } : greys.indices.map { greys[$0] > ceiling }
    }

    /// The code alone, without the margin.
    func grid(_ contrast: [Float], lost: [Bool]? = nil) -> ModuleGrid {
        let inner = version.side
        var darkness = [Float](repeating: 0, count: inner * inner)
        for y in 0..<inner {
            for x in 0..<inner {
                let index = (y + QRSample.margin) * side + x + QRSample.margin
                darkness[y * inner + x] = lost?[index] == true ? 0 : max(-1, min(1, contrast[index]))
            }
        }
        return ModuleGrid(version, darkness: darkness)
    }

    /// Weighted means over squares, cut at the edges; where nothing has weight, the mean of all.
    private static func means(_ values: [Float], weights: [Float]?, side: Int, reach: Int) -> [Float] {
        // Sums over all rows and columns before, so that any square is four look-ups.
        let stride = side + 1
        var sums = [Float](repeating: 0, count: stride * stride)
        var counts = sums
        for y in 0..<side {
            var (sum, count): (Float, Float) = (0, 0)
            for x in 0..<side {
                let weight = weights?[y * side + x] ?? 1
                sum += weight * values[y * side + x]
                count += weight
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + sum
                counts[(y + 1) * stride + x + 1] = counts[y * stride + x + 1] + count
            }
        }
        let all = counts[stride * stride - 1] > 0 ? sums[stride * stride - 1] / counts[stride * stride - 1] : 128
        var means = values
        for y in 0..<side {
            let (top, bottom) = (max(0, y - reach) * stride, min(side, y + reach + 1) * stride)
            for x in 0..<side {
                let (left, right) = (max(0, x - reach), min(side, x + reach + 1))
                let count = counts[bottom + right] - counts[top + right] - counts[bottom + left] + counts[top + left]
                let sum = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
                means[y * side + x] = count > 1.5 ? sum / count : all
            }
        }
        return means
    }
}
