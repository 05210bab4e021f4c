// SPDX-License-Identifier: MIT
import CPixels

/// The greys of a code's modules and of a margin around them, each the mean over the module.
struct QRSample: Sendable {
    /// Modules beyond each edge that are looked at too: blur brings them in.
    static let margin = 2

    let version: QRVersion
    let isInverted: Bool
    /// Modules a side, with the margin on both.
    let side: Int
    /// Row after row; bright is light, also for inverted codes.
    let greys: [Float]
    /// The brightest sample of each module: where light drowned the print.
    private let brightest: [Float]
    /// Grey from which on light has drowned a module.
    private let saturation: Float

    init(_ lie: QRLie, _ scene: ImagePyramid, isInverted: Bool, taps: Int, spread: Double) {
        version = lie.version
        self.isInverted = isInverted
        let side = lie.version.side + 2 * QRSample.margin
        self.side = side
        var greys = [Float](repeating: 0, count: side * side)
        var brightest = greys
        // Below three pixels a module the full picture; above, a level whose pixels are already means.
        let level = scene.level(forPitch: lie.pitch / 2)
        let image = scene.levels[level]
        let homography = scene.scaled(lie.homography, to: level)
        let start = -Double(QRSample.margin)
        homography.withValues {
            pixels_sample_grid(
                image.pixels, image.width, image.height, $0, start, start, side, side, taps, spread, &greys, &brightest)
        }
        if isInverted { for index in greys.indices { greys[index] = 255 - greys[index] } }
        saturation = QRSample.saturation(greys)
        (self.greys, self.brightest) = (greys, brightest)
    }

    /// How dark each module is against those around it; margin and all.
    ///
    /// - Parameter reach: modules on each side that are the surroundings.
    func contrast(reach: Int) -> [Float] {
        let paper = [Float](repeating: 1, count: greys.count)
        let first = means(of: paper, reach: reach)
        var isDark = [Float](repeating: 0, count: greys.count)
        var isLight = isDark
        for index in greys.indices {
            let isSeen: Float = isInverted || brightest[index] < saturation ? 1 : 0
            let isDarker: Float = greys[index] < first[index] ? 1 : 0
            isDark[index] = isSeen * isDarker
            isLight[index] = isSeen * (1 - isDarker)
        }
        // The margin is no print but paper, and seldom all of the quiet zone.
        let dark = means(of: isDark, reach: reach)
        let light = means(of: isLight, reach: reach)
        let typical = max(1, (QRSample.sum(light) - QRSample.sum(dark)) / Float(2 * greys.count))
        return [Float](unsafeUninitializedCapacity: greys.count) { contrast, count in
            for index in greys.indices {
                let half = max((light[index] - dark[index]) / 2, typical / 4)
                contrast[index] = ((light[index] + dark[index]) / 2 - greys[index]) / half
            }
            count = greys.count
        }
    }

    /// Grey from which on a module is drowned in light: far above what is light here.
    private static func saturation(_ greys: [Float]) -> Float {
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
        isInverted ? [Bool](repeating: false, count: greys.count) : greys.map { $0 > saturation }
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

    /// Means of some of the greys over squares, cut at the edges.
    ///
    /// - Parameter chosen: 1 for greys that count, 0 for others. Where there are none, the mean is that of all.
    private func means(of chosen: [Float], reach: Int) -> [Float] {
        let total = greys.count
        var room = [Float](repeating: 0, count: side + 2 * reach)
        let values = [Float](unsafeUninitializedCapacity: total) { values, count in
            for index in 0..<total { values[index] = chosen[index] * greys[index] }
            count = total
        }
        let counts = [Float](unsafeUninitializedCapacity: total) { counts, count in
            pixels_box_sums(chosen, side, reach, &room, counts.baseAddress)
            count = total
        }
        let number = QRSample.sum(chosen)
        let all = number > 0 ? QRSample.sum(values) / number : 128
        return [Float](unsafeUninitializedCapacity: total) { means, count in
            pixels_box_sums(values, side, reach, &room, means.baseAddress)
            for index in 0..<total { means[index] = counts[index] > 1.5 ? means[index] / counts[index] : all }
            count = total
        }
    }

    /// In eight lanes, each of which rounds less than one sum of all would.
    private static func sum(_ values: [Float]) -> Float {
        var lanes = SIMD8<Float>(repeating: 0)
        let whole = values.count / 8 * 8
        values.withUnsafeBytes { bytes in
            for index in stride(from: 0, to: whole, by: 8) {
                lanes += bytes.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self)
            }
        }
        return values[whole...].reduce(lanes.sum(), +)
    }
}
