// SPDX-License-Identifier: MIT

/// Three finder patterns that may belong to one code.
struct QRTriple: Sendable {
    /// The one in the code's own upper left corner, its neighbour along the first row, its neighbour along the first column;
    /// in a mirrored code the latter two are exchanged.
    let corner: FinderPattern
    let right: FinderPattern
    let below: FinderPattern
    /// Modules between the centres, as the sizes of the patterns tell it.
    let modules: Double
    /// How little it fits; the better come first.
    let strain: Double

    /// Likely triples of one polarity, the best first.
    ///
    /// A camera keeps lines straight, so a side of a target points exactly at the target beside it, at both ends, however
    /// the code is tilted; and along that line sizes change so that their geometric mean tells the distance in modules.
    static func candidates(_ finders: [FinderPattern], limit: Int) -> [QRTriple] {
        struct Side {
            let from: Int
            let to: Int
            let modules: Double
            let strain: Double
        }
        var sides: [[Side]] = finders.map { _ in [] }
        for from in finders.indices {
            for to in finders.indices where to != from && finders[from].isInverted == finders[to].isInverted {
                let way = finders[to].centre - finders[from].centre
                let start = finders[from].steps(towards: way)
                let end = finders[to].steps(towards: way)
                let bend = max(start.sine.magnitude, end.sine.magnitude)
                let (a, b) = (start.along.length, end.along.length)
                let ratio = max(a / b, b / a)
                guard bend < 0.2, ratio < 3 else { continue }
                let modules = way.length / (a * b).squareRoot()
                guard modules > 11, modules < 185 else { continue }
                sides[from].append(Side(from: from, to: to, modules: modules, strain: 4 * bend + (ratio - 1) / 3))
            }
        }
        var triples: [QRTriple] = []
        for corner in finders.indices {
            // In a picture full of targets each has any number of neighbours.
            if sides[corner].count > 12 {
                sides[corner] = Array(sides[corner].sorted { $0.strain < $1.strain }.prefix(12))
            }
            for (index, one) in sides[corner].enumerated() {
                for other in sides[corner][(index + 1)...] {
                    let area = (finders[one.to].centre - finders[corner].centre)
                        .cross(finders[other.to].centre - finders[corner].centre)
                    let mean = (one.modules * other.modules).squareRoot()
                    let difference = (one.modules - other.modules).magnitude / mean
                    guard difference < 0.35, area.magnitude > 0.1 * mean * mean * finders[corner].area else { continue }
                    let (right, below) = area > 0 ? (one, other) : (other, one)
                    triples.append(
                        QRTriple(
                            corner: finders[corner], right: finders[right.to], below: finders[below.to],
                            modules: mean, strain: one.strain + other.strain + 3 * difference + mean / 200))
                }
            }
        }
        return Array(triples.sorted { $0.strain < $1.strain }.prefix(limit))
    }

    /// Places of centres and corners of the patterns, and where they are seen, if the code has this version.
    func pairs(_ version: QRVersion) -> (places: [Vector], seen: [Vector]) {
        let far = Double(version.side) - 3.5
        let across = right.centre - corner.centre
        let down = below.centre - corner.centre
        let (u, v) = (corner.steps(towards: across).along, corner.steps(towards: down).along)
        let atRight = right.steps(towards: across)
        let atBelow = below.steps(towards: down)
        var places: [Vector] = []
        var seen: [Vector] = []
        for (place, pattern, u, v) in [
            (Vector(3.5, 3.5), corner, u, v),
            (Vector(far, 3.5), right, atRight.along, atRight.across),
            (Vector(3.5, far), below, -atBelow.across, atBelow.along),
        ] {
            for (x, y) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
                places.append(place + 3.5 * Vector(x, y))
                seen.append(pattern.centre + 3.5 * (u * x + v * y))
            }
        }
        return (places, seen)
    }
}
