// SPDX-License-Identifier: MIT

/// The position of one code in the picture: found from its three finder patterns, then fitted to all marks of its
/// version.
struct QRLie: Sendable {
    let version: QRVersion
    /// From modules to pixels of the full picture.
    var homography: Homography
    /// How well the marks agree, from -1 to 1.
    var agreement: Double

    /// Pixels a module in the middle of the code.
    var pitch: Double { QRLie.pitch(homography, version) }

    /// The corners of the code, from its own upper left clockwise.
    var corners: [Vector] {
        let side = Double(version.side)
        return [Vector(0, 0), Vector(side, 0), Vector(side, side), Vector(0, side)].map { homography($0) }
    }

    private static func pitch(_ homography: Homography, _ version: QRVersion) -> Double {
        let middle = Vector(Double(version.side) / 2, Double(version.side) / 2)
        let place = homography(middle)
        let (u, v) = (homography(middle + Vector(1, 0)) - place, homography(middle + Vector(0, 1)) - place)
        return u.cross(v).magnitude.squareRoot()
    }
}
