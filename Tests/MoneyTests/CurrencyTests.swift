// SPDX-License-Identifier: MIT
import Money
import Testing

struct CurrencyTests {
    @Test(arguments: [
        ("USD", 840, 2), ("EUR", 978, 2), ("JPY", 392, 0), ("KRW", 410, 0), ("ISK", 352, 0), ("VND", 704, 0),
        ("UYI", 940, 0),
        ("BHD", 48, 3), ("KWD", 414, 3), ("TND", 788, 3), ("IQD", 368, 3), ("CLF", 990, 4), ("UYW", 927, 4),
        ("CLP", 152, 0),
        ("MGA", 969, 2), ("MRU", 929, 2), ("HUF", 348, 2), ("CHE", 947, 2), ("XCG", 532, 2), ("ZWG", 924, 2),
        ("XAD", 396, 2),
    ])
    func listedCurrenciesHaveTheirNumberAndDigits(code: String, numeric: UInt16, minorDigits: Int) throws {
        let currency = try Currency(code: code)
        #expect(currency.code == code)
        #expect(currency.numeric == numeric)
        #expect(currency.minorDigits == minorDigits)
        #expect(try Currency(numeric: numeric) == currency)
        #expect(try Currency(code: code.lowercased()) == currency)
    }

    @Test(arguments: ["", "US", "USDX", "XXX", "XTS", "XAU", "DEM", "HRK", "BGN", "ANG", "$", "ＵＳＤ"])
    func whatIsNoPayableCurrencyIsUnknown(code: String) {
        let error = #expect(throws: MoneyError.self) { try Currency(code: code) }
        #expect(error?.code == .unknownCurrency)
    }

    @Test(arguments: [0, 999, 963, 959, 1000, .max] as [UInt16])
    func anUnlistedNumberIsUnknown(numeric: UInt16) {
        #expect(throws: MoneyError.self) { try Currency(numeric: numeric) }
    }

    @Test func theListHasNoDoublesAndIsInOrder() {
        #expect(Currency.all.count == 165)
        #expect(Set(Currency.all.map(\.code)).count == 165)
        #expect(Set(Currency.all.map(\.numeric)).count == 165)
        #expect(Currency.all.map(\.code) == Currency.all.map(\.code).sorted())
        #expect(Currency.all.allSatisfy { $0.code.count == 3 && 0...4 ~= $0.minorDigits })
    }

    @Test func aMajorUnitHasAPowerOfTenMinorUnits() throws {
        #expect(try Currency(code: "JPY").minorUnitsPerMajor == 1)
        #expect(try Currency(code: "USD").minorUnitsPerMajor == 100)
        #expect(try Currency(code: "CLF").minorUnitsPerMajor == 10_000)
    }
}
