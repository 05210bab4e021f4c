// SPDX-License-Identifier: MIT
import PeerSupport
import Barcodes
import TestSupport
import Testing

@Suite struct CheckDigitTests {
    @Test(.needsPeers) func digitsAreThoseOfAnotherImplementation() throws {
        let peer = try OtherCodes()
        var random = SeededRandom(seed: 1)
        for _ in 0..<300 {
            let count = [7, 11, 12, 13].randomElement(using: &random) ?? 12
            let digits = String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
            let ours = String(decoding: [CheckDigit.gtin(Array(digits.utf8))], as: UTF8.self)
            #expect(try ours == peer.checkDigit(behind: digits), "\(digits)")
        }
    }

    @Test func oneWrongDigitIsAlwaysNoticed() {
        let number = Array("4006381333931".utf8)
        #expect(CheckDigit.isValidGTIN(number))
        for place in number.indices {
            for digit in "0123456789".utf8 where digit != number[place] {
                var wrong = number
                wrong[place] = digit
                #expect(!CheckDigit.isValidGTIN(wrong))
            }
        }
    }

    @Test func code39SumsModulo43() {
        // By hand: 12 + 24 + 13 + 14 + 3 + 9 = 75 = 43 + 32, and W is 32.
        #expect(CheckDigit.code39("CODE39".utf8) == UInt8(ascii: "W"))
        #expect(CheckDigit.code39("a".utf8) == nil)
    }

    @Test func everyShortNumberComesBackFromItsLongOne() throws {
        for number in stride(from: 0, to: 2_000_000, by: 371) {
            let digits = String(number)
            let seven = Array((String(repeating: "0", count: 7 - digits.count) + digits).utf8)
            let long = try #require(UPCE.expanded(seven))
            #expect(CheckDigit.isValidGTIN(long))
            // Some short forms are not the one that a number has, but they all stand for the same number.
            let short = try #require(UPCE.compressed(long))
            #expect(UPCE.expanded(short) == long)
        }
    }

    @Test(arguments: [
        ("01234505", "012000003455"), ("01234531", "012300000451"), ("01234543", "012340000053"),
        ("01234558", "012345000058"), ("0123456", "012345000065"),
    ])
    func aShortNumberStandsForALongOne(short: String, long: String) {
        #expect(UPCE.expanded(Array(short.utf8)) == Array(long.utf8))
    }

    @Test(arguments: ["", "012345", "21234565", "0123a565", "012345651"])
    func whatIsNoShortNumberHasNoLongOne(text: String) {
        #expect(UPCE.expanded(Array(text.utf8)) == nil)
    }

    @Test func aNumberWithoutZerosHasNoShortForm() {
        #expect(UPCE.compressed(Array("036000291452".utf8)) == nil)
        #expect(UPCE.compressed(Array("012345000060".utf8)) == nil)
    }
}
