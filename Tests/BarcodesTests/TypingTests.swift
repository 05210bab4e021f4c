// SPDX-License-Identifier: MIT
import Barcodes
import TestSupport
import Testing

@Suite struct TypingTests {
    @Test(arguments: [
        (Symbology.ean13, "4006381333931", "4006381333931"), (.ean13, "400638133393", "4006381333931"),
        (.ean13, " 4 006381-333931 ", "4006381333931"), (.ean8, "9638507", "96385074"), (.ean8, "96385074", "96385074"),
        (.upcA, "03600029145", "036000291452"), (.upcA, "0 36000 29145 2", "036000291452"),
        (.upcE, "123456", "01234565"),
        (.upcE, "0123456", "01234565"), (.upcE, "01234565", "01234565"), (.upcE, "012345000065", "01234565"),
        (.itf, "0815", "0815"),
        (.codabar, "40156", "A40156A"), (.codabar, "a40156b", "A40156B"), (.codabar, "*40156E", "C40156D"),
        (.code39, "*CARD-1*", "CARD-1"), (.code39, "Card$", "C+A+R+D/D"), (.code39, "A$1", "A$1"),
        (.code93, "Card 1", "Card 1"), (.code128, "Card 1", "Card 1"), (.dataBar, "0400638133393", "04006381333931"),
        (.dataBar, "(01)04006381333931", "04006381333931"), (.dataBar, "0104006381333931", "04006381333931"),
        (.dataBarExpanded, "(01)04006381333931(10)L(7)", "010400638133393110L(7)"), (.qr, " as it is ", " as it is "),
    ])
    func whatPeopleLeaveOutIsPutRight(symbology: Symbology, typed: String, held: String) throws {
        let symbol = try Symbol(typed: typed, as: symbology)
        #expect(symbol.bytes == Array(held.utf8))
        #expect(symbol.eci == nil)
    }

    @Test(arguments: [
        (Symbology.ean13, "4006381333932"), (.ean8, "96385075"), (.upcA, "036000291453"), (.upcE, "01234566"),
        (.dataBar, "04006381333932"),
    ])
    func aWrongCheckDigitIsOfferedAsCode128(symbology: Symbology, typed: String) {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: typed, as: symbology) }
        #expect(error?.code == .wrongCheckDigit)
        #expect(error?.alternatives == [.code128, .qr])
    }

    @Test(arguments: [
        (Symbology.ean13, "40063813339"), (.ean13, "400638133393A"), (.ean8, "12"), (.upcA, "1"), (.upcE, "21234565"),
        (.upcE, "036000291452"), (.itf, "12A4"), (.itf, "12345"), (.codabar, "A12"), (.codabar, "12;4"),
        (.code39, "Zürich"),
        (.code93, "Zürich"), (.code128, "東京"), (.dataBar, "12"), (.dataBarExpanded, "hello"),
    ])
    func whatDoesNotFitIsRefusedWithAnAlternative(symbology: Symbology, typed: String) {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: typed, as: symbology) }
        #expect(error?.code == .invalidInput)
        #expect(error?.alternatives.last == .qr)
    }

    /// K6: a zero before an odd number of digits makes another number, and whoever typed it must say that it is there.
    @Test func anOddNumberOfDigitsIsNoITF() {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: "12345", as: .itf) }
        #expect(error?.message.contains("012345") == true && error?.alternatives == [.code128, .qr])
    }

    /// K6: the digit that would be right is named.
    @Test func aWrongCheckDigitNamesTheRightOne() throws {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: "4006381333932", as: .ean13) }
        #expect(error?.message.contains("it would be 1.") == true)
        let typo = try #require(Symbology.mistyped(" 4 006381 333932"))
        #expect(typo.kind == .ean13 && typo.expected == "1")
        #expect(Symbology.mistyped("96385075")?.expected == "4")
        #expect(Symbology.mistyped("4006381333931") == nil && Symbology.mistyped("123456789") == nil)
    }

    /// K6. The digits are those of the GS1 General Specifications' own examples with the last one changed.
    @Test(arguments: [
        ("(01)09501101530004", "(01)", "3"), ("(00)006141411234567891", "(00)", "0"),
        ("(414)4226350800009", "(414)", "8"),
        ("(10)LOT7(02)09501101530004(37)5", "(02)", "3"),
    ])
    func aWrongCheckDigitOfAGS1ElementIsRefused(text: String, element: String, digit: String) {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: text, as: .code128, isGS1: true) }
        #expect(error?.code == .wrongCheckDigit)
        #expect(error?.message.contains("\(element) does not fit the others: it would be \(digit).") == true)
    }

    @Test(arguments: Symbology.allCases) func nothingIsNoCode(symbology: Symbology) {
        let error = #expect(throws: SymbolsError.self) { try Symbol(typed: " ", as: symbology) }
        #expect(error?.code == .empty)
    }

    @Test func aCharacterSetIsStatedOnlyWhereTheTextNeedsIt() throws {
        #expect(try Symbol(typed: "Zürich", as: .qr) == Symbol(.qr, Array("Zürich".utf8), eci: 26))
        #expect(try Symbol(typed: "Zürich", as: .aztec) == Symbol(.aztec, [0x5A, 0xFC] + Array("rich".utf8)))
        #expect(try Symbol(typed: "東京", as: .pdf417) == Symbol(.pdf417, Array("東京".utf8), eci: 26))
    }

    @Test(arguments: [
        ("4006381333931", [Symbology.ean13, .code128, .qr]), ("036000291452", [.upcA, .code128, .qr]),
        ("96385074", [.ean8, .code128, .qr]), ("4006381333932", [.code128, .qr]), ("Zürich", [.qr]), ("", []),
    ])
    func theMostLikelyKindIsSuggested(text: String, kinds: [Symbology]) {
        #expect(Symbology.suggestions(for: text) == kinds)
    }

    @Test func whatIsTypedIsCanonical() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            let text = String(
                (0..<Int.random(in: 0...16, using: &random)).map { _ in
                    "0123456789ABCDabc*+-$ ()é".randomElement(using: &random) ?? "0"
                })
            for symbology in Symbology.allCases {
                do {
                    try Symbol(typed: text, as: symbology).check()
                } catch let error as SymbolsError {
                    #expect(!error.alternatives.contains(symbology), "\(text) as \(symbology)")
                }
            }
        }
    }
}
