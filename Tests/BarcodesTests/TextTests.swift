// SPDX-License-Identifier: MIT
import Barcodes
import Testing

@Suite struct TextTests {
    @Test(
        arguments: [
            (nil, [0x5A, 0xC3, 0xBC], "Zü"), (nil, [0x5A, 0xFC], "Zü"), (26, [0x5A, 0xC3, 0xBC], "Zü"),
            (3, [0x5A, 0xC3, 0xBC], "ZÃ¼"), (20, [0x93, 0x8C, 0x8B, 0x9E, 0xB1, 0x41], "東京ｱA"),
            (25, [0x67, 0x71, 0x4E, 0xAC], "東京"), (7, [0xBC, 0xD8, 0xE0], "Мир"), (22, [0xCC, 0xE8, 0xF0], "Мир"),
            (17, [0xA4], "€"), (23, [0x80], "€"), (9, [0xE1], "α"), (13, [0xA1], "ก"), (4, [0xA3], "Ł"),
        ] as [(Int?, [UInt8], String)])
    func theStatedCharacterSetDecides(eci: Int?, bytes: [UInt8], text: String) {
        #expect(Symbol(.qr, bytes, eci: eci).text == text)
    }

    @Test func bytesThatAreNotOfTheStatedCharacterSetAreShownAllTheSame() {
        #expect(Symbol(.qr, [0xFC], eci: 26).text == "ü")
        #expect(Symbol(.qr, [0x81], eci: 20).text == "\u{81}")
        #expect(Symbol(.qr, [0x41], eci: 999).text == "A")
    }

    @Test func elementsOfGS1AreShownWithTheirIdentifiers() throws {
        let written = "(01)04006381333931(10)LOT7(21)x"
        let symbol = try Symbol(typed: written, as: .code128, isGS1: true)
        #expect(symbol.bytes == Array("010400638133393110LOT7\u{1D}21x".utf8))
        #expect(symbol.text == written)
    }

    /// 95 01101 53000 3 is a number, and no element (09)50….
    @Test func theNumberOfDataBarHasNoIdentifier() throws {
        let symbol = Symbol(.dataBar, Array("09501101530003".utf8))
        #expect(symbol.text == "09501101530003")
        #expect(try Symbol(typed: symbol.text, as: .dataBar) == symbol)
        #expect(try Symbol(typed: "(01)09501101530003", as: .dataBar) == symbol)
    }

    static let noLists = [
        "45ABC", "0409501101530003AB", "18301231", "12AB1231", "42012345678901234567890123", "8005123", "37ABC",
        "422ABC", "42312345", "7007123", "43211A", "10A\u{1D}04123", "8006123456789012310A02", "30\u{1D}10A",
    ]

    @Test(arguments: [Symbology.code128, .dataMatrix, .qr, .aztec, .dataBarExpanded], noLists)
    func whatGS1DidNotAssignHasNoIdentifiers(symbology: Symbology, data: String) {
        #expect(Symbol(symbology, Array(data.utf8), isGS1: true).text == data)
    }

    @Test(
        arguments: [
            ("253950110153000112345", "(253)950110153000112345"), ("4233804", "4233804"), ("423380400", "(423)380400"),
            ("3103001250", "(3103)001250"), ("7007201231210131", "(7007)201231210131"), ("7011201231", "(7011)201231"),
            ("70112012312359", "(7011)2012312359"), ("3922150\u{1D}10A", "(3922)150(10)A"), ("99x", "(99)x"),
            ("7230AB1", "(7230)AB1"), ("8008201231", "8008201231"),
            ("800820123108", "(8008)20123108"), ("7256Ann", "(7256)Ann"), ("8030a-b_c=", "(8030)a-b_c="),
        ])
    func valuesHaveTheFormOfTheirIdentifier(data: String, text: String) {
        #expect(Symbol(.qr, Array(data.utf8), isGS1: true).text == text)
    }

    @Test(arguments: ["01123", "0104006381333931\u{1D}10A", "10A\u{1D}", "10", "1", "AB12", "10[1]", "\u{1D}10A"])
    func whatIsNoElementStringIsNone(text: String) {
        #expect(GS1.elements(Array(text.utf8)) == nil)
    }

    @Test(arguments: ["(01)123", "(10", "()", "(1)2", "(10)", "(AB)12"])
    func whatOnlyLooksLikeElementsIsRefused(text: String) {
        #expect(GS1.bytes(typed: text) == nil)
    }
}
