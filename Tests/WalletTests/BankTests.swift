// SPDX-License-Identifier: MIT
import Banking
import Hub
import HubAPI
import Money
import TestSupport
import Testing
import Wallet

@Suite struct BankTests {
    private let economy: TestEconomy
    private let alice: Person
    private let iban: IBAN

    init() throws {
        economy = try TestEconomy()
        iban = try IBAN("GB29NWBK60161331926819")
        try economy.hub.setBank(
            economy.currency, iban: try IBAN("DE89370400440532013000"), name: "Hub Inc.", bic: nil, version: .v03)
        alice = try economy.person("alice", funds: 5_000)
    }

    @Test func theOwnerLearnsWhereToSendMoney() throws {
        let answer = try alice.wallet.funding()
        #expect(answer.banks.map(\.currency) == ["USD"] && answer.banks[0].iban == "DE89370400440532013000")
        var file = StatementText(
            iban: "DE89370400440532013000",
            [.init("R1", "1.00").with { $0.creditorReference = answer.reference }])
        file.currency = "USD"
        #expect(try economy.hub.importStatements(file.bytes).credited == 1)
        #expect(try economy.balance(alice) == 5_100)
    }

    @Test func aPayoutWhoseAnswerWasLostIsOrderedOnce() throws {
        economy.network.losesAnswers = true
        let failure = #expect(throws: WalletError.self) {
            try alice.wallet.payOut(economy.amount(2_000), to: iban, name: "A. Smith", note: "rent")
        }
        #expect(failure?.keptOrder == .row(ReferenceID(.order, 1)))
        economy.network.losesAnswers = false
        try alice.sync()
        let payouts = try alice.wallet.payouts()
        #expect(payouts.map(\.amount) == [economy.amount(2_000)] && payouts.map(\.iban) == [iban.text])
        #expect(try alice.wallet.balances().account?.balance == economy.amount(3_000))
        let line = try alice.wallet.activity().first { $0.kind == .paidOut }
        #expect(line?.status == .done)
        // What the bank does is not known here, and so not said.
        let id = payouts[0].id
        #expect(line?.event == .payoutOrdered(id: id))
        #expect(try alice.wallet.cancelPayout(payouts[0].id).state == .cancelled)
        #expect(try alice.wallet.balances().account?.balance == economy.amount(5_000))
        #expect(try economy.hub.audit().isSound)
    }

    @Test func whatTheHubRefusesStaysInTheAccount() throws {
        #expect(throws: WalletError.self) { try alice.wallet.payOut(economy.amount(9_000), to: iban, name: "A. Smith") }
        #expect(try alice.wallet.activity().first { $0.kind == .paidOut }?.status == .failed)
        #expect(try economy.balance(alice) == 5_000)
    }
}
