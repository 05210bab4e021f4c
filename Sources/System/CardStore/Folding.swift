// SPDX-License-Identifier: MIT
@_spi(_Unicode) import Swift

/// The form of a text that ignores case and accents: "creme" finds "Crème", "lodz" finds "Łódź".
enum Folding {
    static func fold(_ text: String) -> String {
        // Most cards are ASCII, where lower-casing is enough.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        // The standard library's canonical decomposition (UAX #15) has no public name yet.
        for scalar in text.lowercased()._nfd where !isAccent(scalar) {
            folded.append(contentsOf: letters[scalar]?.unicodeScalars ?? String.UnicodeScalarView([scalar]))
        }
        return String(folded)
    }

    /// Combining diacritical marks. In other scripts marks are letters, which stay.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { 0x300...0x36F ~= scalar.value }

    /// Latin letters that Unicode does not decompose.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
        "ŧ": "t",
    ]
}
