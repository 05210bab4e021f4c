// SPDX-License-Identifier: MIT

/// Completes pairs of finder patterns to triples, because the third may be under glare, in a shadow, or behind a
/// finger.
struct FinderCompletion {
    private let scene: ImagePyramid

    init(_ scene: ImagePyramid) {
        self.scene = scene
    }

    /// Triples of which two targets were seen, the most trusted pairs first.
    func triples(_ finders: [FinderPattern], limit: Int, _ budget: inout WorkBudget) -> [QRTriple] {
        let trusted = finders.indices.filter { finders[$0].agreement > 0.75 }
            .sorted { finders[$0].agreement > finders[$1].agreement }.prefix(limit > 10 ? 8 : 4)
        var triples: [QRTriple] = []
        for (order, first) in trusted.enumerated() {
            for second in trusted.dropFirst(order + 1) where finders[first].isInverted == finders[second].isInverted {
                triples += completed(finders[first], finders[second], &budget)
                if triples.count >= limit || budget.isSpent { return triples }
            }
        }
        return triples
    }

    private func completed(_ a: FinderPattern, _ b: FinderPattern, _ budget: inout WorkBudget) -> [QRTriple] {
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
                    let place = corner.centre + across * modules
                    guard let third = third(corner, place, modules, lie.along, across, &budget) else { continue }
                    triples.append(triple(corner, other, third, modules))
                }
            }
        } else if min(start.sine.magnitude, end.sine.magnitude) > 0.3 {
            // The diagonal: the corner is where a side of one meets a side of the other.
            for step in [a.stepU, a.stepV, -a.stepU, -a.stepV] where step.dot(way) > 0 {
                let modules = step.dot(way) / step.dot(step)
                guard modules > 11, modules < 185 else { continue }
                let (u, v) = (a.stepU, a.stepV)
                guard let corner = third(a, a.centre + step * modules, modules, u, v, &budget) else { continue }
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
        _ model: FinderPattern, _ place: Vector, _ modules: Double, _ u: Vector, _ v: Vector,
        _ budget: inout WorkBudget
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
        // Most of a target's likeness is left half a module beside it.
        var best = (score: 0.28, place: place)
        let count = Int(2 * reach) + 1
        let corner = place - u * reach - v * reach
        budget.spend(count * count * FinderFit.likenessPrice)
        let likenesses = FinderFit.likenesses(image, from: corner * factor, u * factor, v * factor, count: count)
        for row in 0..<count {
            for column in 0..<count {
                let likeness = likenesses[row * count + column]
                let score = model.isInverted ? -likeness : likeness
                if score > best.score { best = (score, corner + u * Double(column) + v * Double(row)) }
            }
        }
        func score(_ centre: Vector) -> Double {
            budget.spend(FinderFit.likenessPrice)
            let likeness = FinderFit.likeness(image, centre * factor, u * factor, v * factor)
            return model.isInverted ? -likeness : likeness
        }
        let around = best.place
        for (x, y) in [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] as [(Double, Double)] {
            let centre = around + u * (0.4 * x) + v * (0.4 * y)
            let score = score(centre)
            if score > best.score { best = (score, centre) }
        }
        if best.score < 0.35 { best.place = place }
        budget.spend(FinderFit.price)
        guess.centre = best.place
        if let found = FinderFit(scene).drawnTight(guess, enough: 0.4) { return found }
        guard modules < 40 else { return nil }
        guess.centre = place
        return guess
    }
}
