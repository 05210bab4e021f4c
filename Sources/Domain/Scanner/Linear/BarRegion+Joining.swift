// SPDX-License-Identifier: MIT

extension BarRegion {
    /// The largest angle between the axes of two parts of one row of bars, in radians.
    private static let mostLean: Float = 0.25

    /// Both regions as one, if they are in one row with at most a wide bar or space between them; else nil.
    ///
    /// Cells inside such a wide element have no edge, so a code with short bars splits into two regions.
    func joined(with other: BarRegion) -> BarRegion? {
        guard let isOpposite = runs(along: other), height < 2 * other.height, other.height < 2 * height else {
            return nil
        }
        let apart = (x: other.centre.x - centre.x, y: other.centre.y - centre.y)
        let along = apart.x * axis.x + apart.y * axis.y
        let beside = apart.y * axis.x - apart.x * axis.y
        let low = along + (isOpposite ? -other.extent.upperBound : other.extent.lowerBound)
        let high = along + (isOpposite ? -other.extent.lowerBound : other.extent.upperBound)
        let gap = max(low - extent.upperBound, extent.lowerBound - high)
        let shorter = min(high - low, extent.upperBound - extent.lowerBound)
        guard abs(beside) < 0.5 * min(height, other.height), -0.5 * shorter..<max(height, other.height) ~= gap else {
            return nil
        }
        return row(of: other, from: min(extent.lowerBound, low), to: max(extent.upperBound, high), apart, along)
    }

    /// Whether the axis of the other part has the opposite direction; nil when it leans away from this one.
    private func runs(along other: BarRegion) -> Bool? {
        let cosine = axis.x * other.axis.x + axis.y * other.axis.y
        let sine = axis.x * other.axis.y - axis.y * other.axis.x
        return abs(sine) < Self.mostLean * abs(cosine) ? cosine < 0 : nil
    }

    /// One region over both. The line through the two centres estimates the axis better than either part does.
    private func row(
        of other: BarRegion, from low: Float, to high: Float, _ apart: (x: Float, y: Float), _ along: Float
    ) -> BarRegion? {
        let length = (apart.x * apart.x + apart.y * apart.y).squareRoot()
        guard length > 0 else { return nil }
        let step = along < 0 ? -length : length
        let middle = (low + high) / 2
        let share = other.weight / (weight + other.weight)
        var row = self
        row.axis = (apart.x / step, apart.y / step)
        row.centre = (centre.x + row.axis.x * middle, centre.y + row.axis.y * middle)
        row.angle = Float.angle(x: -row.axis.y, y: row.axis.x)
        row.turn = 0
        row.swell = 0
        row.extent = low - middle...high - middle
        row.height = max(height, other.height)
        row.weight = weight + other.weight
        row.fill = (1 - share) * fill + share * other.fill
        row.coherence = (1 - share) * coherence + share * other.coherence
        return row
    }
}
