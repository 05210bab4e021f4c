// SPDX-License-Identifier: MIT

/// Everything that happens between the printed code and the pixels.
package struct Setting: Hashable, Sendable {
    /// What is hard about the photo; the rows of the bench.
    package enum Family: String, CaseIterable, Hashable, Sendable {
        case clean, rotate, tilt, blur, defocus, motion, noise, contrast, pitch, light, glare, jpeg, inverted, combined
        case crop, margin, screen, size, widths
    }

    /// How a picture is brought to another size.
    package enum Scaling: Hashable, Sendable {
        /// Each new pixel is the nearest old one.
        case nearest
        /// Each new pixel is the mean of its area.
        case mean
        /// Each new pixel lies on a line between old ones.
        case linear
    }

    /// How wide the wide elements of Code 39, ITF and Codabar are printed.
    package enum Widths: Hashable, Sendable {
        /// In narrow elements.
        case ratio(Double)
        /// 2 to 3 narrow elements, another for each element.
        case varied
        /// Codabar's older set of eighteen widths.
        case traditional
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
    /// Modules of paper on each side of the bars; nil for what the standard asks for and two more.
    var margin: Double?
    /// Modules of picture that are left around the code when the rest is cut off; nil for the whole frame.
    var crop: Double?
    /// Drawn on a screen and scaled this way to `pitch` pixels a module, without a camera; nil for a photo.
    var screen: Scaling?
    /// The picture is brought to this many times its size when it is finished.
    var resize: Double?
    var widths: Widths?

    init(_ family: Family, _ amount: String = "", _ change: (inout Setting) -> Void = { _ in }) {
        self.family = family
        name = amount.isEmpty ? family.rawValue : "\(family.rawValue) \(amount)"
        change(&self)
    }
}
