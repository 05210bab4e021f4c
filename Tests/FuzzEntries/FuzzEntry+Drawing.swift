// SPDX-License-Identifier: MIT
import Codes
import Symbols

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
