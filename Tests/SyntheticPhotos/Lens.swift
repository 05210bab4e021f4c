// SPDX-License-Identifier: MIT
import Glibc

/// How a point of light is spread: shares of it at places around it, in pixels.
struct Lens {
    struct Tap {
        let x: Int
        let y: Int
        var share: Float
    }

    /// Passes to run one after the other.
    private var passes: [[Tap]]

    private init(_ passes: [[Tap]]) {
        self.passes = passes.map { taps in
            let sum = taps.reduce(0) { $0 + $1.share }
            return taps.filter { $0.share > sum * 1e-4 }.map { Tap(x: $0.x, y: $0.y, share: $0.share / sum) }
        }
    }

    /// A bell of this standard deviation.
    static func bell(_ sigma: Double) -> Lens {
        let reach = Int((3 * sigma).rounded(.up))
        let shares = (-reach...reach).map { place in
            // The part of the bell over the pixel, not its height in the middle: a narrow bell is still a bell.
            let (from, to) = (Double(place) - 0.5, Double(place) + 0.5)
            return Float(erf(to / sigma / 2.0.squareRoot()) - erf(from / sigma / 2.0.squareRoot()))
        }
        return Lens([
            zip(-reach...reach, shares).map { Tap(x: $0, y: 0, share: $1) },
            zip(-reach...reach, shares).map { Tap(x: 0, y: $0, share: $1) },
        ])
    }

    /// A disc of this radius, as an open iris draws what is out of focus.
    static func disc(_ radius: Double) -> Lens {
        let reach = Int(radius.rounded(.up))
        return spread(reach) { x, y in x * x + y * y <= radius * radius ? 1 : 0 }
    }

    /// A way of this length at an angle, as a hand moves during the exposure.
    static func way(_ length: Double, angle: Double) -> Lens {
        let reach = Int((length / 2).rounded(.up))
        var shares: [Int: Float] = [:]
        for step in 0..<256 {
            let along = ((Double(step) + 0.5) / 256 - 0.5) * length
            let (x, y) = (along * cos(angle), along * sin(angle))
            let (left, top) = (floor(x), floor(y))
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let share = (1 - abs(x - left - Double(dx))) * (1 - abs(y - top - Double(dy)))
                let (column, row) = (Int(left) + dx + reach + 1, Int(top) + dy + reach + 1)
                shares[row * (2 * reach + 3) + column, default: 0] += Float(share)
            }
        }
        let taps = shares.sorted { $0.key < $1.key }.map { place, share in
            Tap(x: place % (2 * reach + 3) - reach - 1, y: place / (2 * reach + 3) - reach - 1, share: share)
        }
        return Lens([taps])
    }

    /// The share of each pixel by 8 x 8 places inside it.
    private static func spread(_ reach: Int, _ share: (Double, Double) -> Double) -> Lens {
        var taps: [Tap] = []
        for y in -reach...reach {
            for x in -reach...reach {
                var sum = 0.0
                for place in 0..<64 {
                    sum += share(
                        Double(x) + (Double(place % 8) - 3.5) / 8, Double(y) + (Double(place / 8) - 3.5) / 8)
                }
                taps.append(Tap(x: x, y: y, share: Float(sum)))
            }
        }
        return Lens([taps])
    }

    /// Spreads the light of an area; at the frame's edges the outermost pixels go on.
    func apply(to exposure: inout Exposure, in area: Area) {
        for taps in passes {
            let reach = taps.reduce(0) { max($0, abs($1.x), abs($1.y)) }
            let (columns, rows) = (area.right - area.left, area.bottom - area.top)
            let (wide, high) = (columns + 2 * reach, rows + 2 * reach)
            // A copy with room on all sides, so that the inner loop needs no bounds.
            var source = [Float](repeating: 0, count: wide * high)
            for y in 0..<high {
                let line = max(0, min(exposure.height - 1, area.top + y - reach)) * exposure.width
                for x in 0..<wide {
                    source[y * wide + x] = exposure.greys[line + max(0, min(exposure.width - 1, area.left + x - reach))]
                }
            }
            let width = exposure.width
            exposure.greys.withUnsafeMutableBufferPointer { greys in
                source.withUnsafeBufferPointer { source in
                    for y in 0..<rows {
                        let line = greys.baseAddress! + (area.top + y) * width + area.left
                        for x in 0..<columns { line[x] = 0 }
                        for tap in taps {
                            let from = source.baseAddress! + (y + reach + tap.y) * wide + reach + tap.x
                            for x in 0..<columns { line[x] += tap.share * from[x] }
                        }
                    }
                }
            }
        }
    }
}
