// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct FraudTests {
    /// Alice has signed the same 400 units to Bob and to Carol.
    private struct DoubleSpend {
        let hub: TestHub
        let alice: TestAccount
        let bob: TestAccount
        let carol: TestAccount
        let root: Held
        let bobs: Held
        let carols: Held

        init(aliceKeeps: Int64 = 0, configure: (inout HubConfiguration) -> Void = { _ in }) throws {
            hub = try TestHub { configuration in
                configuration.keyDays = 400
                configure(&configuration)
            }
            alice = try hub.account("alice", cents: 400 + aliceKeeps)
            bob = try hub.account("bob")
            carol = try hub.account("carol")
            root = try alice.buy(400)
            bobs = try bob.receive(try units(0, 400), from: root)
            carols = try carol.receive(try units(0, 400), from: root)
        }

        func refreshAll() throws {
            for account in [alice, bob, carol] {
                account.session = try hub.caller.call(
                    Routes.refresh, RefreshToken(refreshToken: account.session.refreshToken))
            }
        }

        func sweep(afterDays days: UInt64) throws {
            hub.clock.advance(days: days)
            try hub.hub.sweep(hub.clock.now)
            try refreshAll()
        }
    }

    private func announced(of hub: TestHub) throws -> AnnouncementSet {
        var announced = AnnouncementSet(rootKey: hub.hub.rootKey)
        for announcement in try hub.caller.call(Routes.announcements, Nothing()).announcements {
            try announced.add(try Announcement(decoding: announcement.bytes))
        }
        return announced
    }

    @Test func theFirstOfTwoPayeesIsCreditedAndTheSecondGetsAProofThatConvicts() throws {
        let fraud = try DoubleSpend()
        #expect(try fraud.bob.redeem(fraud.bobs).credited == 400)
        let item = try fraud.carol.redeem(fraud.carols)
        #expect(try item.credited == 0)
        let proof = try FraudProof(decoding: #require(item.proofs?.first).bytes)
        try proof.verify(by: announced(of: fraud.hub))
        #expect(proof.culprit.key == fraud.root.key.publicKey)
        #expect(try fraud.hub.hub.audit().cases.map(\.owed) == [dollars(400)])
        try fraud.hub.requireSoundLedger()
    }

    @Test func theKeysOfTheCulpritAreRevokedAndNobodyElses() throws {
        let fraud = try DoubleSpend()
        let (pseudonym, _) = try fraud.alice.pseudonym()
        _ = try fraud.bob.redeem(fraud.bobs)
        _ = try fraud.carol.redeem(fraud.carols)
        let answer = try fraud.hub.caller.call(Routes.announcements, Nothing())
        let list = try RevocationList(decoding: #require(answer.revocations).bytes)
        try list.verify(by: announced(of: fraud.hub))
        #expect(list.sequence == 1)
        #expect(list.contains(fraud.root.key.publicKey) && list.contains(pseudonym.publicKey))
        #expect(!list.contains(fraud.bobs.key.publicKey) && !list.contains(fraud.carols.key.publicKey))
    }

    @Test func anAccusedAccountCanNeitherBuyNorCertifyNorSend() throws {
        let fraud = try DoubleSpend(aliceKeeps: 1_000)
        _ = try fraud.bob.redeem(fraud.bobs)
        _ = try fraud.alice.upload([fraud.carols.token.encoded])
        #expect(refusal { _ = try fraud.alice.buy(10) } == .accountFrozen)
        #expect(refusal { _ = try fraud.alice.pseudonym() } == .accountFrozen)
        #expect(refusal { _ = try fraud.alice.send(10, to: "bob") } == .accountFrozen)
        let balance = try fraud.alice.balance()
        #expect(
            balance.balance == dollars(1_000) && balance.available == dollars(0) && balance.frozen == dollars(1_000))
        // The others are not touched.
        _ = try fraud.bob.send(10, to: "carol")
        _ = try fraud.bob.pseudonym()
    }

    @Test func aConflictIsFoundWhoeverUploadsAndInWhateverOrder() throws {
        for order in [[0, 1], [1, 0]] {
            let fraud = try DoubleSpend()
            let tokens = [fraud.bobs.token.encoded, fraud.carols.token.encoded]
            let items = try fraud.alice.upload(order.map { tokens[$0] }).items
            #expect(items[0].proofs == nil && items[1].proofs?.count == 1)
            #expect(try fraud.hub.hub.audit().cases.count == 1)
            // Uploading again neither adds nor changes anything.
            #expect(try fraud.bob.upload(order.map { tokens[$0] }).items.map(\.receipt) == items.map(\.receipt))
            #expect(try fraud.hub.hub.audit().cases.count == 1)
            try fraud.hub.requireSoundLedger()
        }
    }

    @Test func onlyTheUnitsThatWereSpentTwiceFallShort() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 400)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let root = try alice.buy(400)
        let bobs = try bob.receive(try units(0, 250), from: root)
        let carols = try carol.receive(try units(200, 200), from: root)
        #expect(try bob.redeem(bobs).credited == 250)
        #expect(try carol.redeem(carols).credited == 150)
        #expect(try hub.hub.audit().cases.map(\.claimed) == [dollars(50)])
        try hub.requireSoundLedger()
    }

    @Test func aHolderInTheMiddleIsAccusedAndTheRootsOwnerIsNot() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 400)
        let mallory = try hub.account("mallory")
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let mallorys = try mallory.receive(try units(0, 300), from: try alice.buy(400))
        let bobs = try bob.receive(try units(0, 300), from: mallorys)
        let carols = try carol.receive(try units(100, 200), from: mallorys)
        _ = try bob.redeem(bobs)
        let item = try carol.redeem(carols)
        let proof = try FraudProof(decoding: #require(item.proofs?.first).bytes)
        #expect(proof.culprit.key == mallorys.key.publicKey)
        #expect(try hub.hub.audit().cases.map(\.account) == ["mallory"])
        _ = try alice.pseudonym()
        try hub.requireSoundLedger()
    }

    @Test func redeemingTheSameUnitsTwiceForOneselfGainsNothing() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 400)
        let root = try alice.buy(400)
        #expect(try alice.redeem(root).credited == 400)
        // Another nonce makes another record: signed by the same key over the same units.
        #expect(try alice.redeem(root).credited == 0)
        #expect(try alice.balance().balance == dollars(400))
        #expect(try hub.hub.audit().cases.map(\.claimed) == [dollars(0)])
        try hub.requireSoundLedger()
    }

    @Test func claimsArePaidFromTheCulpritsBalanceAtTheRefundDate() throws {
        let fraud = try DoubleSpend(aliceKeeps: 1_000)
        _ = try fraud.bob.redeem(fraud.bobs)
        _ = try fraud.carol.redeem(fraud.carols)
        try fraud.sweep(afterDays: 37)
        #expect(try fraud.carol.balance().balance == dollars(0))
        try fraud.sweep(afterDays: 1)
        #expect(try fraud.carol.balance().balance == dollars(400))
        #expect(try fraud.alice.balance().available == dollars(600))
        #expect(try fraud.hub.hub.audit().cases.isEmpty)
        _ = try fraud.alice.pseudonym()
        let history = try fraud.hub.caller.call(Routes.transactions, Nothing(), as: fraud.alice.proof)
        #expect(history.items[0].kind == .recovery && history.items[0].amount == dollars(-400))
        try fraud.hub.requireSoundLedger()
    }

    @Test func whatTheCulpritCannotPayTheGuaranteeFundPaysUpToItsCap() throws {
        let fraud = try DoubleSpend(aliceKeeps: 100) { $0.guaranteeCap = 250 }
        _ = try fraud.hub.hub.topUp(.guaranteeFund, dollars(10_000))
        _ = try fraud.bob.redeem(fraud.bobs)
        _ = try fraud.carol.redeem(fraud.carols)
        try fraud.sweep(afterDays: 38)
        #expect(try fraud.carol.balance().balance == dollars(100))
        // Another payee of the same culprit may still be on its way.
        try fraud.sweep(afterDays: 15)
        #expect(try fraud.carol.balance().balance == dollars(350))
        #expect(try fraud.hub.hub.audit().cases.map(\.owed) == [dollars(50)])
        // The culprit stays liable: first for the rest of the claim, then for what the fund has paid.
        _ = try fraud.hub.hub.topUp(.account("alice"), dollars(200))
        try fraud.hub.hub.sweep(fraud.hub.clock.now)
        #expect(try fraud.carol.balance().balance == dollars(400))
        #expect(try fraud.alice.balance().balance == dollars(0))
        _ = try fraud.hub.hub.topUp(.account("alice"), dollars(500))
        try fraud.hub.hub.sweep(fraud.hub.clock.now)
        #expect(try fraud.alice.balance().available == dollars(400))
        #expect(try fraud.hub.hub.audit().lines.first { $0.account == "guarantee" }?.balance == dollars(10_000))
        try fraud.hub.requireSoundLedger()
    }

    @Test func onlyTheOwnerOfAClaimIsToldOfIt() throws {
        let fraud = try DoubleSpend()
        _ = try fraud.bob.redeem(fraud.bobs)
        let item = try fraud.carol.redeem(fraud.carols)
        let record = try HubReceipt(decoding: #require(item.receipt).bytes).recordID
        func claim(_ account: TestAccount) throws -> StatusAnswer.Claim? {
            let query = StatusQuery(records: [Blob(record.bytes)])
            return try fraud.hub.caller.call(Routes.status, query, as: account.proof).items[0].claim
        }
        let fundFrom = fraud.hub.clock.now.adding(days: 53).seconds
        let carols = StatusAnswer.Claim(amount: dollars(400), paid: dollars(0), fundFrom: fundFrom)
        #expect(try claim(fraud.carol) == carols)
        #expect(try claim(fraud.bob) == nil)
    }

    @Test func whoClaimsMoreTakesNothingFromWhoClaimsLess() throws {
        let hub = try TestHub { $0.claimWindow = 0 }
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(900)
        let names = ["bob", "carol", "dave", "erin"]
        let accounts = try names.map { try hub.account($0) }
        let parts = try [units(0, 900), units(0, 600), units(0, 200), units(500, 100)]
        for (account, part) in zip(accounts, parts) { _ = try account.redeem(try account.receive(part, from: root)) }
        // Owed 600, 200 and 100; the culprit has 100.
        try hub.hub.sweep(hub.clock.now)
        #expect(try accounts.map { try $0.balance().balance.minorUnits } == [900, 34, 33, 33])
        #expect(try hub.hub.audit().cases.map(\.owed) == [dollars(800)])
        try hub.hub.sweep(hub.clock.now)
        #expect(try accounts.map { try $0.balance().balance.minorUnits } == [900, 34, 33, 33])
        try hub.requireSoundLedger()
    }

    @Test func theOperatorMaySettleEarly() throws {
        let fraud = try DoubleSpend(aliceKeeps: 1_000)
        _ = try fraud.bob.redeem(fraud.bobs)
        _ = try fraud.carol.redeem(fraud.carols)
        let report = try fraud.hub.hub.sweep(fraud.hub.clock.now, settlingAllCases: true)
        #expect(report == SweepReport(claims: 1, compensated: 400))
        #expect(try fraud.carol.balance().balance == dollars(400))
        try fraud.hub.requireSoundLedger()
    }

    @Test func manyConflictsOfOneKeyAreOneCase() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 400)
        let bob = try hub.account("bob")
        let root = try alice.buy(400)
        let tokens = try (0..<30).map { _ in try bob.receive(root.token.range, from: root).token.encoded }
        _ = try bob.upload(tokens)
        #expect(try hub.hub.audit().cases.count == 1)
        try hub.requireSoundLedger()
    }
}
