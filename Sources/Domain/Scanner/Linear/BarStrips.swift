// SPDX-License-Identifier: MIT
internal import CPixels

/// The greys of a region averaged along the bars, in a few parallel strips, each a row of its own.
struct BarStrips {
    /// How the pixels were sampled; `along` and `beside` of a sighting refer to it.
    let region: BarRegion
    /// The place of the first bin on the axis, from the region's centre. Bins are half a pixel wide.
    let start: Float
    let bins: Int
    let count: Int
    /// Strip after strip, `bins` greys each; bins without a pixel are interpolated.
    private(set) var greys: [Float]
    /// The bins of each strip between the first and the last pixel: what lies before and behind is not in the picture.
    private let seen: [Range<Int>]
    /// The standard deviation of one bin of one strip that is not the bars'.
    private(set) var noise: Float = 0
    /// From the axis to the middle of each strip, in parts of the region's height.
    private let middles: [Float]

    /// The share of the bars' length that is averaged, because their ends are often worn or cut off.
    static let share: Float = 0.8

    /// - Parameters:
    ///   - density: lines of pixels that are averaged at most.
    ///   - share: of the bars' height that the strips cover.
    ///   - strips: their number; nil for as many as help to tell damage from print.
    init?(
        _ image: GreyImage, _ region: BarRegion, margin: Float, density: Int, share: Float = BarStrips.share,
        strips: Int? = nil
    ) {
        let height = share * region.height
        count = strips ?? (height >= 24 ? 8 : height >= 12 ? 4 : 2)
        let length = Int(region.extent.upperBound - region.extent.lowerBound + 2 * margin)
        guard length > 30, length < 1 << 14 else { return nil }
        start = region.extent.lowerBound - margin
        bins = 2 * length
        let count = count
        middles = (0..<count).map { strip in ((Float(strip) + 0.5) / Float(count) - 0.5) * share }
        let rows = max(min(Int(height), density) / count, 1)
        self.region = region
        (greys, seen) = Self.gather(
            image, region, start: start, length: length, height: height, strips: count, rows: rows)
        guard seen.count == count else { return nil }
        noise = deviation()
    }

    private static func gather(
        _ image: GreyImage, _ region: BarRegion, start: Float, length: Int, height: Float, strips: Int, rows: Int
    ) -> ([Float], seen: [Range<Int>]) {
        let step = height / Float(strips * rows)
        var fan = pixels_fan()
        fan.x = region.centre.x + region.axis.x * start
        fan.y = region.centre.y + region.axis.y * start
        fan.ax = region.axis.x
        fan.ay = region.axis.y
        fan.length = length
        fan.t = -height / 2 + step / 2
        fan.step = step
        fan.strips = strips
        fan.rows = rows
        var along = [Float](repeating: 0, count: 2 * length)
        for place in 0..<length {
            let direction = region.direction(at: start + Float(place))
            along[2 * place] = direction.x
            along[2 * place + 1] = direction.y
        }
        let bins = 2 * length
        var sums = [Int32](repeating: 0, count: strips * bins)
        var counts = [Int32](repeating: 0, count: strips * bins)
        pixels_gather(image.pixels, image.width, image.height, &fan, along, &sums, &counts)
        var greys = [Float](repeating: 0, count: strips * bins)
        let seen = (0..<strips).compactMap { fill(&greys, sums, counts, $0 * bins..<($0 + 1) * bins) }
        return (greys, seen)
    }

    /// Means of the bins; the empty ones lie on a line between their neighbours. Returns the bins from the first to the last
    /// that is not empty; nil when all are.
    private static func fill(
        _ greys: inout [Float], _ sums: [Int32], _ counts: [Int32], _ range: Range<Int>
    ) -> Range<Int>? {
        var first: Int?
        var last: Int?
        for bin in range where counts[bin] > 0 {
            let grey = Float(sums[bin]) / Float(counts[bin])
            greys[bin] = grey
            let from = last ?? range.lowerBound - 1
            if bin - from > 1 {
                let before = last.map { greys[$0] } ?? grey
                let slope = (grey - before) / Float(bin - from)
                for empty in from + 1..<bin { greys[empty] = before + slope * Float(empty - from) }
            }
            if first == nil { first = bin }
            last = bin
        }
        guard let first, let last else { return nil }
        for empty in last + 1..<max(range.upperBound, last + 1) { greys[empty] = greys[last] }
        return first - range.lowerBound..<last + 1 - range.lowerBound
    }

