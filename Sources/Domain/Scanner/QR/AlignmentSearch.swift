// SPDX-License-Identifier: MIT
import CPixels

/// Searches for one alignment pattern near its expected position. ISO/IEC 18004, section 6.3.6.
struct AlignmentSearch {
    let image: GreyImage
    let isInverted: Bool

    /// The correlation from which a pattern counts as found.
    private static let enough = 0.62

    /// The position of the pattern, in pixels of the image; nil when there is none within `reach` modules.
    func place(of centre: Vector, _ homography: Homography, reach: Double) -> Vector? {
        let expected = homography(centre)
        let u = (homography(centre + Vector(2, 0)) - homography(centre - Vector(2, 0))) / 4
        let v = (homography(centre + Vector(0, 2)) - homography(centre - Vector(0, 2))) / 4
        guard u.x.isFinite, v.x.isFinite, expected.x.isFinite, u.length + v.length < 200 else { return nil }
        var best = coarse(expected, u, v, steps: Int(2 * reach))
        guard best.score > AlignmentSearch.enough else { return nil }
        for step in [0.25, 0.125] {
            let around = best
            for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] {
                let (x, y) = (around.x + step * x, around.y + step * y)
                let greys = greys(expected + u * x + v * y, u, v, AlignmentSearch.modules)
                let score = agreement(greys, 5, first: 0, step: 1)
                if score > best.score { best = (score, x, y) }
            }
        }
        return expected + u * best.x + v * best.y
    }

    /// The best place half a module by half a module, which share most of their samples.
    private func coarse(
        _ expected: Vector, _ u: Vector, _ v: Vector, steps: Int
    ) -> (score: Double, x: Double, y: Double) {
        let edge = 2 * (steps + 4) + 1
        let halves = steps == 2 ? AlignmentSearch.nearHalves : AlignmentSearch.places(reach: steps + 4, step: 0.5)
        let greys = greys(expected, u, v, halves)
        var best = (score: 0.0, x: 0.0, y: 0.0)
        for row in 0...2 * steps {
            for column in 0...2 * steps {
                let (x, y) = (Double(column - steps) / 2, Double(row - steps) / 2)
                // Of two that look alike the nearer one.
                let score =
                    agreement(greys, edge, first: row * edge + column, step: 2)
                    - 0.01 * (x * x + y * y).squareRoot()
                if score > best.score { best = (score, x, y) }
            }
        }
        return best
    }

    /// Pairs of coordinates up to so many steps from zero, in modules.
    private static func places(reach: Int, step: Float) -> [Float] {
        (-reach...reach).flatMap { row in (-reach...reach).flatMap { [Float($0) * step, Float(row) * step] } }
    }

    private static let modules = places(reach: 2, step: 1)
    private static let nearHalves = places(reach: 6, step: 0.5)

    private func greys(_ centre: Vector, _ u: Vector, _ v: Vector, _ places: [Float]) -> [Float] {
        let plane = Homography([u.x, v.x, centre.x, u.y, v.y, centre.y, 0, 0, 1])
        return [Float](unsafeUninitializedCapacity: places.count / 2) { greys, count in
            count = places.count / 2
            plane.withValues {
                pixels_sample_places(image.pixels, image.width, image.height, $0, places, count, greys.baseAddress)
            }
        }
    }

    /// Correlation with a dark ring around a light ring around a dark module: 5 by 5 of the greys, `step` from one to the next.
    private func agreement(_ greys: [Float], _ edge: Int, first: Int, step: Int) -> Double {
        var sum: Float = 0
        var squares: Float = 0
        var light: Float = 0
        greys.withUnsafeBufferPointer { greys in
            for row in 0..<5 {
                for column in 0..<5 {
                    let grey = greys[first + (row * edge + column) * step]
                    sum += grey
                    squares += grey * grey
                    if max(abs(row - 2), abs(column - 2)) == 1 { light += grey }
                }
            }
        }
        // Of 25 modules 17 are dark and 8 light.
        let mean = sum / 25
        let variance = squares / 25 - mean * mean
        guard variance > 0.5 else { return 0 }
        let product = (light - mean * 8) * 25 / (8 * 17)
        let deviation = (Float(8 * 17) / (25 * 25)).squareRoot()
        let score = Double(product * deviation / variance.squareRoot())
        return isInverted ? -score : score
    }
}
