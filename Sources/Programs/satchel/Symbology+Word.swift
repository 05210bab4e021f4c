// SPDX-License-Identifier: MIT
import Barcodes

extension Symbology {
    /// Its name on command lines and in scripts.
    var word: String { rawValue.lowercased() }

    /// Ignores case and punctuation: also `EAN-13`, `code_128` and `Data Matrix`.
    init?(word: String) {
        let letters = word.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let symbology = Symbology.allCases.first(where: { $0.word == letters }) else { return nil }
        self = symbology
    }
}
