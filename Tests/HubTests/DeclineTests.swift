// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct DeclineTests {
    /// Alice, with 10.00, has bought a root of 4.00 and signed 3.00 of it to Bob.
    private struct Payment {
        let hub: TestHub
        let alice: TestAccount
        let bob: TestAccount
        let root: Held
        let bobs: Held

        init(configure: (inout HubConfiguration) -> Void = { _ in }) throws {
            hub = try TestHub(configure: configure)
            alice = try hub.account("alice", cents: 1_000)
            bob = try hub.account("bob")
            root = try alice.buy(400)
            bobs = try bob.receive(try units(0, 300), from: root)
        }

        var decline: Decline { get throws { try self.decline([bobs], by: bobs.key) } }

        func decline(_ tokens: [Held], by key: P256.PrivateKey) throws -> Decline {
            try Decline.issue(for: tokens.map { $0.token.id(hub: hub.hub.id) }, key: key, hub: hub.hub.id)
        }

        @discardableResult
        func settle() throws -> HubReceipt { try alice.settle([bobs.token], decline)[0] }
    }

    @Test func aDeclinedPaymentIsPaidBackAtOnce() throws {
        let payment = try Payment()
        let receipt = try payment.settle()
        #expect(receipt.outcome == .refunded && receipt.units == 300)
        #expect(try payment.alice.balance().balance == dollars(900))
        let history = try payment.hub.caller.call(Routes.transactions, Nothing(), as: payment.alice.proof)
        #expect(history.items[0].kind == .refund && history.items[0].amount == dollars(300))
        try payment.hub.requireSoundLedger()
    }

    @Test func itIsSettledOnceAndAnsweredWithTheSameBytesForEver() throws {
        let payment = try Payment { $0.keyDays = 400 }
        let first = try payment.settle()
        let token = payment.bobs.token
        // Alone, in one request with itself, without its decline, by somebody else, and long after its dates.
        #expect(try payment.alice.settle([token, token], payment.decline) == [first, first])
        #expect(try payment.alice.receipts([token]) == [first])
        #expect(try payment.bob.settle([token], payment.decline) == [first])
        payment.hub.clock.advance(days: 60)
        try payment.hub.hub.sweep(payment.hub.clock.now)
        payment.alice.session = try payment.hub.caller.call(
            Routes.refresh, RefreshToken(refreshToken: payment.alice.session.refreshToken))
        #expect(try payment.alice.settle([token], payment.decline) == [first])
        #expect(try payment.alice.balance().balance == dollars(1_000))
        try payment.hub.requireSoundLedger()
    }

    @Test func twiceInOneFirstRequestItIsPaidBackOnce() throws {
        let payment = try Payment()
        let receipts = try payment.alice.settle([payment.bobs.token, payment.bobs.token], payment.decline)
        #expect(receipts[0] == receipts[1])
        #expect(try payment.alice.balance().balance == dollars(900))
        try payment.hub.requireSoundLedger()
    }

    @Test func aRecordedReceiptIsReplacedByTheFinalOneOnce() throws {
        let payment = try Payment()
        #expect(try payment.alice.receipts([payment.bobs.token]).map(\.outcome) == [.recorded])
        let final = try payment.settle()
        #expect(final.outcome == .refunded)
        #expect(try payment.alice.receipts([payment.bobs.token]) == [final])
        let query = StatusQuery(records: [Blob(final.recordID.bytes)])
        let status = try payment.hub.caller.call(Routes.status, query, as: payment.bob.proof).items[0]
        #expect(status.state == .refunded && status.receipt?.bytes == final.encoded)
    }

    @Test func aDeclineThatThePayeeDidNotSignSettlesNothing() throws {
        let payment = try Payment()
        for key in [payment.root.key, payment.hub.freshKey()] {
            let forged = try payment.decline([payment.bobs], by: key)
            let item = try payment.alice.upload([payment.bobs.token], [forged]).items[0]
            #expect(item.problem?.details["reason"] == "badSignature")
        }
        #expect(try payment.alice.balance().balance == dollars(600))
        #expect(try payment.bob.redeem(payment.bobs).credited == 300)
        try payment.hub.requireSoundLedger()
    }

    @Test func aDeclineOfAnotherPaymentSettlesNothing() throws {
        let payment = try Payment()
        let other = try payment.bob.receive(try units(300, 100), from: payment.root)
        let decline = try payment.decline([other], by: payment.bobs.key)
        #expect(try payment.alice.settle([payment.bobs.token], decline).map(\.outcome) == [.recorded])
        #expect(try payment.alice.balance().balance == dollars(600))
    }

    @Test func onlyThePayerCanHaveItSettled() throws {
        let payment = try Payment()
        let eve = try payment.hub.account("eve")
        for account in [eve, payment.bob] {
            #expect(try account.settle([payment.bobs.token], payment.decline).map(\.outcome) == [.recorded])
            #expect(try account.balance().balance == dollars(0))
        }
        #expect(try payment.settle().units == 300)
        try payment.hub.requireSoundLedger()
    }

    @Test func declinesThatCannotBeReadRefuseTheRequest() throws {
        let payment = try Payment()
        let token = [Blob(payment.bobs.token.encoded)]
        let decline = Blob(try payment.decline.encoded)
        for declines in [[], [Blob([1, 2])], [decline, decline], [Blob](repeating: decline, count: 65)] {
            #expect(
                refusal {
                    _ = try payment.hub.caller.call(
                        Routes.redeem, Redemptions(items: token, declines: declines), as: payment.alice.proof)
                } == .badRequest)
        }
    }

    @Test func afterThePayeeHasRedeemedNothingIsPaidBack() throws {
        let payment = try Payment()
        #expect(try payment.bob.redeem(payment.bobs).credited == 300)
        let receipt = try payment.settle()
        #expect(receipt.outcome == .refunded && receipt.units == 0)
        #expect(try payment.alice.balance().balance == dollars(600))
        #expect(try payment.hub.hub.audit().cases.isEmpty)
        try payment.hub.requireSoundLedger()
    }

    @Test func aPayeeWhoRedeemsWhatItDeclinedGetsNothingAndHasNoClaim() throws {
        let payment = try Payment()
        try payment.settle()
        #expect(try payment.bob.redeem(payment.bobs).credited == 0)
        #expect(try payment.bob.balance().balance == dollars(0))
        #expect(try payment.hub.hub.audit().cases.isEmpty)
        try payment.hub.requireSoundLedger()
    }

    @Test func whatThePayeeHandedOnBeforeStaysWithItsOwner() throws {
        let payment = try Payment()
        let carol = try payment.hub.account("carol")
        let carols = try carol.receive(try units(100, 100), from: payment.bobs)
        #expect(try carol.receipts([carols.token]).map(\.outcome) == [.recorded])
        #expect(try payment.settle().units == 200)
        // The payee is accused, although nobody falls short.
        #expect(try payment.hub.hub.audit().cases.map(\.account) == ["bob"])
        #expect(try carol.redeem(carols).credited == 100)
        #expect(try payment.hub.hub.audit().cases.map(\.owed) == [dollars(0)])
        try payment.hub.requireSoundLedger()
    }

    @Test func whoeverIsPaidWithDeclinedUnitsHasAClaimAgainstThePayee() throws {
        let payment = try Payment { $0.claimWindow = 0 }
        let carol = try payment.hub.account("carol")
        _ = try payment.hub.hub.topUp(.account("bob"), dollars(80))
        try payment.settle()
        let carols = try carol.receive(try units(100, 100), from: payment.bobs)
        #expect(try carol.redeem(carols).credited == 0)
        #expect(refusal { _ = try payment.bob.pseudonym() } == .accountFrozen)
        try payment.hub.requireSoundLedger()
        let report = try payment.hub.hub.sweep(payment.hub.clock.now)
        #expect(report == SweepReport(claims: 1, compensated: 80))
        #expect(try carol.balance().balance == dollars(80))
        #expect(try payment.hub.hub.audit().cases.map(\.owed) == [dollars(20)])
        try payment.hub.requireSoundLedger()
    }

    @Test func eachCoinOfABundleIsSettledOnItsOwn() throws {
        let payment = try Payment()
        let second = try payment.alice.buy(200)
        let more = Held(
            token: try second.spend(
                try units(0, 200), to: payment.bobs.key.publicKey, hub: payment.hub,
                hash: RequestHash(random: payment.hub.random)),
            key: payment.bobs.key, certificate: payment.bobs.certificate)
        let decline = try payment.decline([payment.bobs, more], by: payment.bobs.key)
        let first = try payment.alice.settle([payment.bobs.token], decline)
        #expect(first.map(\.units) == [300])
        #expect(try payment.bob.redeem(more).credited == 200)
        let both = try payment.alice.settle([payment.bobs.token, more.token], decline)
        #expect(both[0] == first[0] && both[1].outcome == .refunded && both[1].units == 0)
        #expect(try payment.alice.balance().balance == dollars(700))
        try payment.hub.requireSoundLedger()
    }

    @Test func aCertifiedPayerInTheMiddleIsPaidBack() throws {
        let payment = try Payment()
        let carol = try payment.hub.account("carol")
        let carols = try carol.receive(try units(50, 150), from: payment.bobs)
        let decline = try payment.decline([carols], by: carols.key)
        #expect(try payment.alice.settle([carols.token], decline).map(\.outcome) == [.recorded])
        #expect(try payment.bob.settle([carols.token], decline).map(\.units) == [150])
        #expect(try payment.bob.balance().balance == dollars(150))
        try payment.hub.requireSoundLedger()
    }

    @Test func theSweepReturnsTheRestAndNothingTwice() throws {
        let payment = try Payment()
        let carol = try payment.hub.account("carol")
        let carols = try carol.receive(try units(100, 100), from: payment.bobs)
        _ = try carol.receipts([carols.token])
        try payment.settle()
        payment.hub.clock.advance(days: 38)
        // Carol's part and the units that Alice never spent.
        #expect(try payment.hub.hub.sweep(payment.hub.clock.now).returned == 200)
        for account in [payment.alice, carol] {
            account.session = try payment.hub.caller.call(
                Routes.refresh, RefreshToken(refreshToken: account.session.refreshToken))
        }
        #expect(try payment.alice.balance().balance == dollars(900))
        #expect(try carol.balance().balance == dollars(100))
        try payment.hub.requireSoundLedger()
    }

    @Test func unitsWhoseRedemptionCameTooLateAreReturnedToThePayerWhoHasADecline() throws {
        let payment = try Payment { $0.keyDays = 400 }
        payment.hub.clock.advance(seconds: 37 * Timestamp.secondsPerDay + 1)
        for account in [payment.alice, payment.bob] {
            account.session = try payment.hub.caller.call(
                Routes.refresh, RefreshToken(refreshToken: account.session.refreshToken))
        }
        let redemption = try payment.bob.redemption(try units(0, 300), of: payment.bobs)
        #expect(try payment.bob.upload([redemption]).items[0].problem?.code == .tooLate)
        _ = try payment.bob.receipts([payment.bobs.token])
        _ = try payment.settle()
        payment.hub.clock.advance(days: 1)
        try payment.hub.hub.sweep(payment.hub.clock.now)
        payment.alice.session = try payment.hub.caller.call(
            Routes.refresh, RefreshToken(refreshToken: payment.alice.session.refreshToken))
        #expect(try payment.alice.balance().balance == dollars(1_000))
        try payment.hub.requireSoundLedger()
    }

    @Test func aRedemptionThatSomebodyElseUploadedAsAChainIsStillCredited() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let eve = try hub.account("eve")
        let held = try alice.buy(400)
        let bytes = try alice.redemption(held.token.range, of: held)
        #expect(try eve.receipts([try Redemption(decoding: bytes).token]).map(\.outcome) == [.recorded])
        let first = try alice.upload([bytes]).items[0]
        #expect(try first.credited == 400)
        #expect(try alice.upload([bytes]).items[0].receipt == first.receipt)
        try hub.requireSoundLedger()
    }
}

extension TestAccount {
    func upload(_ tokens: [OfflineToken], _ declines: [Decline]?) throws -> RedemptionAnswer {
        try hub.caller.call(
            Routes.redeem,
            Redemptions(items: tokens.map { Blob($0.encoded) }, declines: declines?.map { Blob($0.encoded) }),
            as: proof)
    }

    fileprivate func settle(_ tokens: [OfflineToken], _ decline: Decline) throws -> [HubReceipt] {
        try upload(tokens, [decline]).items.map { try HubReceipt(decoding: #require($0.receipt).bytes) }
    }

    fileprivate func receipts(_ tokens: [OfflineToken]) throws -> [HubReceipt] {
        try upload(tokens, nil).items.map { try HubReceipt(decoding: #require($0.receipt).bytes) }
    }
}
