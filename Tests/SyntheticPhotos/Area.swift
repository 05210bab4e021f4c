// SPDX-License-Identifier: MIT

/// A rectangle of whole pixels inside a frame.
struct Area {
    var left: Int
    var top: Int
    /// The first column and row that do not belong to it.
    var right: Int
    var bottom: Int

    /// Grown on all sides, but not past the frame.
    func grown(by margin: Int, width: Int, height: Int) -> Area {
        Area(
            left: max(0, left - margin), top: max(0, top - margin),
            right: min(width, right + margin), bottom: min(height, bottom + margin))
    }
}
