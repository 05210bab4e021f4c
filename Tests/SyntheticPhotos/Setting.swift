// SPDX-License-Identifier: MIT

/// Everything that happens between the printed code and the pixels.
package struct Setting: Hashable, Sendable {
    /// What is hard about the photo; the rows of the bench.
    package enum Family: String, CaseIterable, Hashable, Sendable {
        case clean, rotate, tilt, blur, defocus, motion, noise, contrast, pitch, light, glare, jpeg, inverted, combined
    }

    package enum Light: Hashable, Sendable {
        case even
        /// Falls off across the code to this share.
        case slope(Double)
        /// The edge of a shadow lies on the code; beyond it is this share of the light.
        case shadow(Double)
    }

    package let family: Family
    /// How hard, as rows and messages name it: `noise 40`.
    package let name: String
    /// Degrees in the plane of the picture.
    var roll: Double?
    /// Degrees out of that plane.
    var tilt: Double?
    /// Standard deviation in modules.
    var blur = 0.0
    /// Radius of the disc of confusion in modules.
    var defocus = 0.0
    /// Length of the way during the exposure in modules.
    var motion = 0.0
    /// Standard deviation of the sensor in grey levels of 255.
    var noise = 1.5
    /// Grey levels between ink and paper as a share of 255; nil for good print.
    var contrast: Double?
    /// Pixels a module in the middle of the code.
    var pitch = 4.0
    var light = Light.even
    /// Share of the code under saturated patches.
    var glare = 0.0
    /// Quality of the JPEG file in the scale of the Independent JPEG Group; nil for none.
    var jpeg: Int?
    /// Light on dark.
    var isInverted = false

    init(_ family: Family, _ amount: String = "", _ change: (inout Setting) -> Void = { _ in }) {
        self.family = family
        name = amount.isEmpty ? family.rawValue : "\(family.rawValue) \(amount)"
        change(&self)
    }
}
