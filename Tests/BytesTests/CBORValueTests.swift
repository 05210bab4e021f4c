// SPDX-License-Identifier: MIT
import Bytes
import Testing

struct CBORValueTests {
    // RFC 8949, appendix A: maps, tags and negative integers, which our own records do not have.
    @Test(arguments: [
        "00", "1bffffffffffffffff", "3bffffffffffffffff", "20", "3863", "3903e7", "c11a514b67b0", "d74401020304",
        "d818456449455446", "a0", "a201020304", "a26161016162820203", "826161a161626163", "f4", "f5", "f6", "83010203",
        "a56161614161626142616361436164614461656145",
    ])
    func anExampleOfTheStandardIsWrittenAsItWasRead(hex: String) throws {
        let bytes = try Hex.decode(hex)
        #expect(try CBORValue(parsing: bytes, maximumCount: 100).encoded == bytes)
    }

    @Test(arguments: [
        "", "18", "1800", "1900ff", "1a0000ffff", "1b00000000ffffffff", "5fff", "9fff", "bfff", "f7", "f93c00", "fb00",
        "a1", "a101", "a201020102", "bb0000000000010000", "9b7fffffffffffffff", "0000", "61ff", "c1", "ff", "f818",
    ])
    func whatHasAnotherFormOrEndsEarlyIsRefused(hex: String) throws {
        let bytes = try Hex.decode(hex)
        #expect(throws: BytesError.self) { try CBORValue(parsing: bytes, maximumCount: 100) }
    }

    @Test func depthAndCountHaveBounds() {
        let deep = [UInt8](repeating: 0x81, count: 40) + [0]
        #expect(throws: BytesError.self) { try CBORValue(parsing: deep, maximumCount: 100) }
        let wide: [UInt8] = [0x9A, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 65_536)
        #expect(throws: BytesError.self) { try CBORValue(parsing: wide, maximumCount: 100_000) }
        #expect(throws: BytesError.self) { try CBORValue(parsing: [0, 0], maximumCount: 1) }
    }

    @Test func aRecordIsAskedByItsKeys() {
        let record = CBORValue.record([1: .bytes([7]), 2: .tagged(304, .record([1: .text("m")])), 3: .bool(true)])
        #expect(record[1]?.bytes == [7])
        #expect(record[2]?.content(ofTag: 304)?[1]?.text == "m")
        #expect(record[2]?.content(ofTag: 305) == nil)
        #expect(record[3]?.bool == true)
        #expect(record[4] == nil)
    }
}
