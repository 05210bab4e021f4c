// SPDX-License-Identifier: MIT
import TestSupport

/// What lies behind the paper: a surface with grain, patches and things on it, larger than a frame.
struct Backdrop: Sendable {
    static let width = 2560
    static let height = 1536
    let greys: [Float]

    init(using random: inout SeededRandom) {
        var greys = [Float](repeating: 105, count: Backdrop.width * Backdrop.height)
        for (cell, height) in [(256, Float(50)), (64, 30), (16, 16), (4, 12)] {
            Backdrop.addWaves(cell, height, to: &greys, using: &random)
        }
        for _ in 0..<60 { Backdrop.addThing(to: &greys, using: &random) }
        self.greys = greys
    }

    /// Random values on a grid of cells, joined by straight slopes.
    private static func addWaves(
        _ cell: Int, _ height: Float, to greys: inout [Float], using random: inout SeededRandom
    ) {
        let columns = width / cell + 2
        let knots = (0..<columns * (Backdrop.height / cell + 2)).map { _ in
            Float.random(in: -height...height, using: &random) / 2
        }
        var line = [Float](repeating: 0, count: columns)
        for y in 0..<Backdrop.height {
            let (row, rest) = y.quotientAndRemainder(dividingBy: cell)
            let share = Float(rest) / Float(cell)
            for column in 0..<columns {
                let (above, below) = (knots[row * columns + column], knots[(row + 1) * columns + column])
                line[column] = above + (below - above) * share
            }
            for column in 0..<width / cell {
                let step = (line[column + 1] - line[column]) / Float(cell)
                let start = y * width + column * cell
                for x in 0..<cell { greys[start + x] += line[column] + step * Float(x) }
            }
        }
    }

    /// A box of another grey with lines across it, like print on other papers.
    private static func addThing(to greys: inout [Float], using random: inout SeededRandom) {
        let (wide, high) = (Int.random(in: 20...260, using: &random), Int.random(in: 12...160, using: &random))
        let left = Int.random(in: 0..<width - wide, using: &random)
        let top = Int.random(in: 0..<height - high, using: &random)
        let change = Float.random(in: -45...45, using: &random)
        let line = Int.random(in: 5...14, using: &random)
        let print = Float.random(in: -50...0, using: &random)
        for y in top..<top + high {
            let isPrinted = (y - top) % line >= line / 2
            for x in left..<left + wide {
                let isLetter = isPrinted && ((x - left) * 7 / line * 5 + (y / line) * 3) % 11 < 5
                greys[y * width + x] += isLetter ? change + print : change
            }
        }
    }
}
