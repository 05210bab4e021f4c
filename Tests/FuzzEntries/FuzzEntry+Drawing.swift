// SPDX-License-Identifier: MIT
import Codes
import Barcodes

/// The first byte chooses the symbology, the second the marks; the others are held.
extension FuzzEntry {
    /// A matrix or a sentence, and what a checked text becomes is canonical.
    func drawing(_ input: [UInt8]) {
        guard input.count >= 2 else { return }
        let symbology = Symbology.allCases[Int(input[0]) % Symbology.allCases.count]
        let marks = input[1]
        let bytes = Array(input.dropFirst(2))
        let symbol = Symbol(
            symbology, bytes, eci: marks & 1 == 0 ? nil : Int(marks) * 5, isGS1: marks & 2 != 0,
            correction: marks & 4 == 0
                ? nil : [.qr(.high), .pdf417(level: Int(marks >> 3)), .aztec(percent: Int(marks))][Int(marks >> 4) % 3])
        draw(symbol)
        do {
            let typed = try Symbol(typed: symbol.text, as: symbology, isGS1: symbol.isGS1)
            // Safe: whatever it throws fails the precondition.
            precondition((try? typed.check()) != nil, "drawing: a typed text became what is not canonical")
            if typed.bytes != bytes { draw(typed) }
        } catch let error as SymbolsError {
            precondition(!error.alternatives.contains(symbology), "drawing: the refused kind is offered")
        } catch { preconditionFailure("drawing: \(error)") }
    }

    private func draw(_ symbol: Symbol) {
        do {
            let matrix = try symbol.drawn()
            precondition(matrix.symbology == symbol.symbology && matrix.columns >= 10, "drawing: no code")
        } catch is CodesError {
        } catch { preconditionFailure("drawing: \(error)") }
    }

    /// ASCII is itself, every byte is shown, and the text that was guessed is the text of a code that is made of it.
    func codeText(_ input: [UInt8]) {
        for eci in [nil, 4, 20, 25, 28, 30, 32, 33, 34, 35, 899] {
            let text = Symbol(.qr, input, eci: eci).text
            precondition(!text.isEmpty || input.allSatisfy { $0 >= 0xBB }, "codeText: bytes became no text")
            guard eci == nil else { continue }
            if input.allSatisfy({ $0 < 0x80 }) {
                precondition(Array(text.utf8) == input, "codeText: ASCII became something else")
            }
            // Safe: what no code can hold is refused with a sentence.
            guard let typed = try? Symbol(typed: text, as: .dataMatrix) else { continue }
            precondition(typed.text == text, "codeText: a typed text became another")
        }
        if GS1.elements(input) != nil { _ = Symbol(.qr, input, isGS1: true).text }
    }

    static let codeTextSeeds: [[UInt8]] = [
        Array("Zürich".utf8), [0x5A, 0xFC, 0x72], [0xC4, 0xE3, 0xBA, 0xC3], [0xA7, 0x41, 0xA6, 0x6E],
        [0xB0, 0xA1, 0x8C, 0x63], [0x93, 0x8C, 0x8B, 0x9E, 0xB1, 0xDE], [0xD1, 0xA7, 0xCF, 0xB0],
        [0xFE, 0xFF, 0x67, 0x71], [0xFF, 0xFE, 0x71, 0x67], [0xEF, 0xBB, 0xBF, 0x41], [0x94, 0x39, 0xDA, 0x33],
        [0x81, 0x30, 0x81, 0x30], Array("010950110153000310A\u{1D}45B".utf8), Array("4233804\u{1D}8008201231".utf8),
    ]

    static var drawingSeeds: [[UInt8]] {
        let texts = [
            "4006381333931", "96385074", "036000291452", "01234565", "A40156B", "CARD-0815", "0815", "04006381333931",
            "010400638133393110LOT7\u{1D}21x", "Zürich", "Hello",
        ]
        return Symbology.allCases.indices.flatMap { kind in
            texts.enumerated().map { [UInt8(kind), UInt8($0.offset)] + Array($0.element.utf8) }
        }
    }
}
