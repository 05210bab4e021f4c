// SPDX-License-Identifier: MIT

/// Angles without a mathematics library, accurate to about 1e-6, more than a picture needs.
extension Float {
    static func sine(_ angle: Float) -> Float { cosine(angle - .pi / 2) }

    static func cosine(_ angle: Float) -> Float {
        var turns = angle / (2 * .pi)
        turns -= turns.rounded()
        let quarter = abs(turns) > 0.25
        // cos(x) = -cos(pi - |x|)
        let x = (quarter ? 0.5 - abs(turns) : turns) * 2 * .pi
        let square = x * x
        let series =
            1 - square / 2
            * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90 * (1 - square / 132)))))
        return quarter ? -series : series
    }

    /// The angle of (x, y), from -pi to pi; 0 for (0, 0).
    static func angle(x: Float, y: Float) -> Float {
        let larger = max(abs(x), abs(y))
        guard larger > 0 else { return 0 }
        let ratio = min(abs(x), abs(y)) / larger
        // atan(r) for r in 0...1 by halving the angle once: atan(r) = 2 atan(r / (1 + sqrt(1 + r * r))).
        let half = ratio / (1 + (1 + ratio * ratio).squareRoot())
        let square = half * half
        let series =
            half * (1 - square * (1 / 3 - square * (1 / 5 - square * (1 / 7 - square * (1 / 9 - square / 11)))))
        var angle = 2 * series
        if abs(y) > abs(x) { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }
}
