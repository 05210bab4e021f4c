// SPDX-License-Identifier: MIT
import CPixels

/// Fits the position of known marks to a picture, from an approximate position.
///
/// Lucas and Kanade's method in the inverse form of Baker and Matthews ("Lucas-Kanade 20 years on", 2004, section 3.2):
/// values that depend only on the marks are computed once, and each round only samples the picture. All marks
/// contribute together, so noise averages out over hundreds of samples.
struct PatternFit: Sendable {
    /// A sample of the ideal: how dark it is there, and in which direction it gets darker.
    struct Mark {
        var place: Vector
        var darkness: Float
        var slope: SIMD2<Float>
    }

    /// What may change.
    enum Freedom: Int {
        /// Shift, turn, stretch and shear.
        case affine = 6
        /// And perspective.
        case projective = 8
    }

    private let freedom: Freedom
    private let centre: Vector
    private let scale: Double
    /// Pairs of coordinates.
    private let places: [Float]
    private let darkness: [Float]
    /// For each mark, how much its darkness changes with each of the parameters.
    private let descents: [SIMD8<Float>]
    /// The columns of the inverse of the sum of products of descents.
    private let inverse: [SIMD8<Double>]
    private let meanDarkness: Float
    private let spread: Float

    /// Nil when the marks do not decide where they are.
    init?(_ marks: [Mark], freedom: Freedom) {
        guard marks.count > freedom.rawValue else { return nil }
        self.freedom = freedom
        let middle = marks.reduce(Vector(0, 0)) { $0 + $1.place } / Double(marks.count)
        let reach = marks.reduce(0) { max($0, ($1.place - middle).length) }
        guard reach > 0 else { return nil }
        centre = middle
        scale = 1 / reach
        var places: [Float] = []
        places.reserveCapacity(2 * marks.count)
        darkness = marks.map(\.darkness)
        let mean = marks.reduce(0) { $0 + $1.darkness } / Float(marks.count)
        meanDarkness = mean
        spread = marks.reduce(0) { $0 + ($1.darkness - mean) * ($1.darkness - mean) }
        let count = freedom.rawValue
        var descents: [SIMD8<Float>] = []
        descents.reserveCapacity(marks.count)
        var products = [SIMD8<Double>](repeating: .zero, count: count)
        for mark in marks {
            places.append(Float(mark.place.x))
            places.append(Float(mark.place.y))
            let u = Float((mark.place.x - middle.x) / reach)
            let v = Float((mark.place.y - middle.y) / reach)
            let (gu, gv) = (mark.slope.x * Float(reach), mark.slope.y * Float(reach))
            let along = gu * u + gv * v
            let row = SIMD8<Float>(gu * u, gu * v, gu, gv * u, gv * v, gv, -along * u, -along * v)
            descents.append(row)
            for a in 0..<count { products[a] += SIMD8<Double>(row * row[a]) }
        }
        self.places = places
        self.descents = descents
        let sums = products.flatMap { row in (0..<count).map { row[$0] } }
        guard let inverse = PatternFit.inverse(sums, count) else { return nil }
        self.inverse = inverse
    }

    /// Moves the lie until it fits, at most so many rounds; the agreement is a correlation, from -1 to 1.
    func fitted(
        _ start: Homography, to image: GreyImage, isInverted: Bool, rounds: Int
    ) -> (Homography, agreement: Double) {
        var homography = start
        var best = (start, agreement: -2.0)
        for round in 0...rounds {
            guard let (change, agreement) = look(homography, image, isInverted) else { break }
            if agreement > best.agreement { best = (homography, agreement) }
            guard round < rounds, agreement > 0.05 else { break }
            guard let next = moved(homography, by: change) else { break }
            homography = next
            if all(change .< 2e-4 .& change .> -2e-4) { break }
        }
        return best
    }

    private func moved(_ homography: Homography, by p: SIMD8<Double>) -> Homography? {
        let step = Homography([1 + p[0], p[1], p[2], p[3], 1 + p[4], p[5], p[6], p[7], 1])
        guard let back = step.inverse else { return nil }
        let into = Homography([scale, 0, -scale * centre.x, 0, scale, -scale * centre.y, 0, 0, 1])
        let out = Homography([1 / scale, 0, centre.x, 0, 1 / scale, centre.y, 0, 0, 1])
        let moved = homography * out * back * into
        let last = moved.values[8]
        guard last.magnitude > 1e-9, last.isFinite else { return nil }
        let scaled = moved / last
        return scaled.isFinite ? scaled : nil
    }

    private func look(_ homography: Homography, _ image: GreyImage, _ isInverted: Bool) -> (SIMD8<Double>, Double)? {
        let count = darkness.count
        let greys = [Float](unsafeUninitializedCapacity: count) { greys, initialized in
            homography.withValues {
                pixels_sample_places(image.pixels, image.width, image.height, $0, places, count, greys.baseAddress)
            }
            initialized = count
        }
        var sum: Float = 0
        for grey in greys { sum += grey }
        let mean = sum / Float(count)
        var (product, square): (Float, Float) = (0, 0)
        for index in 0..<count {
            let difference = mean - greys[index]
            product += difference * (darkness[index] - meanDarkness)
            square += difference * difference
        }
        if isInverted { product = -product }
        guard square > 0, product.isFinite else { return nil }
        let agreement = Double(product / (square * spread).squareRoot())
        // Darkness of the picture in the units of the marks.
        let gain = (isInverted ? -1 : 1) * spread / max(product, 1e-6)
        var sums = SIMD8<Float>(repeating: 0)
        for index in 0..<count {
            let error = (mean - greys[index]) * gain + meanDarkness - darkness[index]
            // One wild sample must not pull more than a wrong colour does.
            sums += descents[index] * max(-2, min(2, error))
        }
        // Parameters that may not change have zeros.
        var change = SIMD8<Double>(repeating: 0)
        for index in inverse.indices { change += inverse[index] * Double(sums[index]) }
        return change.sum().isFinite ? (change, agreement) : nil
    }

    /// Between four pixels; whole numbers are corners of pixels.
    @inline(__always)
    static func grey(_ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ height: Int, _ x: Double, _ y: Double)
        -> Float
    {
        // Written so that a coordinate that is not a number falls to zero.
        let (a, b) = (x - 0.5, y - 0.5)
        let (right, low) = (Double(width - 1), Double(height - 1))
        let cx = a > 0 ? (a < right ? a : right) : 0
        let cy = b > 0 ? (b < low ? b : low) : 0
        let (column, row) = (Int(cx), Int(cy))
        let (fx, fy) = (Float(cx - Double(column)), Float(cy - Double(row)))
        let next = column + 1 < width ? 1 : 0
        let below = row + 1 < height ? width : 0
        let at = row * width + column
        let upper = Float(pixels[at]) + fx * (Float(pixels[at + next]) - Float(pixels[at]))
        let lower = Float(pixels[at + below]) + fx * (Float(pixels[at + below + next]) - Float(pixels[at + below]))
        return upper + fy * (lower - upper)
    }

    private static func inverse(_ matrix: [Double], _ count: Int) -> [SIMD8<Double>]? {
        var result = [SIMD8<Double>](repeating: .zero, count: count)
        for column in 0..<count {
            var system = LinearSystem(count)
            for row in 0..<count {
                system.set(row, Array(matrix[row * count..<(row + 1) * count]), row == column ? 1 : 0)
            }
            guard let solution = system.solution() else { return nil }
            for row in 0..<count { result[column][row] = solution[row] }
        }
        return result
    }
}
