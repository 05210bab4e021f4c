// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Testing

/// The process dies at every named step of sending; whatever the step, the payment happens once or not at all.
struct KillTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    private static let sending: [CoinStep] = [.sendSigning, .sendSigned, .sendBroadcast, .sendRecording, .sendRecorded]
    private static let watching: [CoinStep] = [
        .refreshAnswered, .refreshStoring, .refreshStored, .sendChecked, .sendSettling, .sendSettled,
    ]

    private func funded() throws -> (CoinFixture, CoinAccount, SendPlan) {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 100_000)
        try fixture.wallet.refresh(account.id)
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2")))
        return (fixture, account, plan)
    }

    @Test(arguments: sending)
    func aPaymentKilledAtAnyStepHappensOnceOrNotAtAll(step: CoinStep) throws {
        let (fixture, account, plan) = try funded()
        fixture.killer = step

        #expect(throws: CoinFixture.Killed.self) { try fixture.wallet.send(plan.approved()) }
        refuses(.stopped) { try fixture.wallet.accounts() }
        try fixture.reopen()
        try fixture.wallet.refresh(account.id)
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)

        let sends = try fixture.wallet.sends()
        if step == .sendSigning {
            #expect(sends.isEmpty)
            #expect(try fixture.bitcoin.paid(to: shop) == 0)
            #expect(try fixture.balance(account) == [100_000, 0, 100_000])
            try fixture.wallet.send(
                try fixture.wallet.plan(
                    SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2"))
                ).approved())
        } else {
            #expect(sends.map(\.state) == [.confirmed])
            #expect(try fixture.wallet.history(of: account.id).count == 2)
        }
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
    }

    @Test(arguments: watching)
    func aRefreshKilledAtAnyStepLosesNothing(step: CoinStep) throws {
        let (fixture, account, plan) = try funded()
        let status = try fixture.wallet.send(plan.approved())
        fixture.bitcoin.mine()
        fixture.killer = step

        #expect(throws: CoinFixture.Killed.self) { try fixture.wallet.refresh(account.id) }
        try fixture.reopen()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.send(status.id).state == .confirmed)
        #expect(try fixture.balance(account)[0] == 50_000 - plan.review.fee.value.uint64!)
        #expect(fixture.bitcoin.broadcasts.count == 1)
    }

    @Test(arguments: [CoinStep.sendExporting, .sendExported, .sendImporting, .sendImported])
    func anOfflinePaymentKilledAtAnyStepHappensOnce(step: CoinStep) throws {
        let (fixture, account, plan) = try funded()
        fixture.killer = step
        var document: OfflineDocument?
        do {
            document = try fixture.wallet.export(plan.approved()).document
        } catch is CoinFixture.Killed {
            try fixture.reopen()
        }
        if document == nil, try fixture.wallet.sends().isEmpty {
            let again = try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2")))
            document = try fixture.wallet.export(again.approved()).document
        }
        let row = try #require(try fixture.wallet.sends().first).id
        let paper = try document ?? fixture.wallet.document(of: row)
        let signed = try fixture.wallet.review(paper, account: account.id).signed()
        do { try fixture.wallet.complete(row, with: signed) } catch is CoinFixture.Killed { try fixture.reopen() }
        try fixture.wallet.complete(row, with: signed)
        fixture.bitcoin.mine()
        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.sends().map(\.state) == [.confirmed])
        #expect(try fixture.bitcoin.paid(to: shop) == 50_000)
    }

    @Test(arguments: [
        CoinStep.phraseKeeping, .phraseKept, .accountAdding, .accountAdded, .addressGiving, .addressGiven,
    ])
    func aBeginningKilledAtAnyStepCanBeBegunAgain(step: CoinStep) throws {
        let fixture = try CoinFixture()
        fixture.killer = step
        func begin() throws {
            if try !fixture.wallet.hasPhrase { try fixture.wallet.restorePhrase(CoinFixture.phrase) }
            if try fixture.wallet.accounts().isEmpty { try fixture.wallet.addAccount(on: .bitcoin) }
            _ = try fixture.wallet.receiveAddress(of: 1)
        }

        #expect(throws: CoinFixture.Killed.self) { try begin() }
        try fixture.reopen()
        try begin()

        // BIP-0084, "Test vectors"
        #expect(try fixture.wallet.receiveAddress(of: 1).address == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    }
}
