// SPDX-License-Identifier: MIT

/// Completes pairs of targets to triples: the third may be under glare, in a shadow, or behind a finger.
struct FinderCompletion {
    private let scene: Scene

    init(_ scene: Scene) {
        self.scene = scene
    }

    /// Triples of which two targets were seen, the most trusted pairs first.
    func triples(_ finders: [FinderPattern], limit: Int) -> [QRTriple] {
        let trusted = finders.indices.filter { finders[$0].agreement > 0.75 }
            .sorted { finders[$0].agreement > finders[$1].agreement }.prefix(limit > 10 ? 8 : 4)
        var triples: [QRTriple] = []
        for (order, first) in trusted.enumerated() {
            for second in trusted.dropFirst(order + 1) where finders[first].isInverted == finders[second].isInverted {
                triples += completed(finders[first], finders[second])
                if triples.count >= limit { return triples }
            }
        }
        return triples
    }

    private func completed(_ a: FinderPattern, _ b: FinderPattern) -> [QRTriple] {
        let way = b.centre - a.centre
        let (start, end) = (a.steps(towards: way), b.steps(towards: way))
        let scale = (start.along.length * end.along.length).squareRoot()
        let ratio = start.along.length / end.along.length
        guard ratio < 2.5, ratio > 0.4 else { return [] }
        let modules = way.length / scale
        guard modules > 11, modules < 185 else { return [] }
        var triples: [QRTriple] = []
        if max(start.sine.magnitude, end.sine.magnitude) < 0.15 {
            // A side: the corner is either end, the third target on either hand.
            for (corner, other, lie) in [(a, b, start), (b, a, end)] {
                for across in [lie.across, -lie.across] {
                    guard let third = third(corner, corner.centre + across * modules, modules, lie.along, across) else {
                        continue
                    }
                    triples.append(triple(corner, other, third, modules))
                }
            }
        } else if min(start.sine.magnitude, end.sine.magnitude) > 0.3 {
            // The diagonal: the corner is where a side of one meets a side of the other.
            for step in [a.stepU, a.stepV, -a.stepU, -a.stepV] where step.dot(way) > 0 {
                let modules = step.dot(way) / step.dot(step)
                guard modules > 11, modules < 185 else { continue }
                let (u, v) = (a.stepU, a.stepV)
                guard let corner = third(a, a.centre + step * modules, modules, u, v) else { continue }
                triples.append(triple(corner, a, b, modules))
            }
        }
        return triples
    }

    private func triple(
        _ corner: FinderPattern, _ one: FinderPattern, _ other: FinderPattern, _ modules: Double
    ) -> QRTriple {
        let turn = (one.centre - corner.centre).cross(other.centre - corner.centre)
        let (right, below) = turn > 0 ? (one, other) : (other, one)
        return QRTriple(corner: corner, right: right, below: below, modules: modules, strain: 1)
    }

    /// The best likeness of a target around a place; the place itself when the light hides it and the code is small.
    private func third(
        _ model: FinderPattern, _ place: Vector, _ modules: Double, _ u: Vector, _ v: Vector
    ) -> FinderPattern? {
        guard place.x > 0, place.y > 0, place.x < Double(scene.width), place.y < Double(scene.height) else {
            return nil
        }
        var guess = FinderPattern(
            centre: place, stepU: u, stepV: v, isInverted: model.isInverted, hits: 0)
        let reach = min(12, max(3, modules * 0.2))
        let level = scene.level(forPitch: model.pitch)
        let image = scene.levels[level]
        let factor = 1 / Double(1 << level)
        var best = (score: 0.35, place: place)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: -reach, through: reach, by: 0.75) {
                for column in stride(from: -reach, through: reach, by: 0.75) {
                    let centre = place + u * column + v * row
                    let score = FinderCompletion.likeness(
                        pixels, image.width, image.height, centre * factor, u * factor, v * factor)
                    if (model.isInverted ? -score : score) > best.score {
                        best = (model.isInverted ? -score : score, centre)
                    }
                }
            }
        }
        guess.centre = best.place
        if let found = FinderFit(scene).drawnTight(guess, enough: 0.4) { return found }
        guard modules < 40 else { return nil }
        guess.centre = place
        return guess
    }

    /// Correlation of 7 x 7 samples with a target.
    private static func likeness(
        _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ centre: Vector, _ u: Vector, _ v: Vector
    ) -> Double {
        var (sum, squares, light): (Float, Float, Float) = (0, 0, 0)
        for row in -3...3 {
            let line = centre + v * Double(row)
            for column in -3...3 {
                let place = line + u * Double(column)
                let (x, y) = (
                    Int(max(0, min(Double(width - 1), place.x))), Int(max(0, min(Double(height - 1), place.y)))
                )
                let grey = Float(pixels[y * width + x])
                sum += grey
                squares += grey * grey
                if max(row.magnitude, column.magnitude) == 2 { light += grey }
            }
        }
        // Of 49 modules 16 are light.
        let mean = sum / 49
        let variance = squares / 49 - mean * mean
        guard variance > 0.5 else { return 0 }
        let difference = light / 16 - (sum - light) / 33
        return Double(difference * (Float(16 * 33) / (49 * 49)).squareRoot() / variance.squareRoot())
    }
}
