// SPDX-License-Identifier: MIT

/// How large a code is drawn; always with whole pixels for each module, because fractions read badly.
package enum PictureSize: Hashable, Sendable {
    /// So many pixels for each module's side; the picture is as large as the code with its quiet zone.
    case scale(Int)
    /// Exactly this many pixels, the code in the middle, on white, as large as it can be.
    case pixels(width: Int, height: Int)
    /// As near to this width on paper as whole pixels allow, the quiet zone counted.
    case millimetres(width: Double, dotsPerInch: Int)

    /// For lists.
    package static let standard = PictureSize.pixels(width: 300, height: 150)
    /// For a whole screen.
    package static let high = PictureSize.pixels(width: 1000, height: 500)

    /// Largest picture that is drawn, in pixels; the reader takes no larger one.
    package static let maximumPixels = 50_000_000
}
