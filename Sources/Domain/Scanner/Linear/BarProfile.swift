// SPDX-License-Identifier: MIT
internal import CPixels

/// The averaged greys along a line across bars; dark is a bar.
struct BarProfile {
    let greys: [Float]
    /// The standard deviation of one grey.
    let noise: Float
    /// The bins inside the picture; beyond them the line continues its end values.
    let seen: Range<Int>

    /// The edges where the line turns from dark to light or back by more than noise and a share of the contrast around.
    ///
    /// Each lies half way between the turning points beside it. The first row has dark bars, the second light ones.
    func rows(share: Float) -> (dark: BarRow?, light: BarRow?) {
        let turns = turningPoints(share: share)
        guard turns.count >= 22 else { return (nil, nil) }
        // Where the picture ends, what is there ends as well. Pixels are two bins wide, and the first is centred in one.
        var edges = [Float(seen.lowerBound) - 0.5]
        edges.reserveCapacity(turns.count + 1)
        greys.withUnsafeBufferPointer { greys in
            for index in 0..<turns.count - 1 {
                edges.append(Self.crossing(greys, turns[index], turns[index + 1]))
            }
        }
        edges.append(Float(seen.upperBound) + 0.5)
        let startsDark = greys[turns[0]] > greys[turns[1]]
        return (row(edges, from: startsDark ? 1 : 0), row(edges, from: startsDark ? 0 : 1))
    }

    /// Pairs of edges from the first on; a remainder at either end limits the clear space.
    private func row(_ edges: [Float], from first: Int) -> BarRow? {
        let count = min((edges.count - first) / 2 * 2, BarRow.maximumEdges)
        guard count >= 20 else { return nil }
        let last = first + count - 1
        var borders: BarRow.Borders = []
        if seen.lowerBound > 0 { borders.insert(.before) }
        if seen.upperBound < greys.count, last + 2 >= edges.count { borders.insert(.after) }
        return BarRow(
            edges: Array(edges[first...last]), lead: first == 0 ? 0 : edges[first] - edges[first - 1],
            trail: last + 1 < edges.count ? edges[last + 1] - edges[last] : 0, borders: borders)
    }

    /// The alternating darkest and lightest points of the line.
    private func turningPoints(share: Float) -> [Int] {
        let contrasts = contrast().map { $0.high - $0.low }
        // Far from all bars, only the ripple of a compressed picture remains.
        let faintest = Self.faintest * (contrasts.max() ?? 0)
        let steps = contrasts.map { max(share * max($0, faintest), 3 * noise, 0.5) }
        var turns: [Int] = []
        turns.reserveCapacity(256)
        var lowest = seen.lowerBound
        var highest = seen.lowerBound
        var isRising: Bool?
        greys.withUnsafeBufferPointer { greys in
            for index in seen {
                let grey = greys[index]
                if grey > greys[highest] { highest = index }
                if grey < greys[lowest] { lowest = index }
                // Both ends of a step count: beside the last bar, paper is a little lighter than it is further on.
                let step = steps[index / Self.block]
                if isRising != false, greys[highest] - grey > max(step, steps[highest / Self.block]) {
                    turns.append(highest)
                    isRising = false
                    lowest = index
                } else if isRising != true, grey - greys[lowest] > max(step, steps[lowest / Self.block]) {
                    turns.append(lowest)
                    isRising = true
                    highest = index
                }
                if isRising == true { lowest = index } else if isRising == false { highest = index }
            }
        }
        if let isRising { turns.append(isRising ? highest : lowest) }
        return turns
    }

    /// Where the line between two turning points is half way from one to the other.
    private static func crossing(_ greys: UnsafeBufferPointer<Float>, _ first: Int, _ second: Int) -> Float {
        let middle = (greys[first] + greys[second]) / 2
        let isRising = greys[second] > greys[first]
        for index in first..<second {
            let here = greys[index]
            let next = greys[index + 1]
            if isRising ? (here <= middle && next > middle) : (here >= middle && next < middle) {
                return Float(index) + (middle - here) / (next - here) + 0.5
            }
        }
        return Float(first + second) / 2 + 0.5
    }

