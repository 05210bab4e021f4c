// SPDX-License-Identifier: MIT
import FoundationEssentials
import Money
import TestSupport
import Testing

struct AmountTests {
    private static func usd(_ minorUnits: Int64) throws -> Amount {
        Amount(minorUnits: minorUnits, currency: try Currency(code: "USD"))
    }

    private static func eur(_ minorUnits: Int64) throws -> Amount {
        Amount(minorUnits: minorUnits, currency: try Currency(code: "EUR"))
    }

    @Test(arguments: [
        (0, "0.00"), (5, "0.05"), (-5, "-0.05"), (1250, "12.50"), (-1250, "-12.50"), (.min, "-92233720368547758.08"),
    ])
    func allDecimalsAreShown(minorUnits: Int64, text: String) throws {
        #expect(try Self.usd(minorUnits).decimalText == text)
        #expect(try Self.usd(minorUnits).formatted == text + " USD")
        #expect(try Amount(decimalText: text, currency: Currency(code: "USD")) == Self.usd(minorUnits))
    }

    @Test func currenciesWithoutOrWithMoreDecimalsAreShownSo() throws {
        #expect(try Amount(minorUnits: 1500, currency: Currency(code: "JPY")).formatted == "1500 JPY")
        #expect(try Amount(minorUnits: 1, currency: Currency(code: "BHD")).formatted == "0.001 BHD")
        #expect(try Amount(minorUnits: 12_345, currency: Currency(code: "CLF")).formatted == "1.2345 CLF")
    }

    @Test(arguments: [
        "", "-", "12", "12.5", "12.500", "012.50", "-0.00", "+1.00", "1,00", " 1.00", "1.00 ", ".50", "1.-5", "--1.00",
        "1e1.00",
    ])
    func textForMachinesHasOneForm(text: String) throws {
        let currency = try Currency(code: "USD")
        #expect(throws: MoneyError.self) { try Amount(decimalText: text, currency: currency) }
    }

    @Test func sumsBeyondTheRangeOverflow() throws {
        for (left, right) in try [(Self.usd(.max), Self.usd(1)), (Self.usd(.min), Self.usd(-1))] {
            let error = #expect(throws: MoneyError.self) { try left.adding(right) }
            #expect(error?.code == .overflow)
        }
        #expect(throws: MoneyError.self) { try Self.usd(.min).subtracting(Self.usd(1)) }
        #expect(throws: MoneyError.self) { try Self.usd(.min).negated }
        #expect(throws: MoneyError.self) { try Amount(units: .max, currency: Currency(code: "USD")) }
        #expect(try Self.usd(.max).negated == Self.usd(-.max))
    }

    @Test func twoCurrenciesNeverMeet() throws {
        for body in [
            { _ = try Self.usd(1).adding(Self.eur(1)) }, { _ = try Self.usd(1).subtracting(Self.eur(1)) },
            { _ = try Self.usd(1).isLess(than: Self.eur(2)) }, { _ = try Self.usd(1).isAtLeast(Self.eur(1)) },
        ] as [() throws -> Void] {
            let error = #expect(throws: MoneyError.self) { try body() }
            #expect(error?.code == .currencyMismatch)
        }
        #expect(try Self.usd(1) != Self.eur(1))
    }

    @Test func unitsOnTheWireAreNeverNegative() throws {
        #expect(try Self.usd(7).units == 7)
        #expect(try Amount(units: 7, currency: Currency(code: "USD")) == Self.usd(7))
        let error = #expect(throws: MoneyError.self) { try Self.usd(-7).units }
        #expect(error?.code == .negative)
    }

    @Test func orderAndSignAreThoseOfTheNumber() throws {
        #expect(try Self.usd(1).isLess(than: Self.usd(2)) && Self.usd(2).isAtLeast(Self.usd(2)))
        #expect(try Self.usd(0).isZero && Self.usd(1).isPositive && Self.usd(-1).isNegative)
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func arithmeticObeysItsLawsOrThrows(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let shift = Int64.random(in: 0..<20, using: &generator)
        for _ in 0..<50 {
            let numbers = (0..<3).map { _ in Int64(bitPattern: generator.next()) >> shift }
            let (a, b, c) = try (Self.usd(numbers[0]), Self.usd(numbers[1]), Self.usd(numbers[2]))
            do {
                #expect(try a.adding(b) == b.adding(a))
                #expect(try a.adding(b).subtracting(b) == a)
                #expect(try a.subtracting(b) == a.adding(b.negated))
                #expect(try a.adding(b).adding(c) == a.adding(b.adding(c)))
            } catch let error as MoneyError {
                #expect(error.code == .overflow, "seed \(seed)")
            }
        }
    }

    @Test func jsonHoldsTextAndCode() throws {
        let data = try JSONEncoder().encode(Self.usd(1250))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""value":"12.50""#) && text.contains(#""currency":"USD""#))
        #expect(try JSONDecoder().decode(Amount.self, from: data) == Self.usd(1250))
        #expect(try JSONDecoder().decode([Amount].self, from: JSONEncoder().encode([Self.eur(-5)])) == [Self.eur(-5)])
    }

    @Test(arguments: [
        "{}", #"{"value":"12.50"}"#, #"{"currency":"USD"}"#, #"{"value":12.5,"currency":"USD"}"#, #""12.50 USD""#,
        #"{"value":"12.5","currency":"USD"}"#, #"{"value":"12.50","currency":"usd"}"#,
        #"{"value":"12.50","currency":"XXX"}"#,
        #"{"value":"12.50","currency":"JPY"}"#, #"{"value":"12.50","currency":"USD","scale":2}"#, "null",
        #"{"value":null,"currency":"USD"}"#, #"{"value":"1e3","currency":"JPY"}"#, #"{"value":"12.50","currency":840}"#,
    ])
    func jsonOfAnotherFormIsRefused(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(Amount.self, from: Data(text.utf8)) }
    }
}
