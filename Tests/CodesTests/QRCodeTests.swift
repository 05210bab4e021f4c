// SPDX-License-Identifier: MIT
import Bytes
import Codes
import Barcodes
import TestSupport
import Testing

@Suite struct QRCodeTests {
    @Test func aPaymentOfBase45TakesTheCompactMode() throws {
        var random = SeededRandom(seed: 1)
        let payload = (0..<279).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = "OW1P:" + Base45.encode(payload)
        let matrix = try QRCode.draw(text)
        // ISO/IEC 18004, table 7: 13-M holds 483 compact characters but only 331 bytes.
        #expect(text.count == 424)
        #expect(matrix.version == 13)
        #expect(matrix.correction == .qr(.medium))
        #expect(matrix.columns == 69)
    }

    @Test func aTextThatFitsKeepsTheCorrectionAskedFor() throws {
        for correction in QRCorrection.allCases {
            #expect(try QRCode.draw("OW1Q:HELLO", correction: correction).correction == .qr(correction))
        }
    }

    @Test func aLongTextLowersTheCorrection() throws {
        var random = SeededRandom(seed: 2)
        let text = String.samplePayment(count: 1800, using: &random)
        #expect(try QRCode.draw(text, correction: .high).correction == .qr(.low))
    }

    @Test func theLargestTextFits() throws {
        #expect(try QRCode.draw(String(repeating: "A", count: 4296)).version == 40)
    }

    @Test(arguments: [4297, 7089, 8000, 100_000])
    func aTextThatNoCodeHoldsIsRefused(count: Int) {
        let error = #expect(throws: CodesError.self) { try QRCode.draw(String(repeating: "A", count: count)) }
        #expect(error?.code == .tooLong)
        #expect(error?.message.contains("\(count) bytes") == true)
    }

    @Test func anEmptyTextIsRefused() {
        #expect(throws: CodesError.self) { try QRCode.draw("") }
    }

    @Test func finderPatternsStandInThreeCorners() throws {
        let matrix = try QRCode.draw("OW1P:HELLO")
        let last = matrix.columns - 1
        for (x, y) in [(0, 0), (last, 0), (0, last), (3, 3), (last - 3, 3), (3, last - 3)] {
            #expect(matrix.isDark(x, y))
        }
        #expect(!matrix.isDark(7, 7))
        #expect(!matrix.isDark(-1, 0))
    }
}
