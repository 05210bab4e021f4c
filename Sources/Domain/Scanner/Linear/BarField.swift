// SPDX-License-Identifier: MIT
internal import CPixels

/// The directions of edges in cells of 8 by 8 pixels, and the regions where they agree.
///
/// Noise has no direction, so the sums over many pixels show the direction of bars even under strong noise.
struct BarField {
    private struct Cell {
        /// The gradient direction at twice its angle; its length is the agreement of the gradients.
        var x: Float
        var y: Float
        /// The sum of the gradients in all directions.
        var energy: Float
        var length: Float { (x * x + y * y).squareRoot() }
    }

    static let cell = 8
    /// The share of the gradients that must agree.
    private static let coherence: Float = 0.3
    /// The least energy of a cell in squared grey levels; lower energy may be rounding.
    private static let floor: Float = 64 * 3

    private let columns: Int
    private let rows: Int
    private let cells: [Cell]
    /// Means over 3 by 3 cells.
    private let smooth: [Cell]

    init(_ image: GreyImage) {
        columns = max((image.width - 1) / Self.cell, 0)
        rows = max((image.height - 1) / Self.cell, 0)
        let count = columns * rows
        var sums = [Int32](repeating: 0, count: 3 * max(count, 1))
        if count > 0 { pixels_gradients(image.pixels, image.width, image.height, &sums) }
        cells = (0..<count).map { index in
            let xx = Float(sums[3 * index])
            let yy = Float(sums[3 * index + 1])
            return Cell(x: xx - yy, y: 2 * Float(sums[3 * index + 2]), energy: xx + yy)
        }
        smooth = Self.smoothed(cells, columns, rows)
    }

    private static func smoothed(_ cells: [Cell], _ columns: Int, _ rows: Int) -> [Cell] {
        guard columns > 2, rows > 2 else { return cells }
        func three(_ a: Cell, _ b: Cell, _ c: Cell) -> Cell {
            Cell(x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3, energy: (a.energy + b.energy + c.energy) / 3)
        }
        var across = cells
        for row in 0..<rows {
            for column in 1..<columns - 1 {
                let index = row * columns + column
                across[index] = three(cells[index - 1], cells[index], cells[index + 1])
            }
        }
        var result = across
        for row in 1..<rows - 1 {
            for index in row * columns..<(row + 1) * columns {
                result[index] = three(across[index - columns], across[index], across[index + columns])
            }
        }
        return result
    }

    /// The regions of agreeing cells, the heaviest first, at most `limit`; in pixels of this field's picture.
    func regions(limit: Int) -> [BarRegion] {
        var lengths = [Float](repeating: 0, count: cells.count)
        // Cells by the logarithm of their agreement; the strongest start regions.
        var buckets = [[Int32]](repeating: [], count: 64)
        for (index, cell) in smooth.enumerated() where cell.energy > Self.floor {
            let length = cell.length
            guard length > Self.coherence * cell.energy else { continue }
            lengths[index] = length
            buckets[min(Int((length * length).exponent), 63)].append(Int32(index))
        }
        var regions: [BarRegion] = []
        var members: [Int] = []
        for bucket in buckets.reversed() {
            for seed in bucket where lengths[Int(seed)] > 0 {
                grow(from: Int(seed), &lengths, into: &members)
                if let region = region(members) { regions.append(region) }
            }
        }
        regions.sort { $0.weight > $1.weight }
        return Array(regions.prefix(limit))
    }

