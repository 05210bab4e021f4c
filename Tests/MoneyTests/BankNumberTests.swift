// SPDX-License-Identifier: MIT
import Money
import Testing

@Suite struct BankNumberTests {
    /// Examples of the registry of IBANs.
    @Test(arguments: [
        "DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819", "fr1420041010050500013m02606", "NO9386011117947",
        "CH9300762011623852957", "MT84MALT011000012345MTLCAST001S", "SA0380000000608010167519",
    ])
    func realNumbersAreTaken(text: String) throws {
        let iban = try IBAN(text)
        #expect(try IBAN(iban.printed) == iban && iban.text == iban.text.uppercased())
    }

    @Test(arguments: [
        "", "DE", "DE88370400440532013000", "DE8937040044053201300", "DE893704004405320130000",
        "1289370400440532013000",
        "DE8937040044053201300O", "DE89-3704-0044-0532-0130-00", "GB29NWBK60161331926891", "ＤＥ89370400440532013000",
        "XX0012345678901234",
        // R5: the check digits fit, but banks of these countries have no such numbers.
        "US64SVBKUS6S3300958879", "XX83123456789012345",
    ])
    func whatIsNoNumberIsRefused(text: String) {
        #expect(throws: MoneyError.self) { try IBAN(text) }
    }

    @Test func theCountriesOfSEPAAreKnown() throws {
        for text in [
            "DE89370400440532013000", "GB29NWBK60161331926819", "CH9300762011623852957", "AD1200012030200359100100",
        ] {
            #expect(try IBAN(text).isInSEPA, "\(text)")
        }
        for text in ["SA0380000000608010167519", "TR330006100519786457841326", "FO6264600001631634"] {
            #expect(try !IBAN(text).isInSEPA, "\(text)")
        }
    }

    @Test func everySingleSlipAndSwapIsFound() throws {
        let right = Array("DE89370400440532013000")
        for index in 2..<right.count {
            for digit in "0123456789" where digit != right[index] {
                var wrong = right
                wrong[index] = digit
                #expect(throws: MoneyError.self) { try IBAN(String(wrong)) }
            }
            guard index + 1 < right.count, right[index] != right[index + 1] else { continue }
            var swapped = right
            swapped.swapAt(index, index + 1)
            #expect(throws: MoneyError.self) { try IBAN(String(swapped)) }
        }
    }

    @Test func referencesCarryTheirCheckDigits() throws {
        #expect(try CreditorReference(for: "539007547034").text == "RF18539007547034")
        let read = try CreditorReference("rf18 5390 0754 7034")
        #expect(read.body == "539007547034" && read.printed == "RF18 5390 0754 7034")
        #expect(throws: MoneyError.self) { try CreditorReference("RF19539007547034") }
        #expect(throws: MoneyError.self) { try CreditorReference("RF18") }
        #expect(throws: MoneyError.self) { try CreditorReference(for: String(repeating: "1", count: 22)) }
        #expect(throws: MoneyError.self) { try CreditorReference(for: "ABc") }
    }
}
