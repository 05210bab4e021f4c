// SPDX-License-Identifier: MIT
internal import CPixels

/// Greys along a line across bars, averaged; dark is a bar.
struct BarProfile {
    let greys: [Float]
    /// The standard deviation of one of them.
    let noise: Float

    /// The line with bars and spaces exchanged.
    var inverted: BarProfile { BarProfile(greys: greys.map { 255 - $0 }, noise: noise) }

    /// The edges where the line turns from dark to light or back by more than noise and a share of the contrast around.
    ///
    /// Each lies half way between the turning points beside it.
    func row(share: Float) -> BarRow? {
        let turns = turningPoints(share: share)
        guard turns.count >= 20 else { return nil }
        var edges: [Float] = []
        edges.reserveCapacity(turns.count)
        var first = 0
        // The first edge goes down: it starts a bar.
        if greys[turns[0]] < greys[turns[1]] { first = 1 }
        for index in first..<turns.count - 1 { edges.append(crossing(turns[index], turns[index + 1])) }
        if edges.count % 2 == 1 { edges.removeLast() }
        guard edges.count >= 20, let start = edges.first, let end = edges.last else { return nil }
        let before = first == 0 ? 0 : crossing(turns[0], turns[1])
        let lastTurn = first + edges.count
        let behind = lastTurn + 1 < turns.count ? crossing(turns[lastTurn], turns[lastTurn + 1]) : Float(greys.count)
        if edges.count > BarRow.maximumEdges { edges.removeLast(edges.count - BarRow.maximumEdges) }
        return BarRow(edges: edges, lead: max(start - before, 0), trail: max(behind - end, 0))
    }

    /// Where the line is darkest and lightest by turns.
    private func turningPoints(share: Float) -> [Int] {
        let block = 32
        let blocks = (greys.count + block - 1) / block
        var low = [Float](repeating: 255, count: blocks)
        var high = [Float](repeating: 0, count: blocks)
        for (index, grey) in greys.enumerated() {
            low[index / block] = min(low[index / block], grey)
            high[index / block] = max(high[index / block], grey)
        }
        let contrast = (0..<blocks).map { index in
            let near = max(index - 2, 0)...min(index + 2, blocks - 1)
            return (high[near].max() ?? 0) - (low[near].min() ?? 0)
        }
        var turns: [Int] = []
        var lowest = 0
        var highest = 0
        var isRising: Bool?
        for index in greys.indices {
            let grey = greys[index]
            let least = max(share * contrast[index / block], 3 * noise, 0.5)
            if grey > greys[highest] { highest = index }
            if grey < greys[lowest] { lowest = index }
            if isRising != false, greys[highest] - grey > least {
                turns.append(highest)
                isRising = false
                lowest = index
            } else if isRising != true, grey - greys[lowest] > least {
                turns.append(lowest)
                isRising = true
                highest = index
            }
            if isRising == true { lowest = index } else if isRising == false { highest = index }
        }
        if let isRising { turns.append(isRising ? highest : lowest) }
        return turns
    }

    /// Where the line between two turning points is half way from one to the other.
    private func crossing(_ first: Int, _ second: Int) -> Float {
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

    /// The line as it was before a lens spread it by a bell of this standard deviation, as far as can be known.
    ///
    /// Jansson's method: what blurring the guess leaves to explain is added to the guess, less so near black and white.
    func sharpened(deviation: Float, rounds: Int) -> BarProfile {
        let radius = max(Int((2.5 * deviation).rounded(.up)), 1)
        var kernel = (0...radius).map { tap in Self.bell(Float(tap) / deviation) }
        let sum = kernel[0] + 2 * kernel.dropFirst().reduce(0, +)
        for tap in kernel.indices { kernel[tap] /= sum }
        let count = greys.count
        let (low, high) = bounds()
        var padded = [Float](repeating: 0, count: count + 2 * radius)
        var blurred = [Float](repeating: 0, count: count)
        var guess = greys
        for _ in 0..<rounds {
            for index in 0..<radius {
                padded[index] = guess[0]
                padded[count + radius + index] = guess[count - 1]
            }
            padded.withUnsafeMutableBufferPointer { padded in
                guess.withUnsafeBufferPointer { guess in
                    for index in 0..<count { padded[radius + index] = guess[index] }
                }
            }
            padded.withUnsafeBufferPointer { padded in
                kernel.withUnsafeBufferPointer { kernel in
                    blurred.withUnsafeMutableBufferPointer { blurred in
                        guard let first = padded.baseAddress else { return }
                        pixels_blur(first + radius, count, kernel.baseAddress, radius, blurred.baseAddress)
                    }
                }
            }
            guess.withUnsafeMutableBufferPointer { guess in
                for index in 0..<count {
                    let value = guess[index] + 1.5 * (greys[index] - blurred[index])
                    guess[index] = min(max(value, low[index]), high[index])
                }
            }
        }
        return BarProfile(greys: guess, noise: noise)
    }

    /// The darkest and the lightest greys around each place, with a little room.
    private func bounds() -> (low: [Float], high: [Float]) {
        let block = 32
        let blocks = (greys.count + block - 1) / block
        var low = [Float](repeating: 255, count: blocks)
        var high = [Float](repeating: 0, count: blocks)
        for (index, grey) in greys.enumerated() {
            low[index / block] = min(low[index / block], grey)
            high[index / block] = max(high[index / block], grey)
        }
        var lows = [Float](repeating: 0, count: greys.count)
        var highs = lows
        for index in 0..<blocks {
            let near = max(index - 2, 0)...min(index + 2, blocks - 1)
            let least = low[near].min() ?? 0
            let most = high[near].max() ?? 255
            for place in index * block..<min((index + 1) * block, greys.count) {
                lows[place] = least - 0.02 * (most - least)
                highs[place] = most + 0.02 * (most - least)
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
