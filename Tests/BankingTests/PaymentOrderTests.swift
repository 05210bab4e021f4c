// SPDX-License-Identifier: MIT
import Banking
import Money
import Testing

@Suite struct PaymentOrderTests {
    static func order(bic: String? = nil, currency: String = "EUR") throws -> PaymentOrder {
        let currency = try Currency(code: currency)
        return PaymentOrder(
            id: "SATCHEL0123", created: "2026-11-21T03:04:05", iban: try IBAN("DE89370400440532013000"), bic: bic,
            name: "Hub & Söhne",
            payments: [
                .init(
                    endToEndID: "AA11", amount: Amount(minorUnits: 1_250, currency: currency), name: "Zoë <script>",
                    iban: try IBAN("GB29NWBK60161331926819"), text: "Łódź — rent"),
                .init(
                    endToEndID: "BB22", amount: Amount(minorUnits: 5, currency: currency), name: "日本",
                    iban: try IBAN("NO9386011117947"), text: ""),
            ])
    }

    @Test func theSameOrderIsTheSameBytesInLettersThatEveryBankTakes() throws {
        let order = try Self.order()
        for version in PaymentOrder.Version.allCases {
            let bytes = try order.encoded(version)
            #expect(try bytes == order.encoded(version))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("<CtrlSum>12.55</CtrlSum>") && text.contains("<NbOfTxs>2</NbOfTxs>"))
            #expect(text.contains("<Nm>Hub + Soehne</Nm>") && text.contains("<Nm>Zoe .script.</Nm>"))
            #expect(text.contains("<Ustrd>Lodz . rent</Ustrd>") && text.contains("<Ustrd>.</Ustrd>"))
            #expect(text.contains("<Nm>..</Nm>"))
        }
    }

    @Test func chargesAreSharedByTheRuleOfSEPAInEurosAlone() throws {
        for version in PaymentOrder.Version.allCases {
            for (currency, rule) in [("EUR", "SLEV"), ("CHF", "SHAR"), ("GBP", "SHAR")] {
                let text = String(decoding: try Self.order(currency: currency).encoded(version), as: UTF8.self)
                #expect(text.contains("<ChrgBr>\(rule)</ChrgBr>") && text.contains("SEPA") == (currency == "EUR"))
            }
        }
    }

    /// The sign of the kelvin is equal to a K as a character, and is none to a bank.
    @Test func signsThatAreEqualToLettersAreNone() throws {
        var order = try Self.order()
        order.payments[0].name = "\u{212A}arl \u{037E} A\u{030A}sa"
        let text = String(decoding: try order.encoded(.v09), as: UTF8.self)
        #expect(text.contains("<Nm>.arl . Asa</Nm>") && text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func anOrderOfNothingOrOfTwoCurrenciesIsRefused() throws {
        var order = try Self.order()
        order.payments[0].amount = Amount(minorUnits: 5, currency: try Currency(code: "USD"))
        #expect(throws: BankingError.self) { try order.encoded(.v03) }
        order.payments = []
        #expect(throws: BankingError.self) { try order.encoded(.v03) }
    }

    @Test func theCodeOfABankHasItsForm() {
        #expect(["COBADEFF", "COBADEFFXXX", "NWBKGB2L"].allSatisfy(PaymentOrder.isBIC))
        let wrong = ["", "COBADEF", "cobadeff", "COBADEFFX", "1OBADEFF", "COBADEFF<XX"]
        #expect(!wrong.contains(where: PaymentOrder.isBIC))
    }
}
