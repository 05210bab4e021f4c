// SPDX-License-Identifier: MIT

/// The size of a drawn code, always with whole pixels per module, because fractions scan badly.
package enum PictureSize: Hashable, Sendable {
    /// Pixels per module side; the picture is as large as the code with its quiet zone.
    case scale(Int)
    /// Exactly this many pixels, with the code centred on white, as large as possible.
    case pixels(width: Int, height: Int)
    /// As close to this width on paper as whole pixels allow, including the quiet zone.
    case millimetres(width: Double, dotsPerInch: Int)

    /// For lists.
    package static let standard = PictureSize.pixels(width: 300, height: 150)
    /// For a whole screen.
    package static let high = PictureSize.pixels(width: 1000, height: 500)

    /// The largest drawn picture, in pixels; the reader accepts no larger one.
    package static let maximumPixels = 50_000_000
}
