// SPDX-License-Identifier: MIT
import Money
import Testing

@Suite struct ExchangeTests {
    private func amount(_ units: Int64, _ code: String) throws -> Amount {
        Amount(minorUnits: units, currency: try Currency(code: code))
    }

    @Test func aRateIsReadExactlyAndWrittenShortest() throws {
        let rate = try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5%")
        #expect(rate.billionths == 1_085_000_000 && rate.spread == 5_000)
        #expect(rate.description == "EUR/USD 1.085 ± 0.5 %")
        #expect(try ExchangeRate(pair: "USD/JPY", rate: "150", spread: "0").text == "150")
        #expect(try ExchangeRate(pair: "JPY/USD", rate: "0.000000001", spread: "49.9999").text == "0.000000001")
    }

    @Test(arguments: [
        ("EURUSD", "1", "0"), ("EUR/EUR", "1", "0"), ("EUR/XYZ", "1", "0"), ("EUR/USD", "0", "0"),
        ("EUR/USD", "-1", "0"),
        ("EUR/USD", "1.", "0"), ("EUR/USD", ".5", "0"), ("EUR/USD", "1.0000000001", "0"), ("EUR/USD", "1,5", "0"),
        ("EUR/USD", "1e3", "0"), ("EUR/USD", "1000000.1", "0"), ("EUR/USD", "1", "50"), ("EUR/USD", "1", "-1"),
        ("EUR/USD", "", "0"), ("EUR/USD", "1.5.1", "0"), ("EUR/USD", "٣", "0"),
    ])
    func whatIsNoRateIsRefused(pair: String, rate: String, spread: String) {
        #expect(throws: MoneyError.self) { try ExchangeRate(pair: pair, rate: rate, spread: spread) }
    }

    @Test func bothSidesAreRoundedAgainstTheCustomerByLessThanOneMinorUnit() throws {
        let rate = try ExchangeRate(pair: "EUR/USD", rate: "1.0850", spread: "0.5")
        // 10.01 * 1.085 * 0.995 = 10.806 545 75
        let sold = try rate.exchange(giving: try amount(1_001, "EUR"))
        #expect(try sold.get == amount(1_080, "USD") && sold.rounding == 654_575)
        // 10.00 / (1.085 * 1.005) = 9.170 736 ...
        let bought = try rate.exchange(giving: try amount(1_000, "USD"))
        #expect(try bought.get == amount(917, "EUR") && bought.rounding == 73_618)
        // 10.00 * 1.085 * 1.005 = 10.904 25
        let wanted = try rate.exchange(getting: try amount(1_000, "EUR"))
        #expect(try wanted.give == amount(1_091, "USD") && wanted.rounding == 575_000)
    }

    @Test func currenciesOfOtherDecimalsConvert() throws {
        let yen = try ExchangeRate(pair: "USD/JPY", rate: "150.25", spread: "0")
        #expect(try yen.exchange(giving: try amount(1_000, "USD")).get == amount(1_502, "JPY"))
        let dinar = try ExchangeRate(pair: "BHD/JPY", rate: "400", spread: "0")
        #expect(try dinar.exchange(giving: try amount(1, "JPY")).get == amount(2, "BHD"))
    }

    @Test func nothingIsNeverTurnedIntoSomethingNorTooMuchIntoAnything() throws {
        let rate = try ExchangeRate(pair: "USD/JPY", rate: "150", spread: "1")
        #expect(throws: MoneyError.self) {
            try rate.exchange(giving: try amount(1, "JPY").subtracting(amount(1, "JPY")))
        }
        #expect(throws: MoneyError.self) { try rate.exchange(giving: try amount(-5, "JPY")) }
        #expect(throws: MoneyError.self) { try rate.exchange(giving: try amount(5, "EUR")) }
        #expect(throws: MoneyError.self) { try rate.exchange(getting: try amount(5, "EUR")) }
        let cheap = try ExchangeRate(pair: "JPY/USD", rate: "0.000001", spread: "0")
        #expect(throws: MoneyError.self) { try cheap.exchange(giving: try amount(1, "JPY")) }
        #expect(throws: MoneyError.self) { try cheap.exchange(getting: try amount(.max, "USD")) }
        let dear = try ExchangeRate(pair: "BHD/CLF", rate: "1000000", spread: "0")
        #expect(throws: MoneyError.self) { try dear.exchange(giving: try amount(.max, "BHD")) }
    }

    /// Whoever converts there and back, or asks by either side, never gains.
    @Test func goingInCirclesNeverGains() throws {
        var state: UInt64 = 7
        func next(_ bound: UInt64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % bound)
        }
        let codes = ["EUR", "USD", "JPY", "BHD", "CLF"]
        for _ in 0..<5_000 {
            let base = codes[Int(next(5))]
            let counter = codes.filter { $0 != base }[Int(next(4))]
            let rate = try ExchangeRate(
                base: try Currency(code: base), counter: try Currency(code: counter),
                billionths: 1 + next(5_000_000_000),
                spread: next(100_000))
            let give = try amount(1 + next(1_000_000_000), next(2) == 0 ? base : counter)
            do {
                let there = try rate.exchange(giving: give)
                #expect(0..<1_000_000 ~= there.rounding)
                #expect(try rate.exchange(getting: there.get).give.minorUnits <= give.minorUnits)
                #expect(try rate.exchange(giving: there.get).get.minorUnits <= give.minorUnits)
            } catch let error as MoneyError where error.code == .malformed {
                // Too little to bring anything.
            }
        }
    }
}
