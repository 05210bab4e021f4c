// SPDX-License-Identifier: MIT
import Codes
import Barcodes
import TestSupport
import Testing

/// Every kind of code, drawn by libzint and read by ours and libzxing: the same symbol, byte for byte.
@Suite struct KindTests {
    private let reader: CodeReader

    init() throws { reader = try CodeReader.besideThisProgram() }

    static let symbols: [Symbol] = [
        Symbol(.aztec, Array("Boarding pass 17".utf8)),
        Symbol(.codabar, Array("A40156B".utf8)),
        Symbol(.code39, Array("CODE 39-$".utf8)),
        Symbol(.code93, Array("Code 93".utf8)),
        Symbol(.code128, Array("Kundenkarte 0815".utf8)),
        Symbol(.code128, Array("0112345678901231".utf8), isGS1: true),
        Symbol(.dataBar, Array("01234567890128".utf8)),
        Symbol(.dataBarExpanded, Array("0198898765432106320201234515991231".utf8)),
        Symbol(.dataMatrix, Array("Ticket 4711".utf8)),
        Symbol(.ean8, Array("96385074".utf8)),
        Symbol(.ean13, Array("4006381333931".utf8)),
        Symbol(.itf, Array("0012345678".utf8)),
        Symbol(.maxiCode, Array("MAXI CODE".utf8)),
        Symbol(.pdf417, Array("A ticket with a longer text than others".utf8)),
        Symbol(.qr, Array("https://example.org/7".utf8)),
        Symbol(.qr, Array("Größe".utf8), eci: 26),
        Symbol(.qr, [0x00, 0xFF, 0x80, 0x41, 0x0A]),
        Symbol(.qr, Array("0112345678901231".utf8), isGS1: true),
        Symbol(.upcA, Array("036000291452".utf8)),
        Symbol(.upcE, Array("04252614".utf8)),
    ]

    @Test(arguments: symbols) func whatIsDrawnIsReadAsTheSameKind(symbol: Symbol) throws {
        let found = try reader.session().read(image: symbol.drawn().png(scale: 4), name: "drawn")
        #expect(found.map { $0.symbol.plain } == [symbol.plain])
        #expect(found.first?.corners.count == 4)
        #expect(found.first?.isInverted == false)
    }

    /// What is said of short codes is what happens to them.
    @Test(arguments: ["12", "1234", "123456", "A1A", "A12A", "A123A"])
    func aCodeIsPassedOverExactlyWhereThatIsSaid(text: String) throws {
        let symbol = Symbol(text.hasPrefix("A") ? .codabar : .itf, Array(text.utf8))
        let image = try symbol.drawn().png(scale: 4)
        do {
            let found = try reader.session().read(image: image, name: "drawn")
            #expect(found.map { $0.symbol.plain } == [symbol] && symbol.readingAdvice == nil)
        } catch let error as CodesError {
            #expect(error.code == .noCode && symbol.readingAdvice != nil)
        }
    }

    static let separated: [[UInt8]] = [
        [0x1D], [0x1D, 0x1D], Array("\u{1D}10ABC".utf8), Array("\u{1D}0112345678901231".utf8),
        Array("\u{1D}a".utf8) + [0x80, 0xFF], Array("\u{1D}".utf8) + [UInt8](repeating: 0x90, count: 20),
        Array("A\u{1D}10ABC".utf8), Array("12\u{1D}10ABC".utf8), Array("ab\u{1D}cd".utf8),
    ]

    /// The byte that separates elements of GS1 is no mark of GS1 where it comes first in other data.
    @Test(arguments: [Symbology.aztec, .code128, .dataMatrix, .pdf417, .qr], separated)
    func aSeparatorAmongTheFirstBytesIsReadAsItIsOrNotAtAll(symbology: Symbology, bytes: [UInt8]) throws {
        let symbol = Symbol(symbology, bytes)
        let image = try symbol.drawn().png(scale: 4)
        do {
            let found = try reader.session().read(image: image, name: "drawn")
            #expect(found.map { $0.symbol.plain } == [symbol])
        } catch let error as CodesError {
            #expect(error.code == .noCode)
        }
    }

    @Test func anAztecCodeTellsASeparatorFromTheMarkOfGS1() throws {
        for symbol in [
            Symbol(.aztec, Array("10ABC".utf8), isGS1: true), Symbol(.aztec, Array("\u{1D}10ABC".utf8)),
            Symbol(.aztec, Array("\u{1D}a".utf8) + [0x80, 0xFF]),
        ] {
            let found = try reader.session().read(image: symbol.drawn().png(scale: 4), name: "drawn")
            #expect(found.map { $0.symbol.plain } == [symbol])
        }
    }

    /// K1: some encoders change to digits before the mark, as zint of 2026 did in this code.
    @Test func anAztecCodeMayChangeItsTableBeforeTheMarkOfGS1() throws {
        let drawing = CharacterSetTests.Drawing(
            kind: "aztec", sections: [],
            rows: [
                "...##..###..#..", "###.###.###.###", "####.....##.##.", "..###########.#", "...#.......#.#.",
                "..##.#####.##.#", ".###.#...#.####", "...#.#.#.#.####", "...#.#...#.##..", ".#.#.#####.####",
                ".###.......#.#.", ".#.##########.#", "##..####.##...#", "#####..####....", ".##.#......#...",
            ])
        let found = try reader.session().read(image: drawing.picture.file, name: "drawing", kinds: [.aztec])
        #expect(found.map { $0.symbol.plain } == [Symbol(.aztec, Array("99a".utf8), isGS1: true)])
        #expect(found.first?.symbol.text == "(99)a")
    }
}

extension Symbol {
    /// Without the redundancy, which the drawing chose.
    var plain: Symbol { Symbol(symbology, bytes, eci: eci, isGS1: isGS1) }
}
