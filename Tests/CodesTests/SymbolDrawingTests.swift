// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import TestSupport
import Testing

@Suite struct SymbolDrawingTests {
    @Test(arguments: Symbology.allCases) func everySymbologyIsDrawn(symbology: Symbology) throws {
        let matrix = try Symbol(symbology, Array(symbology.sample.utf8)).drawn()
        #expect(matrix.symbology == symbology)
        #expect((matrix.rows == 1) == symbology.isLinear)
    }
}

extension Symbology {
    /// Something that the symbology can hold, in its canonical form.
    var sample: String {
        switch self {
        case .aztec, .dataMatrix, .maxiCode, .pdf417, .qr: "Loyalty card 4006-3813"
        case .codabar: "A40156B"
        case .code39: "CARD-0815"
        case .code93: "Card 0815"
        case .code128: "Card 0815"
        case .dataBar: "04006381333931"
        case .dataBarExpanded: "010400638133393110LOT7"
        case .ean8: "96385074"
        case .ean13: "4006381333931"
        case .itf: "0815"
        case .upcA: "036000291452"
        case .upcE: "01234565"
        }
    }
}
