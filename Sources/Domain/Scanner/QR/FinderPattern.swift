// SPDX-License-Identifier: MIT

/// One of the three square targets in the corners of a QR code, as it lies in the picture.
struct FinderPattern: Sendable {
    /// In pixels of the full picture, like the steps.
    var centre: Vector
    /// One module along either side of the target. Which side is which is not known yet.
    var stepU: Vector
    var stepV: Vector
    /// Light where a target is dark.
    let isInverted: Bool
    /// Rows of pixels that saw it.
    var hits: Int
    /// How well it agrees with the ideal, from -1 to 1.
    var agreement = 0.0

    /// The area of a module.
    var area: Double { stepU.cross(stepV).magnitude }
    /// The edge of a module as if it were square.
    var pitch: Double { area.squareRoot() }

    /// Of both sides, in both directions, the step nearest to a direction, and the one a quarter turn clockwise from it.
    func steps(towards direction: Vector) -> (along: Vector, across: Vector, sine: Double) {
        let candidates = [stepU, stepV, -stepU, -stepV]
        let length = direction.length
        var best = (index: 0, cosine: -1.0)
        for (index, step) in candidates.enumerated() {
            let cosine = step.dot(direction) / (step.length * length)
            if cosine > best.cosine { best = (index, cosine) }
        }
        let along = candidates[best.index]
        var across = candidates[(best.index + 1) % 4]
        if along.cross(across) < 0 { across = -across }
        return (along, across, along.cross(direction) / (along.length * length))
    }
}
