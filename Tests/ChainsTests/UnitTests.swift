// SPDX-License-Identifier: MIT
import Chains
import TestSupport
import Testing

struct UnitTests {
    @Test(
        arguments: [
            ("0.001", 100_000), ("1", 100_000_000), (".5", 50_000_000), ("0,5", 50_000_000), ("1.234", 123_400_000),
            ("1,234.5", 123_450_000_000), ("1.234,5", 123_450_000_000), ("1'000", 100_000_000_000),
            ("1 000 000", 100_000_000_000_000), ("1,000,000", 100_000_000_000_000), ("0.00000001", 1),
            (" 0.1 BTC ", 10_000_000), ("btc 0.1", 10_000_000), ("0.1BTC", 10_000_000), ("0", 0), ("0.0", 0),
            ("0,001", 100_000), ("0.10000000000000000000000", 10_000_000), ("0021", 2_100_000_000),
            ("1234,567", 123_456_700_000), ("12,3456", 1_234_560_000),
        ] as [(String, UInt64)])
    func whatPeopleTypeIsUnderstood(text: String, amount: UInt64) throws {
        #expect(try Unit.bitcoin.amount(parsing: text) == UInt256(amount))
    }

    @Test(arguments: [
        ("1,234", ChainsError.Code.malformed), ("12,345", .malformed), ("", .malformed), ("BTC", .malformed),
        ("-1", .malformed), ("1.", .malformed), ("1..2", .malformed), ("1.2.3", .malformed), ("1e3", .malformed),
        ("0.1 ETH", .malformed), ("١", .malformed), ("0.000000001", .tooPrecise), ("0x10", .malformed),
        ("1'00", .malformed), ("1.2,3.4", .malformed), (String(repeating: "9", count: 80), .overflow),
        (String(repeating: "9", count: 200), .malformed), ("∞", .malformed), (",", .malformed),
    ])
    func whatHasNoOrTwoReadingsIsRefused(text: String, code: ChainsError.Code) {
        let error = #expect(throws: ChainsError.self) { try Unit.bitcoin.amount(parsing: text) }
        #expect(error?.code == code)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.00000001"), (100_000, "0.001"), (100_000_000, "1"), (2_100_000_000_000_000, "21000000"),
            (123_456_789, "1.23456789"),
        ] as [(UInt64, String)])
    func amountsAreWrittenShortly(amount: UInt64, text: String) {
        #expect(Unit.bitcoin.text(UInt256(amount)) == text)
        #expect(Unit.bitcoin.formatted(UInt256(amount)) == "\(text) BTC")
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func everyAmountReadsBack(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let unit = try Unit(symbol: "TOK", decimals: Int(seed % 78))
        let amount = try UInt256(bigEndian: random.bytes(Int(seed % 33)))
        #expect(try unit.amount(parsing: unit.formatted(amount)) == amount)
        #expect(try unit.amount(parsing: unit.text(amount)) == amount)
    }

    /// What is typed, in a token of that symbol, and how many of it are meant.
    @Test(
        arguments: [
            ("100", "00", 100), ("1 000", "000", 1_000), ("1 000", "0", 1_000), ("5 1INCH", "1INCH", 5),
            ("C98 5", "C98", 5), ("5", "5", 5), (".5", ".", nil), ("100 00", "00", nil), ("51INCH", "1INCH", nil),
            ("100C98", "C98", nil), ("1005", "5X", 1_005), ("5TOK", "TOK", 5), ("TOK5", "TOK", 5),
        ] as [(String, String, UInt64?)])
    func aSymbolOfDigitsTakesNoneOfTheTypedOnes(text: String, symbol: String, amount: UInt64?) throws {
        let unit = try Unit(symbol: symbol, decimals: 0)
        guard let amount else {
            #expect(throws: ChainsError.self) { try unit.amount(parsing: text) }
            return
        }
        #expect(try unit.amount(parsing: text) == UInt256(amount))
    }

    @Test(arguments: [
        ("", 8), ("TOKEN", -1), ("TOKEN", 78), ("A\u{202E}B", 8), ("A\nB", 8), (" ", 8),
        (String(repeating: "A", count: 33), 8),
    ])
    func aTokensOddFactsAreRefused(symbol: String, decimals: Int) {
        #expect(throws: ChainsError.self) { try Unit(symbol: symbol, decimals: decimals) }
    }
}
