// SPDX-License-Identifier: MIT
import Chains
import Coins
import Money
import TestSupport
import Testing

struct PriceSourceTests {
    /// The price that comes out of an answer, in minor units; the request's first line with it.
    private func price(
        _ answer: String, _ currency: String = "EUR", pointer: String = "/data/0/a~1b", unit: Chains.Unit = .bitcoin
    ) throws -> Int64 {
        let listener = try LocalListener { caller in
            let asked = String(decoding: caller.read(), as: UTF8.self)
            let isRight = asked.hasPrefix("GET /bitcoin/BTC-\(currency.lowercased())?x=btc HTTP/1.1\r\n")
            let body = isRight ? answer : "{}"
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            caller.waitForEnd()
        }
        let address = "http://127.0.0.1:\(listener.port)/{name}/{COIN}-{currency}?x={coin}#\(pointer)"
        return try PriceSource(address: address).price(unit, Currency(code: currency)).minorUnits
    }

    @Test(arguments: [
        ("64123.45", "EUR", 6_412_345), ("\"64123.459\"", "EUR", 6_412_345), ("64123", "EUR", 6_412_300),
        ("1.2345e4", "EUR", 1_234_500), ("9876543.21", "JPY", 9_876_543), ("0.01", "EUR", 1), ("1e2", "JPY", 100),
        ("12.3456", "BHD", 12_345), ("123456789012345.678E-3", "EUR", 12_345_678_901_234),
    ]) func aPriceIsReadExactly(text: String, currency: String, minorUnits: Int64) throws {
        #expect(try price("{\"data\":[{\"a/b\":\(text)}]}", currency) == minorUnits)
    }

    @Test(arguments: [
        "-1", "0", "0.001", "1e60", "1e-60", "1e999999999999", "\"\"", "\"12,5\"", "\"0x10\"", "null", "[1]", "\"1.\"",
        "\"NaN\"", "92233720368547758.08", "\"+5\"", "\".5\"", "\"1e\"",
    ]) func whatIsNoPriceIsRefused(text: String) {
        let error = #expect(throws: CoinsError.self) { try price("{\"data\":[{\"a/b\":\(text)}]}") }
        #expect(error?.code == .lyingServer)
    }

    @Test func aPlaceThatIsNotThereIsRefused() {
        for pointer in ["/data/1", "/data/-1", "/data/00", "/data/x", "/other", "/data/0/a~1b/c"] {
            let error = #expect(throws: CoinsError.self) { try price(#"{"data":[{"a/b":5}]}"#, pointer: pointer) }
            #expect(error?.code == .lyingServer, "\(pointer)")
        }
    }

    @Test(arguments: ["https://prices.example/", "https://prices.example/#a", "ftp://x/#/a", "https://x/#/a~2", "#/a"])
    func anAddressWithoutAPlaceIsRefused(address: String) {
        let error = #expect(throws: CoinsError.self) { try PriceSource(address: address) }
        #expect(error?.code == .badDocument)
    }

    @Test func tokensHaveNoPrice() throws {
        let unit = try Chains.Unit(symbol: "BTC", decimals: 2)
        #expect(throws: CoinsError.self) { try price("{}", unit: unit) }
    }
}
