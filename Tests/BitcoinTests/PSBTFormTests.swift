// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Testing

/// What is a PSBT and what is none, by the standards' own cases.
struct PSBTFormTests {
    @Test func everyInvalidCaseOfTheStandardsIsRefusedWithASentence() throws {
        var count = 0
        for (standard, cases) in try PSBTCases.load() {
            for item in cases.invalid {
                let error = #expect(throws: BitcoinError.self, "\(standard): \(item.case)") {
                    try PSBT(parsing: item.base64)
                }
                #expect(error?.message.hasSuffix(".") == true)
                count += 1
            }
        }
        #expect(count == 57)
    }

    @Test func everyValidCaseOfTheStandardsIsWrittenByteForByte() throws {
        var count = 0
        for (_, cases) in try PSBTCases.load() {
            for item in cases.valid {
                #expect(try PSBT(parsing: item.base64).text == item.base64, "\(item.case)")
                count += 1
            }
        }
        #expect(count == 32)
    }

    @Test func everyInvalidCaseOfCoreIsRefused() throws {
        let cases = try CorePSBTCases.load()
        #expect(cases.invalid.count == 41)
        #expect(cases.invalidWithMessage.count == 20)
        for (index, text) in (cases.invalid + cases.invalidWithMessage).enumerated() {
            #expect(throws: BitcoinError.self, "case \(index)") { try PSBT(parsing: text) }
        }
    }

    @Test func everyValidCaseOfCoreIsWrittenByteForByte() throws {
        let cases = try CorePSBTCases.load()
        #expect(cases.valid.count == 34)
        for (index, text) in cases.valid.enumerated() {
            #expect(try PSBT(parsing: text).text == text, "case \(index)")
        }
    }

    @Test func lockTimesOfVersionTwoAreComputedAsItsStandardSays() throws {
        let cases = try #require(try PSBTCases.load()["BIP-0370"]).locktime
        #expect(cases.count == 13)
        for item in cases {
            guard let expected = item.locktime else {
                #expect(throws: BitcoinError.self) { try PSBT(parsing: item.base64) }
                continue
            }
            #expect(try PSBT(parsing: item.base64).transaction.lockTime == expected, "\(item.case)")
        }
    }
}