    /// The bins that each of some strips shows; beyond them the greys only go on. Up to two bins at the ends may be empty
    /// because no pixel has its centre there.
    func seen(_ strips: some Collection<Int>) -> Range<Int> {
        var common = 0..<bins
        for strip in strips { common = common.clamped(to: seen[strip]) }
        let (first, last) = (common.lowerBound, common.upperBound)
        return (first <= 2 ? 0 : first)..<(last + 2 >= bins ? bins : last)
    }

    /// The mean of some strips.
    func mean(_ strips: some Collection<Int>) -> [Float] {
        var mean = [Float](repeating: 0, count: bins)
        let share = 1 / Float(strips.count)
        for strip in strips {
            let offset = strip * bins
            for bin in 0..<bins { mean[bin] += share * greys[offset + bin] }
        }
        return mean
    }

    /// The mean square of what a strip differs by from other greys, in some bins; the shifted ones exist.
    func difference(of strip: Int, shiftedBy lag: Int, from other: [Float], in range: Range<Int>) -> Float {
        let offset = strip * bins + lag
        let sum = range.reduce(Float(0)) { sum, bin in
            let difference = other[bin] - greys[offset + bin]
            return sum + difference * difference
        }
        return sum / Float(range.count)
    }

    /// The second darkest of the strips, bin by bin: reflections only lighten, and vanish where two strips have none.
    func darkest(_ strips: some Collection<Int>) -> [Float] {
        var first = [Float](repeating: .infinity, count: bins)
        var second = first
        for strip in strips {
            let offset = strip * bins
            for bin in 0..<bins {
                let grey = greys[offset + bin]
                second[bin] = min(second[bin], max(first[bin], grey))
                first[bin] = min(first[bin], grey)
            }
        }
        return strips.count > 1 ? second : first
    }

    /// What differs between neighbouring strips, as of single bins.
    private func deviation() -> Float {
        guard count > 1 else { return 0 }
        var sum: Float = 0
        let seen = seen(0..<count)
        guard !seen.isEmpty else { return 0 }
        for strip in 0..<count - 1 {
            for bin in seen {
                let difference = greys[strip * bins + bin] - greys[(strip + 1) * bins + bin]
                // Whatever is larger is not noise but another thing.
                sum += min(difference * difference, 10_000)
            }
        }
        return (sum / Float(2 * (count - 1) * seen.count)).squareRoot()
    }

    /// The lean of the bars relative to the region: pixels along the axis per pixel beside it.
    struct Drift {
        var shift: Float = 0
        /// More of it with each pixel along the axis.
        var stretch: Float = 0
    }

    /// Compares the strips, from the middle outwards.
    func drift() -> Drift {
        var drift = Drift()
        guard count >= 2 else { return drift }
        let slopes = (0..<count).map { slope(ofStrip: $0) }
        var reference = [Float](repeating: 0, count: bins)
        let order = (0..<count).sorted { abs($0 * 2 + 1 - count) < abs($1 * 2 + 1 - count) }
        for bin in 0..<bins { reference[bin] = slopes[order[0]][bin] }
        let origin = middles[order[0]] * region.height
        var fit = LineFit()
        let windows = bins > 400 ? 4 : 2
        let size = bins / windows
        let reach = 6
        for strip in order.dropFirst() {
            let beside = middles[strip] * region.height - origin
            for window in 0..<windows {
                let centre = start + Float(window * size + size / 2) / 2
                let expected = (drift.shift + drift.stretch * centre) * beside * 2
                guard abs(expected) < Float(bins / 4) else { continue }
                let base = Int(expected.rounded())
                let first = max(window * size, reach - base, 0)
                let end = min((window + 1) * size, bins - reach - max(base, 0) - 1)
                guard end - first > size / 2, first + base - reach >= 0 else { continue }
                guard let best = Self.lag(reference, slopes[strip], first..<end, base, reach) else { continue }
                fit.add(
                    weight: best.weight, x: centre, beside: beside, shift: best.lag / 2)
            }
            if let found = fit.solution(spread: Float(bins) / 8) { drift = found }
            // The reference gains from each strip where it was found to lie.
            for bin in 0..<bins {
                let place = start + Float(bin) / 2
                let lag = Int(((drift.shift + drift.stretch * place) * beside * 2).rounded())
                if 0..<bins ~= bin + lag { reference[bin] += slopes[strip][bin + lag] }
            }
        }
        return drift
    }

