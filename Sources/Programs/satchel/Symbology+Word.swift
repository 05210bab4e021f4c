// SPDX-License-Identifier: MIT
import Symbols

extension Symbology {
    /// How command lines and scripts name it.
    var word: String { rawValue.lowercased() }

    /// Also `EAN-13`, `code_128` and `Data Matrix`.
    init?(word: String) {
        let letters = word.lowercased().filter { $0.isLetter || $0.isNumber }
        guard let symbology = Symbology.allCases.first(where: { $0.word == letters }) else { return nil }
        self = symbology
    }
}
