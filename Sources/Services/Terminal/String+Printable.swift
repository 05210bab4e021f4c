// SPDX-License-Identifier: MIT
internal import Bytes

extension String {
    /// The text without what could move the cursor, recolour the screen or turn the reading direction.
    ///
    /// Names and notes come from strangers: printed as they are, they could fake a line that this program never wrote.
    /// Each such character becomes U+FFFD; `isHarmless` says which they are.
    ///
    /// - Parameter kept: control characters that may stay.
    package func printable(keeping kept: Set<Unicode.Scalar> = []) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            scalars.append(scalar.isHarmless || kept.contains(scalar) ? scalar : "\u{FFFD}")
        }
        return String(scalars)
    }
}
