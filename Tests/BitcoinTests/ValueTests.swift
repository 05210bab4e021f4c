// SPDX-License-Identifier: MIT
import Bitcoin
import Testing

struct ValueTests {
    @Test(arguments: [
        ("1", 1_000), ("12.5", 12_500), ("12,5", 12_500), ("0.001", 1), ("1.234", 1_234), ("1000000", 1_000_000_000),
    ])
    func aFeeRateIsReadAsPeopleTypeIt(_ text: String, _ expected: UInt64) throws {
        #expect(try FeeRate(parsing: text).satoshisPerKilobyte == expected)
    }

    @Test(arguments: ["", ".", "1.", ".5", "-1", "1.2345", "1e3", "1 ", "1.2.3", "1000000.001", "12345678901"])
    func anythingElseIsNoFeeRate(_ text: String) {
        #expect(throws: BitcoinError.self) { try FeeRate(parsing: text) }
    }

    @Test(arguments: [(1_000, 141, 141), (1_001, 141, 142), (12_500, 1, 13), (1, 1, 1), (0, 100, 0)])
    func aFeeIsRoundedUpToAWholeSatoshi(_ rate: UInt64, _ size: Int, _ fee: UInt64) throws {
        #expect(try FeeRate(satoshisPerKilobyte: rate).fee(virtualSize: size).value == fee)
    }

    @Test func aFeeRatePrintsWithoutNeedlessDigits() throws {
        #expect(try FeeRate(parsing: "12.500").description == "12.5 sat/vB")
        #expect(try FeeRate(parsing: "3").description == "3 sat/vB")
        #expect(try FeeRate(parsing: "0.001").description == "0.001 sat/vB")
        #expect(try FeeRate(parsing: "1.01").description == "1.01 sat/vB")
    }

    @Test func noMoreThanEveryBitcoinCanBeHeld() throws {
        let all = try Satoshis(UInt64(2_100_000_000_000_000))
        #expect(all == .maximum)
        #expect(throws: BitcoinError.self) { try Satoshis(UInt64(2_100_000_000_000_001)) }
        #expect(throws: BitcoinError.self) { try Satoshis.maximum.adding(1) }
        #expect(throws: BitcoinError.self) { try Satoshis.zero.subtracting(2) }
    }

    @Test func anIDReadsAsItPrints() throws {
        let text = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"
        #expect(try TransactionID(parsing: text).description == text)
        #expect(try OutPoint(parsing: text + ":7").description == text + ":7")
        for wrong in [text + ":", text + ":-1", text + ":07", text, text + ":4294967296", "00:1"] {
            #expect(throws: BitcoinError.self) { try OutPoint(parsing: wrong) }
        }
    }
}
