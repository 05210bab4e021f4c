// SPDX-License-Identifier: MIT
import Bitcoin
import Chains
import Coins
import Testing

/// A watching wallet on a phone with a network, and the phrase on one without.
struct OfflineSigningTests {
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    @Test(arguments: [AccountScheme.legacy, .nested, .segwit, .taproot])
    func aPaymentGoesToTheSignerAndBack(scheme: AccountScheme) throws {
        let cold = try CoinFixture(seed: 2)
        try cold.wallet.restorePhrase(CoinFixture.phrase)
        let own = try cold.wallet.addAccount(on: .bitcoinRegtest, scheme: scheme)
        let hot = try CoinFixture()
        try hot.wallet.addServer(try hot.server(of: .bitcoinRegtest))
        let watched = try hot.wallet.watch(
            try cold.wallet.descriptor(of: own.id), on: .bitcoinRegtest)
        try hot.bitcoin.fund(try hot.wallet.receiveAddress(of: watched.id).address, 90_000)
        try hot.wallet.refresh(watched.id)

        let plan = try hot.wallet.plan(
            SendDraft(account: watched.id, recipients: [.init(to: shop, .exactly("0.0004"))], fee: .custom("3")))
        let (status, document) = try hot.wallet.export(plan.approved())
        #expect(status.state == .exported && document.kind == .psbt)
        #expect(try hot.balance(watched)[2] == 0)

        let signing = try cold.wallet.review(document, account: nil)
        #expect(signing.review.payees.map(\.address) == [shop])
        #expect(signing.review.change != nil && cold.bitcoin.questions == 0)
        let signed = try signing.signed()
        let done = try hot.wallet.complete(status.id, with: signed)

        #expect(done.state == .sent)
        #expect(try hot.bitcoin.paid(to: shop) == 40_000)
    }

    /// N8
    @Test func anUnsignedDocumentIsSaidToBringNoSignature() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, 50_000)
        try fixture.wallet.refresh(account.id)
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0003"))], fee: .custom("3")))
        let (status, document) = try fixture.wallet.export(plan.approved())

        let sentence = refuses(.badDocument) { try fixture.wallet.complete(status.id, with: document.bytes) }

        #expect(sentence.contains("no new signature") && sentence.contains("0 of 1 signatures"))
        #expect(try fixture.wallet.send(status.id).remark == nil)
        let signed = try fixture.wallet.review(document, account: account.id).signed()
        #expect(try fixture.wallet.complete(status.id, with: signed).state == .sent)
    }

    @Test func anotherTransactionThanTheOneExportedIsNotSent() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        for _ in 0..<2 {
            try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id, fresh: true).address, 50_000)
        }
        try fixture.wallet.refresh(account.id)
        func export(_ amount: String) throws -> (status: SendStatus, document: OfflineDocument) {
            let plan = try fixture.wallet.plan(
                SendDraft(account: account.id, recipients: [.init(to: shop, .exactly(amount))], fee: .custom("3")))
            return try fixture.wallet.export(plan.approved())
        }
        let (one, _) = try export("0.0003")
        let (other, document) = try export("0.0002")
        let signed = try fixture.wallet.review(document, account: account.id).signed()

        refuses(.mismatch) { try fixture.wallet.complete(one.id, with: signed) }
        #expect(fixture.bitcoin.broadcasts.isEmpty)
        #expect(try fixture.wallet.complete(other.id, with: signed).state == .sent)
        #expect(try fixture.wallet.drop(one.id).state == .dropped)
        refuses(.tooLate) { try fixture.wallet.complete(one.id, with: signed) }
    }

    @Test func whatCameBackFromASignerCountsWhileNoServerHasIt() throws {
        let fixture = try CoinFixture()
        let account = try fixture.begin()
        try fixture.bitcoin.fund(try fixture.wallet.receiveAddress(of: account.id).address, 50_000)
        try fixture.wallet.refresh(account.id)
        let plan = try fixture.wallet.plan(
            SendDraft(account: account.id, recipients: [.init(to: shop, .exactly("0.0003"))], fee: .custom("3")))
        let (status, document) = try fixture.wallet.export(plan.approved())
        fixture.bitcoin.refusal = "mempool full"
        let signed = try fixture.wallet.review(document, account: account.id).signed()
        _ = refuses(.refused) { try fixture.wallet.complete(status.id, with: signed) }

        try fixture.wallet.refresh(account.id)

        #expect(try fixture.wallet.history(of: account.id).first?.status == .pending)
        #expect(try fixture.balance(account)[2] < 20_000)
    }
}
