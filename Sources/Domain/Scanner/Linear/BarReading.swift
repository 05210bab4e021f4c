// SPDX-License-Identifier: MIT
package import Symbols

/// What one line across a code says.
package struct BarReading: Sendable {
    package let symbology: Symbology
    /// Canonical, as `Symbol` keeps them.
    package let bytes: [UInt8]
    package let isGS1: Bool
    /// The elements of the row that the code occupies, from its first bar to its last.
    package let elements: Range<Int>
    /// How much nearer the worst character is to its own pattern than to the next: 0 is a guess, 1 is perfect.
    package let certainty: Float
    /// From the first bar to the last, of the kinds in which that never changes.
    let modules: Int?

    init(
        _ symbology: Symbology, _ bytes: [UInt8], isGS1: Bool = false, elements: Range<Int>, certainty: Float,
        modules: Int? = nil
    ) {
        self.symbology = symbology
        self.bytes = bytes
        self.isGS1 = isGS1
        self.elements = elements
        self.certainty = certainty
        self.modules = modules ?? Self.modules(of: symbology)
    }

    /// The code; a mark of GS1 before what cannot have it is left out.
    package var symbol: Symbol { Symbol(symbology, bytes, isGS1: isGS1 && GS1.canBeMarked(bytes)) }

    /// Equal text of an equal kind, wherever it was seen.
    func agrees(with other: BarReading) -> Bool {
        symbology == other.symbology && bytes == other.bytes && isGS1 == other.isGS1
    }

    private static func modules(of symbology: Symbology) -> Int? {
        switch symbology {
        case .ean13, .upcA: 95
        case .ean8: 67
        case .upcE: 51
        default: nil
        }
    }

    /// Whether one line proves the text: the symbology has a check that is strong enough.
    var isSelfEvident: Bool {
        switch symbology {
        case .code128, .code93: bytes.count >= 2
        case .ean13, .upcA: true
        default: false
        }
    }
}