    /// The least contrast of bars in a shadow, as a share of that in the light.
    private static let faintest: Float = 0.1

    /// Bins that share a contrast.
    private static let block = 32

    /// Whether noise hides more than blur does.
    var isNoisy: Bool {
        let most = contrast().reduce(0) { max($0, $1.high - $1.low) }
        return 3 * noise > 0.12 * most
    }

    /// The darkest and the lightest greys around each block of bins.
    private func contrast() -> [(low: Float, high: Float)] {
        let blocks = stride(from: 0, to: greys.count, by: Self.block).map { start in
            var low = greys[start]
            var high = low
            for index in start..<min(start + Self.block, greys.count) {
                low = min(low, greys[index])
                high = max(high, greys[index])
            }
            return (low: low, high: high)
        }
        return blocks.indices.map { index in
            var (low, high) = blocks[index]
            for near in max(index - 2, 0)...min(index + 2, blocks.count - 1) {
                low = min(low, blocks[near].low)
                high = max(high, blocks[near].high)
            }
            return (low, high)
        }
    }

    /// The line smoothed by a Gaussian of this standard deviation, which averages noise.
    func smoothed(deviation: Float) -> BarProfile {
        let kernel = Self.kernel(deviation)
        let power = kernel[0] * kernel[0] + 2 * kernel.dropFirst().reduce(0) { $0 + $1 * $1 }
        var smooth = greys
        Self.blur(greys, kernel, into: &smooth)
        return BarProfile(greys: smooth, noise: noise * power.squareRoot(), seen: seen)
    }

    /// An estimate of the line before a blur by a Gaussian of this standard deviation.
    ///
    /// Jansson's method: the residual of the blurred estimate is added to the estimate, within black and white.
    func sharpened(deviation: Float, rounds: Int) -> BarProfile {
        let kernel = Self.kernel(deviation)
        let (low, high) = bounds()
        var blurred = greys
        var guess = greys
        for _ in 0..<rounds {
            Self.blur(guess, kernel, into: &blurred)
            guess.withUnsafeMutableBufferPointer { guess in
                for index in guess.indices {
                    let value = guess[index] + 1.5 * (greys[index] - blurred[index])
                    guess[index] = min(max(value, low[index]), high[index])
                }
            }
        }
        return BarProfile(greys: guess, noise: noise, seen: seen)
    }

    /// A Gaussian of this standard deviation, from its middle outwards, with sum 1.
    private static func kernel(_ deviation: Float) -> [Float] {
        let radius = max(Int((2.5 * deviation).rounded(.up)), 1)
        let bell = (0...radius).map { tap in Self.bell(Float(tap) / deviation) }
        let sum = bell[0] + 2 * bell.dropFirst().reduce(0, +)
        return bell.map { $0 / sum }
    }

    /// Beyond both ends the line continues its end values.
    private static func blur(_ values: [Float], _ kernel: [Float], into blurred: inout [Float]) {
        let radius = kernel.count - 1
        let padded =
            [Float](repeating: values.first ?? 0, count: radius) + values
            + [Float](repeating: values.last ?? 0, count: radius)
        padded.withUnsafeBufferPointer { padded in
            blurred.withUnsafeMutableBufferPointer { blurred in
                guard let first = padded.baseAddress else { return }
                pixels_blur(first + radius, values.count, kernel, radius, blurred.baseAddress)
            }
        }
    }

    /// The darkest and the lightest greys around each place, with a small margin.
    private func bounds() -> (low: [Float], high: [Float]) {
        var lows = [Float](repeating: 0, count: greys.count)
        var highs = lows
        for (block, (low, high)) in contrast().enumerated() {
            let room = 0.02 * (high - low)
            for place in block * Self.block..<min((block + 1) * Self.block, greys.count) {
                lows[place] = low - room
                highs[place] = high + room
            }
        }
        return (lows, highs)
    }

    /// exp(-x * x / 2) for small x, as a power of a rational function.
    private static func bell(_ x: Float) -> Float {
        let eighth = 1 - x * x / 16 + x * x * x * x / 512 - x * x * x * x * x * x / 24576
        let quarter = eighth * eighth
        let half = quarter * quarter
        return half * half
    }
}
