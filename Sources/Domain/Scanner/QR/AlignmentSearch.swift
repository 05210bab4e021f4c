// SPDX-License-Identifier: MIT

/// Looks for one alignment pattern near the place where it should be. ISO/IEC 18004, section 6.3.6.
struct AlignmentSearch {
    let image: GreyImage
    let isInverted: Bool

    /// Correlation from which on a pattern counts as found.
    private static let enough = 0.62

    /// Where the pattern is, in pixels of the image; nil when nothing like it is within `reach` modules.
    func place(of centre: Vector, _ homography: Homography, reach: Double) -> Vector? {
        let expected = homography(centre)
        let u = (homography(centre + Vector(2, 0)) - homography(centre - Vector(2, 0))) / 4
        let v = (homography(centre + Vector(0, 2)) - homography(centre - Vector(0, 2))) / 4
        guard u.x.isFinite, v.x.isFinite, expected.x.isFinite, u.length + v.length < 200 else { return nil }
        var best = (score: 0.0, x: 0.0, y: 0.0)
        let steps = Int(2 * reach)
        for row in -steps...steps {
            for column in -steps...steps {
                let (x, y) = (Double(column) / 2, Double(row) / 2)
                // Of two that look alike the nearer one.
                let score = agreement(expected + u * x + v * y, u, v) - 0.01 * (x * x + y * y).squareRoot()
                if score > best.score { best = (score, x, y) }
            }
        }
        guard best.score > AlignmentSearch.enough else { return nil }
        for step in [0.25, 0.125] {
            let around = best
            for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)] {
                let (x, y) = (around.x + step * x, around.y + step * y)
                let score = agreement(expected + u * x + v * y, u, v)
                if score > best.score { best = (score, x, y) }
            }
        }
        return expected + u * best.x + v * best.y
    }

    /// Correlation with a dark ring around a light ring around a dark module.
    private func agreement(_ centre: Vector, _ u: Vector, _ v: Vector) -> Double {
        var sum: Float = 0
        var squares: Float = 0
        var dark: Float = 0
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in -2...2 {
                let line = centre + v * Double(row)
                for column in -2...2 {
                    let place = line + u * Double(column)
                    let grey = PatternFit.grey(pixels, image.width, image.height, place.x, place.y)
                    sum += grey
                    squares += grey * grey
                    let ring = max(row.magnitude, column.magnitude)
                    if ring != 1 { dark += grey }
                }
            }
        }
        // Of 25 modules 17 are dark and 8 light.
        let mean = sum / 25
        let variance = squares / 25 - mean * mean
        guard variance > 0.5 else { return 0 }
        let product = (mean * 17 - dark) * 25 / (8 * 17)
        let deviation = (Float(8 * 17) / (25 * 25)).squareRoot()
        let score = Double(product * deviation / variance.squareRoot())
        return isInverted ? -score : score
    }
}
