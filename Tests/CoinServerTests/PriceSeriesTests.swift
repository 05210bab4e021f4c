// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import TestSupport
import Testing

struct PriceSeriesTests {
    private static let now: UInt64 = 1_800_000_000

    /// What a source of series says, by an answer and the place where it stands.
    private func series(
        _ answer: String, _ place: String = "#/prices", over span: PriceSpan = .week, currency: String = "EUR"
    ) throws -> [PricePoint] {
        let begin = Self.now - span.seconds
        let listener = try LocalListener { caller in
            let asked = String(decoding: caller.read(), as: UTF8.self)
            let isRight = asked.hasPrefix("GET /bitcoin?d=\(span.days)&f=\(begin)&t=\(Self.now)&c=eur HTTP/1.1\r\n")
            let body = isRight || currency != "EUR" ? answer : "{}"
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            caller.waitForEnd()
        }
        let site = "http://127.0.0.1:\(listener.port)/"
        let source = try PriceSource(
            address: site + "#/p", history: "\(site){name}?d={days}&f={from}&t={to}&c={currency}\(place)")
        let ask = try #require(source.series)
        return try ask(.bitcoin, Currency(code: currency), span, Self.now)
    }

    @Test func pairsOfMillisecondsAndAPriceAreRead() throws {
        let points = try series(
            #"{"prices":[[1799999000000,64123.459],[1799998000123,64000],[1799997000000,"63999.99"]],"total":[]}"#)
        #expect(points.map(\.time) == [1_799_999_000, 1_799_998_000, 1_799_997_000])
        #expect(points.map(\.price.minorUnits) == [6_412_345, 6_400_000, 6_399_999])
    }

    @Test func objectsOfSecondsAndPricesOfManyCurrenciesAreRead() throws {
        let points = try series(
            #"{"prices":[{"time":1799999000,"EUR":60000,"USD":65000},{"time":1799998000,"EUR":-1},{"time":1799997000}]}"#,
            "#/prices#/time#/{CURRENCY}")
        #expect(points == [PricePoint(time: 1_799_999_000, price: points[0].price)])
        #expect(points[0].price.minorUnits == 6_000_000)
    }

    @Test func aListMayBeTheWholeAnswer() throws {
        #expect(try series("[[1799999000,1.5]]", "#").map(\.price.minorUnits) == [150])
        #expect(try series("[]", "#").isEmpty)
    }

    @Test(arguments: [
        "{}", "[]", "5", "null", #"{"prices":{}}"#, #"{"prices":[1,2]}"#, #"{"prices":[[1799999000,-5]]}"#,
        #"{"prices":[[1799999000,1e60]]}"#, #"{"prices":[[-1,5],[1e99,5],["x",5],[null,5]]}"#,
        #"{"prices":[[1800000001,5]]}"#, #"{"prices":[[],[1],[[1],[2]]]}"#, "<html>", "",
    ]) func nonsenseIsRefused(answer: String) {
        let error = #expect(throws: CoinsError.self) { try series(answer) }
        #expect(error?.code == .lyingServer, "\(answer)")
    }

    @Test(arguments: Hostility.allCases) func aHostileSourceOfSeriesHarmsNobody(hostility: Hostility) throws {
        if [.stalls, .drips].contains(hostility) { return }
        let listener = try LocalListener { hostility.serve($0) }
        let address = "http://127.0.0.1:\(listener.port)/#/result"
        let ask = try #require(try PriceSource(address: address, history: address).series)
        let error = #expect(throws: CoinsError.self) { try ask(.ether, Currency(code: "EUR"), .year, Self.now) }
        #expect([.unreachable, .lyingServer, .tooLarge].contains(error?.code))
    }

    @Test(arguments: ["https://x/", "https://x/#a", "ftp://x/#/a", "https://x/#/a#/b", "https://x/#/a#/b#/c#/d", "#/a"])
    func anAddressWithoutAPlaceIsRefused(address: String) {
        let error = #expect(throws: CoinsError.self) { try PriceSource(address: "https://x/#/p", history: address) }
        #expect(error?.code == .badDocument)
    }

    @Test func aPlaceOfAPriceMayNameCoinAndCurrency() throws {
        let listener = try LocalListener { caller in
            _ = caller.read()
            let body = #"{"bitcoin":{"eur":5.25}}"#
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            caller.waitForEnd()
        }
        let source = try PriceSource(address: "http://127.0.0.1:\(listener.port)/#/{name}/{currency}")
        #expect(try source.price(.bitcoin, Currency(code: "EUR")).minorUnits == 525)
    }
}
