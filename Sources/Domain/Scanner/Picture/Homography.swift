// SPDX-License-Identifier: MIT

/// A place or a direction in a plane.
typealias Vector = SIMD2<Double>

extension SIMD2<Double> {
    func dot(_ other: Vector) -> Double { x * other.x + y * other.y }
    /// The area that both span, positive when the other is clockwise in a picture whose y grows downwards.
    func cross(_ other: Vector) -> Double { x * other.y - y * other.x }
    var length: Double { dot(self).squareRoot() }
}

/// The projection of a plane by a camera: maps points of the plane to points of the picture, and lines to lines.
struct Homography: Sendable {
    /// Row after row; in place, for fits make them by the thousand.
    var values: [9 of Double]

    init(_ values: [9 of Double]) {
        self.values = values
    }

    /// The best fit in the sense of least squares to four or more pairs of places; nil when they do not decide it.
    init?(from places: [Vector], to seen: [Vector], weights: [Double]? = nil) {
        guard places.count == seen.count, places.count >= 4 else { return nil }
        // Both sides around zero and of size one, else the squares of coordinates swamp the rest.
        let (a, b) = (Normalization(places), Normalization(seen))
        var system = LinearSystem(8)
        for index in places.indices {
            let p = a.apply(places[index])
            let q = b.apply(seen[index])
            let weight = weights?[index] ?? 1
            system.add([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y], q.x, weight: weight)
            system.add([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y], q.y, weight: weight)
        }
        guard let h = system.solution() else { return nil }
        let fit = Homography([h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1])
        self = Homography(b.inverse) * fit * Homography(a.matrix)
    }

    func callAsFunction(_ place: Vector) -> Vector {
        let depth = values[6] * place.x + values[7] * place.y + values[8]
        return Vector(
            values[0] * place.x + values[1] * place.y + values[2],
            values[3] * place.x + values[4] * place.y + values[5]) / depth
    }

    /// Whether a place is in front of the camera, when the plane's origin is.
    func isInFront(_ place: Vector) -> Bool {
        (values[6] * place.x + values[7] * place.y + values[8]) * values[8] > 0
    }

    static func * (left: Homography, right: Homography) -> Homography {
        var product: [9 of Double] = .init(repeating: 0)
        for row in stride(from: 0, to: 9, by: 3) {
            for column in 0..<3 {
                product[row + column] =
                    left.values[row] * right.values[column] + left.values[row + 1] * right.values[3 + column]
                    + left.values[row + 2] * right.values[6 + column]
            }
        }
        return Homography(product)
    }

    /// The way back; nil when the plane is seen from its edge.
    var inverse: Homography? {
        let m = values
        let cofactors: [9 of Double] = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        let determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
        guard determinant.magnitude > 1e-12 else { return nil }
        return Homography(cofactors) / determinant
    }

    /// Every number divided; places stay where they are.
    static func / (homography: Homography, divisor: Double) -> Homography {
        var quotient = homography
        for index in homography.values.indices { quotient.values[index] /= divisor }
        return quotient
    }

    var isFinite: Bool { values.indices.allSatisfy { values[$0].isFinite } }

    /// The numbers as C takes them.
    func withValues<Result>(_ body: (UnsafePointer<Double>?) -> Result) -> Result {
        values.span.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// A shift and a scale that bring places around zero.
    private struct Normalization {
        let centre: Vector
        let scale: Double

        init(_ places: [Vector]) {
            let middle = places.reduce(Vector(0, 0), +) / Double(places.count)
            let spread = places.reduce(0) { $0 + ($1 - middle).length } / Double(places.count)
            centre = middle
            scale = spread > 0 ? 1 / spread : 1
        }

        func apply(_ place: Vector) -> Vector { (place - centre) * scale }

        var matrix: [9 of Double] { [scale, 0, -scale * centre.x, 0, scale, -scale * centre.y, 0, 0, 1] }
        var inverse: [9 of Double] { [1 / scale, 0, centre.x, 0, 1 / scale, centre.y, 0, 0, 1] }
    }
}
