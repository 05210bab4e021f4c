// SPDX-License-Identifier: MIT
package import Barcodes

/// The content read along one line across a code.
package struct BarReading: Sendable {
    package let symbology: Symbology
    /// In the canonical form of `Symbol`.
    package let bytes: [UInt8]
    package let isGS1: Bool
    /// The elements of the row that the code occupies, from its first bar to its last.
    package let elements: Range<Int>
    /// The margin of the worst character between its own pattern and the next: 0 is a guess, 1 is perfect.
    package let certainty: Float
    /// The modules from the first bar to the last, for symbologies in which the number is fixed.
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

    /// The code; a GS1 mark is dropped where the content cannot have one.
    package var symbol: Symbol { Symbol(symbology, bytes, isGS1: isGS1 && GS1.canBeMarked(bytes)) }

    /// Equal text of an equal symbology, independent of the position.
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

    /// Whether one line proves the text, because the symbology has a strong check.
    var isSelfEvident: Bool {
        switch symbology {
        case .code128, .code93: bytes.count >= 2
        case .ean13, .upcA: true
        default: false
        }
    }
}
