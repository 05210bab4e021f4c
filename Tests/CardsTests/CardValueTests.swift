// SPDX-License-Identifier: MIT
import Cards
import Money
import Testing

struct CardColourTests {
    @Test(arguments: ["#007AFF", "#ffffff", "000000", "#a1B2c3"])
    func aColourIsReadAndWritten(_ text: String) {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        #expect(CardColour(hex: text)?.hex == "#" + digits.uppercased())
    }

    @Test(arguments: ["", "#", "#12345", "#1234567", "#12345G", "##12345", "red", "#12 456"])
    func whatIsNoColourIsNothing(_ text: String) {
        #expect(CardColour(hex: text) == nil)
    }

    @Test func theStandardColourIsTheBlueOfVersionOne() {
        #expect(CardColour.standard.hex == "#007AFF")
        #expect(!CardColour.standard.isLight && CardColour(red: 255, green: 255, blue: 0).isLight)
    }
}

struct CardBalanceTests {
    @Test(arguments: [
        ("12.50", "12.5"), ("0", "0"), ("-0.00", "0"), ("+7", "7"), ("007.10", "7.1"), (".5", "0.5"), ("5.", "5"),
        ("1E+3", "1000"), ("125e-2", "1.25"), ("-1.5E-3", "-0.0015"), ("0E-8", "0"), ("12.345e1", "123.45"),
        ("99999999999999999999999999.01", "99999999999999999999999999.01"),
    ])
    func aNumberHasOneForm(_ text: String, _ canonical: String) throws {
        #expect(try CardBalance(text).text == canonical)
    }

    @Test(arguments: ["", "-", ".", "1,5", "1.2.3", "1e", "e5", "1e100", "1e--1", " 1", "0x10", "1e80", "١", "1e+-1"])
    func whatIsNoNumberIsRefused(_ text: String) {
        #expect(throws: CardsError.self) { try CardBalance(text) }
    }

    @Test func aBalanceIsShownWithTheDecimalsOfItsCurrency() throws {
        #expect(try CardBalance("12.5", currency: Currency(code: "EUR")).shown == "12.50 EUR")
        #expect(try CardBalance("12", currency: Currency(code: "JPY")).shown == "12 JPY")
        #expect(try CardBalance("1.2345", currency: Currency(code: "EUR")).shown == "1.2345 EUR")
        #expect(try CardBalance("120").shown == "120")
    }
}