    /// Where the second lies best against the first, in bins, and how well.
    private static func lag(
        _ first: [Float], _ second: [Float], _ range: Range<Int>, _ base: Int, _ reach: Int
    ) -> (lag: Float, weight: Float)? {
        var products = [Float](repeating: 0, count: 2 * reach + 1)
        var squares: (first: Float, second: Float) = (1, 1)
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                for index in range {
                    squares.first += first[index] * first[index]
                    squares.second += second[index + base] * second[index + base]
                }
                for lag in -reach...reach {
                    var sum: Float = 0
                    for index in range { sum += first[index] * second[index + base + lag] }
                    products[lag + reach] = sum
                }
            }
        }
        guard let peak = products.indices.max(by: { products[$0] < products[$1] }), peak > 0, peak < 2 * reach else {
            return nil
        }
        let weight = products[peak] / (squares.first * squares.second).squareRoot()
        guard weight > 0.1 else { return nil }
        let left = products[peak - 1]
        let right = products[peak + 1]
        let curve = 2 * products[peak] - left - right
        let offset = curve > 0 ? (right - left) / (2 * curve) : 0
        return (Float(base + peak - reach) + offset, weight)
    }

    /// The rise of a strip over two pixels.
    private func slope(ofStrip strip: Int) -> [Float] {
        var slope = [Float](repeating: 0, count: bins)
        let offset = strip * bins
        for bin in 3..<bins - 3 {
            slope[bin] =
                greys[offset + bin + 1] + greys[offset + bin + 2] + greys[offset + bin + 3] - greys[offset + bin - 1]
                - greys[offset + bin - 2] - greys[offset + bin - 3]
        }
        return slope
    }
}

/// Least squares for shift + stretch * x, given shifts at distances beside the axis.
private struct LineFit {
    private var matrix: (a: Float, b: Float, c: Float) = (0, 0, 0)
    private var right: (a: Float, b: Float) = (0, 0)

    mutating func add(weight: Float, x: Float, beside: Float, shift: Float) {
        let square = weight * beside * beside
        matrix = (matrix.a + square, matrix.b + square * x, matrix.c + square * x * x)
        right = (right.a + weight * beside * shift, right.b + weight * beside * shift * x)
    }

    /// - Parameter spread: the standard deviation of the places that is needed to trust the second number.
    func solution(spread: Float) -> BarStrips.Drift? {
        guard matrix.a > 0 else { return nil }
        let determinant = matrix.a * matrix.c - matrix.b * matrix.b
        guard determinant > matrix.a * matrix.a * spread * spread * 0.1 else {
            return BarStrips.Drift(shift: right.a / matrix.a)
        }
        return BarStrips.Drift(
            shift: (right.a * matrix.c - right.b * matrix.b) / determinant,
            stretch: (right.b * matrix.a - right.a * matrix.b) / determinant)
    }
}

extension BarRegion {
    /// The region with its bars' lean corrected.
    func corrected(by drift: BarStrips.Drift) -> BarRegion {
        var region = self
        let direction = (x: Float.cosine(angle), y: Float.sine(angle))
        let leaning = (x: direction.x + axis.x * drift.shift, y: direction.y + axis.y * drift.shift)
        region.angle = Float.angle(x: leaning.x, y: leaning.y)
        let cross = axis.x * leaning.y - axis.y * leaning.x
        // d/ds of the angle of (direction + axis * stretch * s).
        let turned = drift.stretch * (leaning.x * axis.y - leaning.y * axis.x)
        region.turn = turn + turned / (leaning.x * leaning.x + leaning.y * leaning.y)
        return cross == 0 ? self : region
    }
}
