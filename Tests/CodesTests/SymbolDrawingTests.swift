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

    /// K6: bytes of any value, as many as ten percent of redundancy leave room for.
    @Test(arguments: [1_300, 1_400, 1_600])
    func manyBytesAreDrawnAsAztecWithTheRedundancyThatIsLeft(count: Int) throws {
        var random = SeededRandom(seed: 6)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        let reader = try CodeReader.besideThisProgram()
        for correction in [nil, Symbol.Correction.aztec(percent: 36)] {
            let image = try Symbol(.aztec, bytes, correction: correction).drawn().png(scale: 3)
            let found = try reader.session().read(image: image, name: "drawn", kinds: [.aztec])
            #expect(found.map { $0.symbol.plain } == [Symbol(.aztec, bytes)])
        }
    }

    @Test func moreBytesThanAnAztecCodeHoldsAreRefused() {
        let error = #expect(throws: CodesError.self) {
            try Symbol(.aztec, [UInt8](repeating: 0x80, count: 1_930)).drawn()
        }
        #expect(error?.code == .tooLong)
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
