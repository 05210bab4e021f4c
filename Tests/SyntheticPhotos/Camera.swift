// SPDX-License-Identifier: MIT
import Glibc
import TestSupport

/// A pinhole camera before a sheet of paper: where a point of the print, in modules from its middle, falls in the frame.
struct Camera {
    /// The projection of the plane, row after row; places are (x, y, 1) in modules, results in pixels.
    private(set) var matrix: [Double]

    /// About 60 degrees from side to side.
    private static let focalLengthInWidths = 0.86

    /// The middle of the print falls into the middle of the frame.
    ///
    /// - Parameters:
    ///   - pitch: pixels a module at the middle.
    ///   - roll: radians in the plane of the picture.
    ///   - tilt: radians out of it, around an axis in the picture that lies at `axis` radians.
    init(width: Int, height: Int, pitch: Double, roll: Double, tilt: Double, axis: Double) {
        let focalLength = Camera.focalLengthInWidths * Double(width)
        let distance = focalLength / pitch
        let turned = Camera.product(
            Camera.rotationZ(axis),
            Camera.product(Camera.rotationX(tilt), Camera.rotationZ(roll - axis)))
        let pose = [
            turned[0], turned[1], 0,
            turned[3], turned[4], 0,
            turned[6], turned[7], distance,
        ]
        let lens = [
            focalLength, 0, Double(width) / 2,
            0, focalLength, Double(height) / 2,
            0, 0, 1,
        ]
        matrix = Camera.product(lens, pose)
    }

    /// The place of a point of the print in the frame.
    func project(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let depth = matrix[6] * x + matrix[7] * y + matrix[8]
        return (
            (matrix[0] * x + matrix[1] * y + matrix[2]) / depth,
            (matrix[3] * x + matrix[4] * y + matrix[5]) / depth
        )
    }

    /// Moves the picture, as cropping another part of a larger frame does.
    mutating func shift(_ x: Double, _ y: Double) {
        for column in 0..<3 {
            matrix[column] += x * matrix[6 + column]
            matrix[3 + column] += y * matrix[6 + column]
        }
    }

    /// From the frame to the print: the adjugate, whose scale cancels in the division by depth.
    var inverse: [Double] {
        let m = matrix
        let rows = [
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
        ]
        return rows
    }

    private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
        (0..<9).map { index in
            let (row, column) = (index / 3 * 3, index % 3)
            return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6]
        }
    }

    private static func rotationZ(_ angle: Double) -> [Double] {
        [cos(angle), -sin(angle), 0, sin(angle), cos(angle), 0, 0, 0, 1]
    }

    private static func rotationX(_ angle: Double) -> [Double] {
        [1, 0, 0, 0, cos(angle), -sin(angle), 0, sin(angle), cos(angle)]
    }
}
