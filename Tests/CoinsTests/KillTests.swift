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

    private func funded() throws -> (Desk, CoinAccount, SendPlan) {
        let desk = try Desk()
        let account = try desk.begin()
        try desk.bitcoin.fund(try desk.wallet.receiveAddress(of: account.id).address, 100_000)
        try desk.wallet.refresh(account.id)
        let plan = try desk.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2")))
        return (desk, account, plan)
    }

    @Test(arguments: sending)
    func aPaymentKilledAtAnyStepHappensOnceOrNotAtAll(step: CoinStep) throws {
        let (desk, account, plan) = try funded()
        desk.killer = step

        #expect(throws: Desk.Killed.self) { try desk.wallet.send(plan.approved()) }
        refuses(.stopped) { try desk.wallet.accounts() }
        try desk.reopen()
        try desk.wallet.refresh(account.id)
        desk.bitcoin.mine()
        try desk.wallet.refresh(account.id)

        let sends = try desk.wallet.sends()
        if step == .sendSigning {
            #expect(sends.isEmpty)
            #expect(try desk.bitcoin.paid(to: shop) == 0)
            #expect(try desk.balance(account) == [100_000, 0, 100_000])
            try desk.wallet.send(
                try desk.wallet.plan(
                    SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2"))
                ).approved())
        } else {
            #expect(sends.map(\.state) == [.confirmed])
            #expect(try desk.wallet.history(of: account.id).count == 2)
        }
        #expect(try desk.bitcoin.paid(to: shop) == 50_000)
    }

    @Test(arguments: watching)
    func aRefreshKilledAtAnyStepLosesNothing(step: CoinStep) throws {
        let (desk, account, plan) = try funded()
        let status = try desk.wallet.send(plan.approved())
        desk.bitcoin.mine()
        desk.killer = step

        #expect(throws: Desk.Killed.self) { try desk.wallet.refresh(account.id) }
        try desk.reopen()
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.send(status.id).state == .confirmed)
        #expect(try desk.balance(account)[0] == 50_000 - plan.review.fee.value.uint64!)
        #expect(desk.bitcoin.broadcasts.count == 1)
    }

    @Test(arguments: [CoinStep.sendExporting, .sendExported, .sendImporting, .sendImported])
    func anOfflinePaymentKilledAtAnyStepHappensOnce(step: CoinStep) throws {
        let (desk, account, plan) = try funded()
        desk.killer = step
        var document: OfflineDocument?
        do {
            document = try desk.wallet.export(plan.approved()).document
        } catch is Desk.Killed {
            try desk.reopen()
        }
        if document == nil, try desk.wallet.sends().isEmpty {
            let again = try desk.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0005"))], fee: .custom("2")))
            document = try desk.wallet.export(again.approved()).document
        }
        let row = try #require(try desk.wallet.sends().first).id
        let paper = try document ?? desk.wallet.document(of: row)
        let signed = try desk.wallet.review(paper, account: account.id).signed()
        do { try desk.wallet.complete(row, with: signed) } catch is Desk.Killed { try desk.reopen() }
        try desk.wallet.complete(row, with: signed)
        desk.bitcoin.mine()
        try desk.wallet.refresh(account.id)

        #expect(try desk.wallet.sends().map(\.state) == [.confirmed])
        #expect(try desk.bitcoin.paid(to: shop) == 50_000)
    }

    @Test(arguments: [
        CoinStep.phraseKeeping, .phraseKept, .accountAdding, .accountAdded, .addressGiving, .addressGiven,
    ])
    func aBeginningKilledAtAnyStepCanBeBegunAgain(step: CoinStep) throws {
        let desk = try Desk()
        desk.killer = step
        func begin() throws {
            if try !desk.wallet.hasPhrase { try desk.wallet.restorePhrase(Desk.phrase) }
            if try desk.wallet.accounts().isEmpty { try desk.wallet.addAccount(on: .bitcoin) }
            _ = try desk.wallet.receiveAddress(of: 1)
        }

        #expect(throws: Desk.Killed.self) { try begin() }
        try desk.reopen()
        try begin()

        // BIP-0084, "Test vectors"
        #expect(try desk.wallet.receiveAddress(of: 1).address == "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu")
    }
}
