// SPDX-License-Identifier: MIT

/// The lie of a target in a plane of bits: how its sides run, from how far its edges are in many directions.
///
/// A parallelogram around zero is where two linear functions stay within ±1, so in each direction one over the distance
/// of its edge is the larger of both. Half of the directions, in one stretch, belong to one pair of sides; every stretch is tried.
struct FinderOutline {
    /// One module along either side.
    let stepU: Vector
    let stepV: Vector

    /// What one takes, in looks at pixels.
    static let price = 1_500

    /// Unit vectors over half a turn; the other half are the same lines.
    private static let directions: [Vector] = {
        // Turned step by step by 9 degrees.
        let (cosine, sine) = (0.98768834059513777, 0.15643446504023087)
        var direction = Vector(1, 0)
        var directions: [Vector] = []
        for _ in 0..<20 {
            directions.append(direction)
            direction = Vector(
                direction.x * cosine - direction.y * sine, direction.x * sine + direction.y * cosine)
        }
        return directions
    }()

    /// Nil when the edges are not those of a parallelogram.
    init?(of spot: FinderSearch.Spot, in plane: BitPlane) {
        let reach = 12 * max(spot.across, spot.down) + 8
        // A place on the edge of the module's own unit: the dual vectors of the steps have the value 1 there.
        var points: [Vector?] = []
        for direction in FinderOutline.directions {
            let forth = FinderOutline.module(spot, direction, plane, reach)
            let back = FinderOutline.module(spot, -direction, plane, reach)
            switch (forth, back) {
            case (let forth?, let back?): points.append(direction * ((forth + back) / 2))
            case (let one?, nil), (nil, let one?): points.append(direction * one)
            case (nil, nil): points.append(nil)
            }
        }
        guard points.count(where: { $0 != nil }) >= 14 else { return nil }
        guard let (a, b) = FinderOutline.sides(points) else { return nil }
        // The steps are dual to the functions: a(stepU) = 1, b(stepU) = 0 and the other way round.
        let determinant = a.cross(b)
        guard determinant.magnitude > 1e-9 else { return nil }
        stepU = Vector(b.y, -b.x) / determinant
        stepV = Vector(-a.y, a.x) / determinant
        let longest = max(stepU.length, stepV.length)
        guard longest < 8 * min(stepU.length, stepV.length), stepU.cross(stepV).magnitude > 0.2 else { return nil }
    }

    /// How far a unit of one module reaches in a direction, by the three edges on the way; nil when they do not fit.
    private static func module(
        _ spot: FinderSearch.Spot, _ direction: Vector, _ plane: BitPlane, _ reach: Double
    ) -> Double? {
        var edges = (0.0, 0.0, 0.0)
        var count = 0
        var isDark = true
        var distance = 0.0
        let step = 0.5
        while distance < reach {
            distance += step
            let place = spot.centre + direction * distance
            guard place.x >= 0, place.y >= 0 else { break }
            let (x, y) = (Int(place.x), Int(place.y))
            guard x < plane.width, y < plane.height else { break }
            guard (plane.isDark(x, y) != spot.isInverted) != isDark else { continue }
            isDark.toggle()
            count += 1
            switch count {
            case 1: edges.0 = distance - step / 2
            case 2: edges.1 = distance - step / 2
            default: edges.2 = distance - step / 2
            }
            if count == 3 { break }
        }
        guard count == 3 else { return nil }
        // At 1.5, 2.5 and 3.5 modules; ink that spreads moves the first and last outwards, the middle one inwards.
        let module = ((edges.0 + edges.1) / 4 + (edges.1 + edges.2) / 6) / 2
        guard edges.0 < 2.4 * module, edges.0 > 0.7 * module, edges.2 < 4.6 * module, edges.2 > 2.6 * module else {
            return nil
        }
        return module
    }

    /// Two linear functions whose larger one is 1 at half a module from the middle along each direction.
    private static func sides(_ points: [Vector?]) -> (Vector, Vector)? {
        let count = points.count
        // Sums over the lines before each one, twice round: beyond half a turn the same line points the other way.
        var before = [Sum()]
        before.reserveCapacity(2 * count + 1)
        for index in 0..<2 * count {
            var sum = before[index]
            if let point = points[index % count] { sum.add(index < count ? point : -point) }
            before.append(sum)
        }
        var best: (error: Double, a: Vector, b: Vector)?
        for start in 0..<count {
            for length in 3...count / 2 {
                let first = before[start + length] - before[start]
                let second = before[start + count] - before[start + length]
                guard let a = first.solution, let b = second.solution else { continue }
                let error = first.error(a) + second.error(b)
                if best.map({ error < $0.error }) ?? true { best = (error, a, b) }
            }
        }
        guard let best, best.error / Double(count) < 0.04 else { return nil }
        return (best.a, best.b)
    }

    /// Places that a linear function should take to 1.
    private struct Sum {
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        var x = 0.0
        var y = 0.0
        var count = 0.0

        mutating func add(_ place: Vector) {
            xx += place.x * place.x
            xy += place.x * place.y
            yy += place.y * place.y
            x += place.x
            y += place.y
            count += 1
        }

        static func - (left: Sum, right: Sum) -> Sum {
            var sum = left
            sum.xx -= right.xx
            sum.xy -= right.xy
            sum.yy -= right.yy
            sum.x -= right.x
            sum.y -= right.y
            sum.count -= right.count
            return sum
        }

        var solution: Vector? {
            let determinant = xx * yy - xy * xy
            guard count >= 2, determinant > 1e-9 * xx * yy else { return nil }
            return Vector(yy * x - xy * y, xx * y - xy * x) / determinant
        }

        /// The sum of squares of what is left.
        func error(_ function: Vector) -> Double {
            let square = function.x * function.x * xx + 2 * function.x * function.y * xy + function.y * function.y * yy
            return square - 2 * function.dot(Vector(x, y)) + count
        }
    }
}
