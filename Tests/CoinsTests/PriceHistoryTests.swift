// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import Synchronization
import Testing

struct PriceHistoryTests {
    private static let dollar = try? Currency(code: "USD")

    private func amount(_ minorUnits: Int64) throws -> Amount {
        Amount(minorUnits: minorUnits, currency: try #require(Self.dollar))
    }

    /// A wallet whose source of series says this.
    private func history(
        _ points: [(ago: UInt64, minorUnits: Int64)], over span: PriceSpan = .week
    ) throws -> PriceHistory? {
        let fixture = try CoinFixture()
        let now = fixture.time
        let prices = try points.map { PricePoint(time: now - $0.ago, price: try amount($0.minorUnits)) }
        fixture.prices = PriceSource(
            price: { _, _ in throw CoinsError(.unreachable, "") }, series: { _, _, _, _ in prices })
        try fixture.reopen()
        return try fixture.wallet.priceHistory(of: .bitcoin, over: span)
    }

    @Test func aSeriesIsSortedAndSummedUp() throws {
        let found = try #require(try history([(10, 11_000), (86_400, 9_000), (600_000, 10_000), (700_000, 1)]))
        #expect(found.points.map(\.price.minorUnits) == [10_000, 9_000, 11_000])
        #expect(found.lowest.price.minorUnits == 9_000 && found.highest.price.minorUnits == 11_000)
        #expect(found.changeInTenthsOfPercent == 100 && found.origin == .source && found.refusal == nil)
        #expect(found.points.map { found.place(of: $0).y } == [500, 0, 1_000])
        #expect(found.place(of: found.first).x == 0 && found.place(of: found.last).x == 1_000)
    }

    @Test(
        arguments: [
            (Int64(1_000), Int64(1_034), 34), (1_000, 966, -34), (3, 2, -333), (1, 3, 2_000), (1, .max, nil),
            (.max, 1, -999), (.max, .max, 0), (5, 5, 0),
        ] as [(Int64, Int64, Int?)])
    func changesAreExactAndAbsurdOnesAreNone(from: Int64, to: Int64, tenths: Int?) throws {
        let found = try #require(try history([(100, from), (1, to)]))
        #expect(found.changeInTenthsOfPercent == tenths)
        for point in found.points { #expect(0...1_000 ~= found.place(of: point).y) }
    }

    @Test func aLongSeriesKeepsItsPeaksInFewPoints() throws {
        var points = (0..<50_000).map { (ago: UInt64($0), minorUnits: Int64(5_000 + $0 % 7)) }
        points[31_417].minorUnits = 99_999
        points[7].minorUnits = 3
        let found = try #require(try history(points, over: .day))
        #expect(found.points.count <= 250)
        #expect(found.points.contains(found.highest) && found.points.contains(found.lowest))
        #expect(found.highest.price.minorUnits == 99_999 && found.lowest.price.minorUnits == 3)
        #expect(zip(found.points, found.points.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test func withoutASeriesThePricesThatWereSeenAreDrawn() throws {
        let fixture = try CoinFixture()
        let price = Box(6_000_000)
        fixture.prices = PriceSource { _, currency in
            guard price.value > 0 else { throw CoinsError(.unreachable, "Nobody answers.") }
            return Amount(minorUnits: price.value, currency: currency)
        }
        try fixture.reopen()
        for day in 0..<20 {
            price.value = 6_000_000 + Int64(day) * 1_000
            for _ in 0..<60 {
                _ = try fixture.wallet.priceHistory(of: .bitcoin, over: .day)
                fixture.time += 120
            }
            fixture.time += 79_200
        }
        price.value = 0
        try fixture.reopen()
        let month = try #require(try fixture.wallet.priceHistory(of: .bitcoin, over: .month))
        #expect(month.origin == .seen && month.refusal?.code == .unreachable)
        #expect(month.first.price.minorUnits == 6_000_000 && month.last.price.minorUnits == 6_019_000)
        // About one each half hour of the two hours a day.
        #expect((100...140).contains(month.points.count), "\(month.points.count)")
        let week = try #require(try fixture.wallet.priceHistory(of: .bitcoin, over: .week))
        #expect(week.first.price.minorUnits > 6_010_000)
        let error = #expect(throws: CoinsError.self) { try fixture.wallet.priceHistory(of: .ether, over: .week) }
        #expect(error?.code == .unreachable)
    }

    @Test func aLostSourceLeavesWhatWasSeen() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin(.bitcoin)
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 100_000, on: .bitcoin)
        let isDown = Box(0)
        fixture.prices = PriceSource(
            price: { _, currency in
                guard isDown.value == 0 else { throw CoinsError(.unreachable, "Down.") }
                return Amount(minorUnits: 6_000_000, currency: currency)
            }, series: { _, _, _, _ in throw CoinsError(.lyingServer, "Nonsense.") })
        try fixture.reopen()
        #expect(try fixture.wallet.balances(of: account.id).balances.first?.worth?.minorUnits == 6_000)
        isDown.value = 1
        try fixture.reopen()
        // What was seen within a day says what is known; who asks anew learns that nobody answers.
        #expect(
            try fixture.wallet.balances(of: account.id, refreshing: false).balances.first?.worth?.minorUnits == 6_000)
        #expect(try fixture.wallet.priceHistory(of: .bitcoin, over: .day)?.refusal?.code == .lyingServer)
        fixture.time += 90_000
        try fixture.reopen()
        #expect(try fixture.wallet.balances(of: account.id, refreshing: false).balances.first?.worth == nil)
    }

    @Test func aPriceIsAskedOnceAMinute() throws {
        let fixture = try CoinFixture()
        let asked = Box(0)
        fixture.prices = PriceSource { _, currency in
            asked.value += 1
            return Amount(minorUnits: 5, currency: currency)
        }
        try fixture.begin(.bitcoin)
        for _ in 0..<5 { try fixture.wallet.refreshPrices() }
        #expect(asked.value == 0, "no source was there when it was opened")
        try fixture.reopen()
        for _ in 0..<5 { try fixture.wallet.refreshPrices() }
        #expect(asked.value == 1)
        fixture.time += 61
        try fixture.wallet.refreshPrices()
        #expect(asked.value == 2)
    }
}

/// A number that closures share.
private final class Box: Sendable {
    private let number: Mutex<Int64>

    init(_ number: Int64) { self.number = Mutex(number) }

    var value: Int64 {
        get { number.withLock { $0 } }
        set { number.withLock { $0 = newValue } }
    }
}
