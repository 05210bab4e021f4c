// SPDX-License-Identifier: MIT
import Money
import TestSupport
import Testing

struct AmountParsingTests {
    @Test(arguments: [
        ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("12,50", 1250), ("12,5", 1250), ("0", 0), ("0.05", 5),
        (".50", 50),
        (",5", 50), ("007", 700), ("1,234.50", 123_450), ("1.234,50", 123_450), ("1'234.50", 123_450),
        ("1’234,50", 123_450),
        ("1 234.50", 123_450), ("1\u{A0}234,50", 123_450), ("1\u{202F}234", 123_400), ("1'234", 123_400),
        ("1,234,567", 123_456_700), ("1.234.567", 123_456_700), ("1,234,567.8", 123_456_780),
        ("1.234.567,89", 123_456_789),
        ("12.50 USD", 1250), (" 12.50 USD ", 1250), ("USD 12.50", 1250), ("usd12.50", 1250), ("12.50usd", 1250),
        ("$12.50", 1250), ("$ 12.50", 1250), ("12.50$", 1250), ("US$12.50", 1250), ("$.50", 50), ("$1,234.50", 123_450),
        ("1234.50", 123_450), ("1234,5", 123_450), ("92233720368547758.07", Int64.max),
    ])
    func whatPeopleTypeIsRead(text: String, minorUnits: Int64) throws {
        #expect(try Amount(parsing: text, currency: Currency(code: "USD")).minorUnits == minorUnits)
    }

    @Test(arguments: [
        ("JPY", "1500", 1500), ("JPY", "1,500", 1500), ("JPY", "1.500", 1500), ("JPY", "¥1,500", 1500),
        ("JPY", "15 00", nil),
        ("JPY", "1,500,000", 1_500_000), ("BHD", "12.500", 12_500), ("BHD", "1.234", 1234), ("BHD", "12.5", 12_500),
        ("BHD", "12,5", 12_500), ("BHD", "1,234.500", 1_234_500), ("CLF", "1.2345", 12_345), ("CLF", "0,0001", 1),
        ("EUR", "12,50 €", 1250), ("EUR", "€12.50", 1250), ("CHF", "Fr 12.50", 1250), ("PLN", "12,50 zł", 1250),
        ("MXN", "$12.50", 1250), ("GBP", "£1,234.50", 123_450),
    ])
    func eachCurrencyHasItsDecimals(code: String, text: String, minorUnits: Int64?) throws {
        let currency = try Currency(code: code)
        guard let minorUnits else {
            #expect(throws: MoneyError.self) { try Amount(parsing: text, currency: currency) }
            return
        }
        #expect(try Amount(parsing: text, currency: currency).minorUnits == minorUnits)
    }

    @Test(arguments: [
        ("", MoneyError.Code.malformed), (" ", .malformed), ("abc", .malformed), (".", .malformed), ("12.", .malformed),
        ("12,", .malformed), ("1..2", .malformed), ("1,2,3", .malformed), ("1,23,456", .malformed),
        ("12,34.50", .malformed),
        ("1,234.567.890", .malformed), ("1.234,567,890", .malformed), ("1'234 567.00", .malformed), ("1 2", .malformed),
        ("1x234", .malformed), ("12 50 USD", .malformed), ("1e5", .malformed), ("0x10", .malformed), ("+5", .malformed),
        ("٣", .malformed), ("1\u{301}", .malformed), ("12\u{301}5", .malformed), ("１２", .malformed),
        ("$12.50 USD", .malformed), ("12..50", .malformed), ("USD", .malformed),
        ("NaN", .malformed), ("∞", .malformed), ("12.50 foo", .malformed), ("1''234", .malformed), ("'234", .malformed),
        ("12.505", .malformed), ("1,234", .malformed), ("1.234", .malformed), ("100.000", .malformed),
        ("-5", .negative), ("−5", .negative), ("$-5", .negative), ("5-", .negative), ("-$5", .negative),
        ("0.125", .tooPrecise), ("1234.567", .tooPrecise), ("1,234.567", .tooPrecise), ("12.5000", .tooPrecise),
        (".005", .tooPrecise), ("12.50 EUR", .currencyMismatch), ("€12.50", .currencyMismatch),
        ("JPY 5", .currencyMismatch),
        ("92233720368547758.08", .overflow), ("99999999999999999999999999", .overflow),
        (String(repeating: "1", count: 65), .malformed),
    ])
    func whatCannotBeReadForCertainIsRefused(text: String, code: MoneyError.Code) throws {
        let currency = try Currency(code: "USD")
        let error = #expect(throws: MoneyError.self) { try Amount(parsing: text, currency: currency) }
        #expect(error?.code == code, "\(error?.description ?? "")")
    }

    @Test func decimalsOfACurrencyWithoutAnyAreTooPrecise() throws {
        let yen = try Currency(code: "JPY")
        for text in ["1.5", "1,50", "0.500", "1234.500"] {
            let error = #expect(throws: MoneyError.self) { try Amount(parsing: text, currency: yen) }
            #expect(error?.code == .tooPrecise)
        }
    }

    @Test func anAmbiguousAmountNamesBothReadings() throws {
        let error = try #require(throws: MoneyError.self) {
            try Amount(parsing: "1,234", currency: Currency(code: "USD"))
        }
        #expect(error.message.contains("1234") && error.message.contains("1.234"))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func whatIsPrintedIsReadBackInEveryCurrency(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for currency in Currency.all {
            let bits = UInt64.random(in: 1...63, using: &generator)
            let amount = Amount(minorUnits: Int64(generator.next() >> (64 - bits)), currency: currency)
            #expect(try Amount(parsing: amount.decimalText, currency: currency) == amount, "seed \(seed)")
            #expect(try Amount(parsing: amount.formatted, currency: currency) == amount, "seed \(seed)")
            #expect(try Amount(decimalText: amount.decimalText, currency: currency) == amount, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func noTypedTextTrapsOrGivesANegativeAmount(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let alphabet = Array("0123456789.,.,'’ $€-USDx\u{A0}\u{301}")
        for _ in 0..<50 {
            let text = String(
                (0..<Int.random(in: 0..<14, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "0"
                })
            let currency = Currency.all.randomElement(using: &generator) ?? Currency.all[0]
            do {
                #expect(try !Amount(parsing: text, currency: currency).isNegative, "seed \(seed): \(text)")
            } catch is MoneyError {}
        }
    }
}