    /// Adds neighbours whose direction agrees with the region; the length of an added cell is set to zero.
    private func grow(from seed: Int, _ lengths: inout [Float], into members: inout [Int]) {
        members.removeAll(keepingCapacity: true)
        members.append(seed)
        // Light that falls off along a code takes the square of itself from the gradients, but not all at once.
        let least = 0.06 * lengths[seed]
        let faintest = 0.003 * lengths[seed]
        lengths[seed] = 0
        var sum = (x: smooth[seed].x, y: smooth[seed].y)
        var next = 0
        while next < members.count {
            let index = members[next]
            next += 1
            let column = index % columns
            let row = index / columns
            let enough = max(min(least, 0.4 * smooth[index].length), faintest)
            for (stepX, stepY) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                guard 0..<columns ~= column + stepX, 0..<rows ~= row + stepY else { continue }
                let neighbour = index + stepY * columns + stepX
                let length = lengths[neighbour]
                guard length > enough else { continue }
                let cell = smooth[neighbour]
                let dot = cell.x * sum.x + cell.y * sum.y
                guard dot > 0.8 * length * (sum.x * sum.x + sum.y * sum.y).squareRoot() else { continue }
                lengths[neighbour] = 0
                sum.x += cell.x
                sum.y += cell.y
                members.append(neighbour)
            }
        }
    }

    /// The moments of the cells: their extent along and across their common direction, and how it turns.
    private func region(_ members: [Int]) -> BarRegion? {
        guard members.count >= 6 else { return nil }
        var sum = (x: Float(0), y: Float(0), weight: Float(0), left: Float(0), top: Float(0))
        for index in members {
            let cell = cells[index]
            // Contrast instead of its square, so that a shadow does not move the centre.
            let weight = cell.length.squareRoot()
            sum.x += cell.x
            sum.y += cell.y
            sum.weight += weight
            sum.left += weight * (Float(index % columns) + 0.5)
            sum.top += weight * (Float(index / columns) + 0.5)
        }
        guard sum.weight > 0 else { return nil }
        let coherence = members.reduce(0) { $0 + cells[$1].length / max(cells[$1].energy, 1) } / Float(members.count)
        let size = Float(Self.cell)
        // Cells count pixels between pixels: the middle of a cell lies half a pixel further.
        let centre = (x: sum.left / sum.weight * size + 0.5, y: sum.top / sum.weight * size + 0.5)
        let normal = Float.angle(x: sum.x, y: sum.y) / 2
        let across = (x: Float.cosine(normal), y: Float.sine(normal))
        let along = (x: -across.y, y: across.x)
        let mean = (x: sum.x, y: sum.y)
        var moments = Moments()
        for index in members {
            let cell = cells[index]
            let x = (Float(index % columns) + 0.5) * size + 0.5 - centre.x
            let y = (Float(index / columns) + 0.5) * size + 0.5 - centre.y
            moments.add(
                weight: cell.length.squareRoot(), along: x * across.x + y * across.y, beside: x * along.x + y * along.y,
                turn: Float.angle(x: mean.x * cell.x + mean.y * cell.y, y: mean.x * cell.y - mean.y * cell.x) / 2)
        }
        return moments.region(centre: centre, normal: normal, members: members.count, coherence: coherence)
    }
}

/// Weighted sums over the cells of a region.
private struct Moments {
    private var samples: [(weight: Float, along: Float, beside: Float, turn: Float)] = []

    mutating func add(weight: Float, along: Float, beside: Float, turn: Float) {
        samples.append((weight, along, beside, turn))
    }

    func region(centre: (x: Float, y: Float), normal: Float, members: Int, coherence: Float) -> BarRegion? {
        var weight: Float = 0
        var squares: Float = 0
        var products: Float = 0
        var turns: Float = 0
        for sample in samples {
            weight += sample.weight
            squares += sample.weight * sample.along * sample.along
            products += sample.weight * sample.along * sample.beside
            turns += sample.weight * sample.along * sample.turn
        }
        guard squares > 0 else { return nil }
        let slope = min(max(products / squares, -1), 1)
        let turn = turns / squares
        // The length of the bars: four times the mean distance from the axis, and how that changes along it.
        var distance: Float = 0
        var trend: Float = 0
        var reach: (low: Float, high: Float) = (0, 0)
        let least = 0.1 * weight / Float(samples.count)
        for sample in samples {
            let beside = abs(sample.beside - slope * sample.along)
            distance += sample.weight * beside
            trend += sample.weight * sample.along * beside
            guard sample.weight > least else { continue }
            reach = (min(reach.low, sample.along), max(reach.high, sample.along))
        }
        let height = 4 * distance / weight
        guard height > 4, reach.high - reach.low > 24 else { return nil }
        let stretch = (1 + slope * slope).squareRoot()
        let normalAxis = (x: Float.cosine(normal), y: Float.sine(normal))
        let axis = (
            x: (normalAxis.x - slope * normalAxis.y) / stretch, y: (normalAxis.y + slope * normalAxis.x) / stretch
        )
        let length = (reach.high - reach.low) * stretch
        let swell = 4 * trend / squares / height / stretch
        let fill = Float(members * BarField.cell * BarField.cell) / (height * length)
        return BarRegion(
            centre: centre, axis: axis, angle: normal + .pi / 2, turn: turn / stretch,
            extent: (reach.low - 4) * stretch...(reach.high + 4) * stretch, height: height,
            swell: min(max(swell, -0.8 / length), 0.8 / length),
            weight: weight.squareRoot() * Float(members).squareRoot() * coherence * min(fill, 1), fill: fill,
            coherence: coherence)
    }
}
