// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Testing

struct UInt256Tests {
    @Test func arithmeticAgreesWithAnotherImplementation() throws {
        let rows = try Vectors.lines("uint256.txt")
        #expect(rows.count == 421)
        for row in rows {
            let fields = row.split(separator: " ")
            let (a, b) = try (UInt256(decimal: fields[0]), UInt256(decimal: fields[1]))
            #expect(a.decimal == fields[0] && b.decimal == fields[1])
            #expect(text { try a.adding(b) } == fields[2], "\(row)")
            #expect(text { try a.subtracting(b) } == fields[3], "\(row)")
            #expect(text { try a.multiplied(by: b) } == fields[4], "\(row)")
            #expect((a < b) == (fields[3] == "-"), "\(row)")
            guard !b.isZero else { continue }
            let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
            #expect(quotient.decimal == fields[5] && remainder.decimal == fields[6], "\(row)")
        }
    }

    private func text(_ operation: () throws -> UInt256) -> String {
        do { return try operation().decimal } catch { return "-" }
    }

    @Test func everyFormReadsBack() throws {
        for row in try Vectors.lines("uint256.txt") {
            let value = try UInt256(decimal: row.split(separator: " ")[0])
            #expect(try UInt256(bigEndian: value.bigEndian32) == value)
            #expect(try UInt256(bigEndian: value.minimalBigEndian) == value)
            #expect(value.minimalBigEndian.first != 0)
            #expect(try UInt256(hex: value.hex) == value)
            #expect(value.bigEndian32.count == 32 && value.minimalBigEndian.count == (value.bitCount + 7) / 8)
            #expect(value.uint64.map { UInt256($0) == value } ?? (value > UInt256(.max)))
        }
        #expect(UInt256.zero.minimalBigEndian == [] && UInt256.zero.hex == "0x0" && UInt256.zero.decimal == "0")
        #expect(UInt256(1027).hex == "0x403" && (7 as UInt256).uint64 == 7)
        #expect(try UInt256(hex: "0x0000FF") == 255)
    }

    @Test(arguments: [
        "", "0x", "12", "0xg", "0X1", "0x" + String(repeating: "0", count: 65), "-0x1", " 0x1", "0x1 ", "0x１",
    ])
    func otherHexadecimalTextsAreRefused(text: String) {
        #expect(throws: ChainsError.self) { try UInt256(hex: text) }
    }

    @Test(arguments: [
        "", "-1", "+1", "1.0", "1e3", " 1", "１", String(repeating: "0", count: 79),
        "115792089237316195423570985008687907853269984665640564039457584007913129639936",
    ])
    func otherDecimalTextsAreRefused(text: String) {
        #expect(throws: ChainsError.self) { try UInt256(decimal: text) }
    }

    @Test func moreThan32BytesAreRefused() {
        #expect(throws: ChainsError.self) { try UInt256(bigEndian: [UInt8](repeating: 0, count: 33)) }
    }
}
