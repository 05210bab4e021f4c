// SPDX-License-Identifier: MIT
import CPixels

/// Refines finder patterns from an approximate to an exact position.
struct FinderFit {
    /// Agreement from which on something is a target.
    static let enough = 0.5

    /// What drawing one tight takes, in looks at pixels.
    static let price = 2_000

    /// What a quick look at one place takes.
    static let likenessPrice = 50

    /// Likeness from which on a place deserves to be drawn tight.
    private static let promising = 0.15

    private let scene: ImagePyramid

    init(_ scene: ImagePyramid) {
        self.scene = scene
    }

    /// Whether a quick look, a sample a module, shows some likeness.
    func isLikely(_ rough: FinderPattern) -> Bool {
        let level = scene.level(forPitch: 2 * rough.pitch)
        let factor = 1 / Double(1 << level)
        let likeness = FinderFit.likeness(
            scene.levels[level], rough.centre * factor, rough.stepU * factor, rough.stepV * factor)
        return (rough.isInverted ? -likeness : likeness) > FinderFit.promising
    }

    /// Correlation of 7 x 7 samples with a target.
    static func likeness(_ image: GreyImage, _ centre: Vector, _ u: Vector, _ v: Vector) -> Double {
        var (sum, squares, light): (Float, Float, Float) = (0, 0, 0)
        let (right, low) = (Double(image.width - 1), Double(image.height - 1))
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in -3...3 {
                let line = centre + v * Double(row)
                for column in -3...3 {
                    let place = line + u * Double(column)
                    let (x, y) = (Int(max(0, min(right, place.x))), Int(max(0, min(low, place.y))))
                    let grey = Float(pixels[y * image.width + x])
                    sum += grey
                    squares += grey * grey
                    if max(row.magnitude, column.magnitude) == 2 { light += grey }
                }
            }
        }
        return likeness(sum, squares, light: light)
    }

    /// The same around places a module apart, `count` by `count` of them, which share most of their samples.
    static func likenesses(_ image: GreyImage, from corner: Vector, _ u: Vector, _ v: Vector, count: Int) -> [Double] {
        let edge = count + 6
        let (right, low) = (Double(image.width - 1), Double(image.height - 1))
        let greys = image.pixels.withUnsafeBufferPointer { pixels in
            [Float](unsafeUninitializedCapacity: edge * edge) { greys, initialized in
                for row in 0..<edge {
                    let line = corner + v * Double(row - 3)
                    for column in 0..<edge {
                        let place = line + u * Double(column - 3)
                        let (x, y) = (Int(max(0, min(right, place.x))), Int(max(0, min(low, place.y))))
                        greys[row * edge + column] = Float(pixels[y * image.width + x])
                    }
                }
                initialized = edge * edge
            }
        }
        // Whole numbers below 2²⁴ are exact, so the order does not matter.
        let (all, squares) = (sums(greys, edge, reach: 3), sums(greys.map { $0 * $0 }, edge, reach: 3))
        let (ring, core) = (sums(greys, edge, reach: 2), sums(greys, edge, reach: 1))
        var likenesses: [Double] = []
        likenesses.reserveCapacity(count * count)
        for row in 3..<count + 3 {
            for index in row * edge + 3..<row * edge + count + 3 {
                likenesses.append(likeness(all[index], squares[index], light: ring[index] - core[index]))
            }
        }
        return likenesses
    }

    private static func sums(_ values: [Float], _ side: Int, reach: Int) -> [Float] {
        var room = [Float](repeating: 0, count: side + 2 * reach)
        return [Float](unsafeUninitializedCapacity: side * side) { sums, count in
            pixels_box_sums(values, side, reach, &room, sums.baseAddress)
            count = side * side
        }
    }

    private static func likeness(_ sum: Float, _ squares: Float, light: Float) -> Double {
        // Of 49 modules 16 are light.
        let mean = sum / 49
        let variance = squares / 49 - mean * mean
        guard variance > 0.5 else { return 0 }
        let difference = light / 16 - (sum - light) / 33
        return Double(difference * (Float(16 * 33) / (49 * 49)).squareRoot() / variance.squareRoot())
    }

    /// The target at its best fit; nil when there is none.
    func drawnTight(_ rough: FinderPattern, enough: Double = FinderFit.enough) -> FinderPattern? {
        guard let fit = QRMarks.finder else { return nil }
        let level = scene.level(forPitch: rough.pitch)
        let (c, u, v) = (rough.centre, rough.stepU, rough.stepV)
        let start = scene.scaled(Homography([u.x, v.x, c.x, u.y, v.y, c.y, 0, 0, 1]), to: level)
        let (fitted, agreement) = fit.fitted(
            start, to: scene.levels[level], isInverted: rough.isInverted, rounds: 6)
        guard agreement > enough else { return nil }
        let h = scene.unscaled(fitted, from: level).values
        var finder = rough
        finder.centre = Vector(h[2], h[5])
        finder.stepU = Vector(h[0], h[3])
        finder.stepV = Vector(h[1], h[4])
        finder.agreement = agreement
        let ratio = finder.stepU.length / finder.stepV.length
        guard finder.area > 0.5, ratio > 0.15, ratio < 7, (finder.centre - rough.centre).length < 3 * rough.pitch else {
            return nil
        }
        return finder
    }

    /// Gives targets that fit badly another chance with the lie of those that fit well: they may belong together.
    func improve(_ finders: inout [FinderPattern]) {
        for index in finders.indices where finders[index].agreement < 0.9 {
            let finder = finders[index]
            let better = finders.filter {
                $0.agreement > finder.agreement + 0.08 && $0.isInverted == finder.isInverted
                    && $0.pitch < 2 * finder.pitch && finder.pitch < 2 * $0.pitch
            }
            for other in better.prefix(4) {
                var start = finder
                (start.stepU, start.stepV) = (other.stepU, other.stepV)
                if let next = drawnTight(start), next.agreement > finders[index].agreement { finders[index] = next }
            }
        }
    }
}
