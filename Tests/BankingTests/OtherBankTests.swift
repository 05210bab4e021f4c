// SPDX-License-Identifier: MIT
import Banking
import Money
import PeerSupport
import TestSupport
import Testing

/// Against the official schemas, and messages that others make from them.
@Suite(.needsPeers) struct OtherBankTests {
    @Test(arguments: PaymentOrder.Version.allCases) func ordersHaveTheOfficialShape(
        version: PaymentOrder.Version
    ) throws {
        let other = try OtherBank()
        for order in [
            try PaymentOrderTests.order(), try PaymentOrderTests.order(bic: "COBADEFFXXX"),
            try PaymentOrderTests.order(currency: "JPY"),
        ] {
            #expect(try other.validate(try order.encoded(version), as: version.rawValue) == nil)
        }
        // The validator does refuse.
        let wrong = String(decoding: try PaymentOrderTests.order().encoded(version), as: UTF8.self)
            .replacing("<PmtMtd>TRF</PmtMtd>", with: "")
        #expect(try other.validate(Array(wrong.utf8), as: version.rawValue) != nil)
    }

    @Test(arguments: ["02", "08"]) func statementsThatOthersWriteAreRead(version: String) throws {
        let bytes = try OtherBank().statement(
            version, iban: "DE89370400440532013000",
            [
                .init("R1", "12.50").with { $0.creditorReference = "RF18539007547034" },
                .init("R2", "3.00").with {
                    $0.isCredit = false
                    $0.endToEndID = "ABC"
                    $0.iban = "GB29NWBK60161331926819"
                },
                .init("R3", "1.00").with { $0.returnReason = "AC04" },
            ])
        let statement = try #require(try StatementFile.read(bytes).first)
        #expect(statement.transactions.map(\.amount.decimalText) == ["12.50", "-3.00", "1.00"])
        #expect(statement.transactions.map(\.id) == ["r:R1", "r:R2", "r:R3"])
        #expect(statement.transactions[0].remittance == ["RF18539007547034"])
        #expect(statement.transactions[1].endToEndID == "ABC")
        #expect(statement.transactions[1].counterpartName == "A. Payer")
        #expect(statement.transactions[2].returnReason == "AC04")
    }

    /// What the tests of the hub import has the form that others read.
    @Test(arguments: ["02", "08"]) func statementsOfTheTestsAreReadByOthers(version: String) throws {
        let file = StatementText(
            version, iban: "DE89370400440532013000",
            [.init("R1", "12.50").with { $0.text = "hello" }, .init("R2", "1.00").with { $0.returnReason = "AC04" }])
        #expect(try OtherBank().amounts(in: file.bytes, version) == ["12.50", "1.00"])
    }

    @Test func checkDigitsAreThoseOfOthers() throws {
        let other = try OtherBank()
        for body in ["1", "539007547034", "ABC123", "0000001K7M2Q"] {
            #expect(try other.isReference(try CreditorReference(for: body).text))
        }
    }
}
