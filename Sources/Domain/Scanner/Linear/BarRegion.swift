// SPDX-License-Identifier: MIT

/// A candidate region of parallel bars: an axis across them, and their direction along the axis.
struct BarRegion {
    /// In pixels of the searched picture.
    var centre: (x: Float, y: Float)
    /// Along the row of bars, one pixel long.
    var axis: (x: Float, y: Float)
    /// The direction of the bars at the centre, in radians.
    var angle: Float
    /// The change of the direction per pixel along the axis: bars tilted away from the camera converge.
    var turn: Float
    /// From the centre to the first and the last bar, along the axis.
    var extent: ClosedRange<Float>
    /// The length of the bars at the centre.
    var height: Float
    /// The relative change of `height` per pixel along the axis.
    var swell: Float
    /// Size and similarity to bars; better regions are read first. Contrast matters little.
    var weight: Float
    /// The share of its rectangle that its cells fill.
    var fill: Float
    /// The share of its gradients that agree.
    var coherence: Float

    /// The direction of the bars at a position of the axis, with their length there relative to the centre.
    func direction(at place: Float) -> (x: Float, y: Float) {
        let angle = angle + turn * place
        let length = min(max(1 + swell * place, 0.25), 4)
        return (Float.cosine(angle) * length, Float.sine(angle) * length)
    }

    /// The same region with its axis perpendicular to its bars.
    var squared: BarRegion {
        var region = self
        region.axis = (Float.cosine(angle - .pi / 2), Float.sine(angle - .pi / 2))
        return region
    }

    /// The same region with longer bars.
    func taller(by factor: Float) -> BarRegion {
        var region = self
        region.height *= factor
        return region
    }

    /// The same region in a picture of another scale.
    func scaled(by factor: Float) -> BarRegion {
        var region = self
        region.centre = (centre.x * factor, centre.y * factor)
        region.turn = turn / factor
        region.extent = extent.lowerBound * factor...extent.upperBound * factor
        region.height = height * factor
        region.swell = swell / factor
        return region
    }

    /// Whether both are the same bars, found twice.
    func resembles(_ other: BarRegion) -> Bool {
        let x = centre.x - other.centre.x
        let y = centre.y - other.centre.y
        let length = extent.upperBound - extent.lowerBound
        let otherLength = other.extent.upperBound - other.extent.lowerBound
        return x * x + y * y < 0.06 * min(height, other.height) * min(height, other.height)
            && length < 1.25 * otherLength && otherLength < 1.25 * length
    }

    /// A place from its coordinates along the axis and along the bars.
    func point(_ along: Float, _ beside: Float) -> Sighting.Point {
        let direction = direction(at: along)
        return Sighting.Point(
            x: Double(centre.x + axis.x * along + direction.x * beside),
            y: Double(centre.y + axis.y * along + direction.y * beside))
    }
}
