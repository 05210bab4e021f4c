// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct RedemptionTests {
    @Test func aPurchasedTokenIsRedeemedByItsOwner() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let held = try alice.buy(4_000)
        #expect(try alice.balance().balance == dollars(6_000))
        let item = try alice.redeem(held)
        #expect(try item.credited == 4_000)
        #expect(try alice.balance().balance == dollars(10_000))
        try hub.requireSoundLedger()
    }

    @Test func moneyTravelsOfflineOverSeveralHandsAndEachRedeemsItsPart() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let root = try alice.buy(1_000)
        let bobs = try bob.receive(try units(0, 600), from: root)
        let carols = try carol.receive(try units(0, 250), from: bobs)
        #expect(try carol.redeem(carols).credited == 250)
        let rest = try bob.redemption(try units(250, 350), of: bobs)
        #expect(try bob.upload([rest]).items[0].credited == 350)
        let change = try alice.redemption(try units(600, 400), of: root)
        #expect(try alice.upload([change]).balance.balance == dollars(9_400))
        try hub.requireSoundLedger()
        #expect(try hub.hub.audit().issuers.map(\.redeemed) == [dollars(1_000)])
    }

    @Test func theSameRecordIsAnsweredWithTheSameReceiptForEver() throws {
        let hub = try TestHub { $0.keyDays = 400 }
        let alice = try hub.account("alice", cents: 1_000)
        let held = try alice.buy(400)
        let bytes = try alice.redemption(held.token.range, of: held)
        let first = try alice.upload([bytes]).items[0]
        // Alone, twice in one request, and long after its dates.
        #expect(try alice.upload([bytes, bytes]).items.map(\.receipt) == [first.receipt, first.receipt])
        hub.clock.advance(days: 60)
        try hub.hub.sweep(hub.clock.now)
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(try alice.upload([bytes]).items[0].receipt == first.receipt)
        #expect(try alice.balance().balance == dollars(1_000))
        try hub.requireSoundLedger()
    }

    /// The same token twice in one request: each looks for the other before either is written down.
    @Test func theSameRecordTwiceInOneFirstRequestIsCreditedOnce() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let held = try alice.buy(400)
        let bytes = try alice.redemption(held.token.range, of: held)
        let items = try alice.upload([bytes, bytes, bytes]).items
        #expect(Set(items.map(\.receipt)).count == 1)
        #expect(try alice.balance().balance == dollars(1_000))
    }

    @Test func aPaymentUploadedByItsPayerIsRecordedAndCreditsNobody() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let bobs = try bob.receive(try units(0, 300), from: try alice.buy(400))
        let item = try alice.upload([bobs.token.encoded]).items[0]
        let receipt = try HubReceipt(decoding: #require(item.receipt).bytes)
        #expect(receipt.outcome == .recorded && receipt.units == 0)
        #expect(try bob.balance().balance == dollars(0))
        #expect(try bob.redeem(bobs).credited == 300)
        #expect(try alice.upload([bobs.token.encoded]).items[0].receipt == item.receipt)
        try hub.requireSoundLedger()
    }

    @Test func statusTellsWhatBecameOfARecord() throws {
        let hub = try TestHub { $0.keyDays = 400 }
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let root = try alice.buy(400)
        let first = try bob.receive(try units(0, 300), from: root)
        let second = try bob.receive(try units(300, 100), from: root)
        let ids = [first, second].map { Blob($0.token.id(hub: hub.hub.id).bytes) }
        func states() throws -> [StatusAnswer.State] {
            try hub.caller.call(Routes.status, StatusQuery(records: ids), as: alice.proof).items.map(\.state)
        }
        #expect(try states() == [.unknown, .unknown])
        _ = try alice.upload([first.token.encoded, second.token.encoded])
        #expect(try states() == [.recorded, .recorded])
        _ = try bob.redeem(first)
        #expect(try states() == [.credited, .recorded])
        hub.clock.advance(days: 39)
        try hub.hub.sweep(hub.clock.now)
        alice.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken))
        #expect(try states() == [.credited, .swept])
        let short = StatusQuery(records: [Blob([1, 2, 3])])
        #expect(refusal { _ = try hub.caller.call(Routes.status, short, as: alice.proof) } == .badRequest)
    }

    @Test func aBadItemIsRefusedAloneAndItsNeighboursAreCredited() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let good = try [alice.buy(100), alice.buy(200)].map { try alice.redemption($0.token.range, of: $0) }
        var broken = good[0]
        broken[broken.count - 3] ^= 1
        let items = try alice.upload([good[0], broken, [], good[1]]).items
        #expect(items.map { $0.problem?.code } == [nil, .badRecord, .badRecord, nil])
        #expect(try alice.balance().balance == dollars(1_000))
        try hub.requireSoundLedger()
    }

    @Test func onlyTheAccountThatARedemptionIsBoundToIsCredited() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let eve = try hub.account("eve")
        let held = try alice.buy(400)
        let bytes = try alice.redemption(held.token.range, of: held)
        #expect(try eve.upload([bytes]).items[0].problem?.details["reason"] == "wrongAccount")
        // Eve puts her own name on it, but the owner signed for another.
        let redemption = try Redemption(decoding: bytes)
        let forged = try Redemption(account: try eve.id, nonce: redemption.nonce, token: redemption.token).encoded
        #expect(try eve.upload([forged]).items[0].problem?.details["reason"] == "wrongAccount")
        #expect(try eve.balance().balance == dollars(0))
        #expect(try alice.upload([bytes]).items[0].credited == 400)
    }

    @Test func aLateRedemptionIsRefusedButTheRefundFindsItsOwner() throws {
        let hub = try TestHub { $0.keyDays = 400 }
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let held = try bob.receive(try units(0, 300), from: try alice.buy(400))
        hub.clock.advance(seconds: 37 * Timestamp.secondsPerDay + 1)
        bob.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: bob.session.refreshToken))
        #expect(try bob.redeem(held).problem?.code == .tooLate)
        hub.clock.advance(days: 1)
        #expect(try hub.hub.sweep(hub.clock.now).returned == 400)
        bob.session = try hub.caller.call(Routes.refresh, RefreshToken(refreshToken: bob.session.refreshToken))
        #expect(try bob.balance().balance == dollars(300))
        #expect(try bob.redeem(held).problem?.code == .tooLate)
        try hub.requireSoundLedger()
    }

    @Test func severalCoinsInOneItemAreRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let tokens = try [alice.buy(100), alice.buy(200)].map { try bob.receive($0.token.range, from: $0).token }
        #expect(try alice.upload([try UnverifiedPayment(tokens: tokens).encoded]).items[0].problem?.code == .badRecord)
    }

    @Test func aRequestHasOneToSixtyFourItems() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        #expect(refusal { _ = try alice.upload([]) } == .badRequest)
        #expect(refusal { _ = try alice.upload([[UInt8]](repeating: [], count: 65)) } == .badRequest)
        #expect(try alice.upload([[UInt8]](repeating: [], count: 64)).items.count == 64)
    }
}
