// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct SweepTests {
    private func refresh(_ account: TestAccount) throws {
        account.session = try account.hub.caller.call(
            Routes.refresh, RefreshToken(refreshToken: account.session.refreshToken))
    }

    @Test func nothingIsReturnedBeforeTheRefundDate() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try alice.buy(400)
        hub.clock.advance(seconds: 38 * Timestamp.secondsPerDay - 1)
        #expect(try hub.hub.sweep(hub.clock.now) == SweepReport())
        hub.clock.advance(seconds: 1)
        #expect(try hub.hub.sweep(hub.clock.now) == SweepReport(roots: 1, returned: 400, failed: 0))
        try refresh(alice)
        #expect(try alice.balance().balance == dollars(1_000))
        try hub.requireSoundLedger()
    }

    /// What was sold keeps the dates of the policy under which it was sold, whatever the hub sells under now.
    @Test func aChangeOfPolicyMovesNoDateOfWhatWasSoldBefore() throws {
        let disk = try HubOnDisk()
        let first = try disk.open(longSessions)
        let session = try first.account("alice", cents: 1_000).session
        let alice = TestAccount(hub: first, session: session)
        let (kept, lost) = (try alice.buy(400), try alice.buy(300))
        #expect(lost.token.root.refundAt == disk.clock.now.adding(days: 38))
        first.hub.close()
        let second = try disk.open {
            longSessions(&$0)
            $0.policy = LimitPolicy(
                id: 2, tokens: 4, hops: 3, payloadBytes: 4_096, perPayment: 300, perRoot: 300, walletTotal: 2_000,
                unsettledTotal: 2_000, staleRequest: 300, futureTolerance: 86_400, acceptDays: 10, redeemDays: 2,
                refundDays: 1)
        }
        defer { second.hub.close() }
        let later = TestAccount(hub: second, session: session)
        // The new policy's last day, and the old one's.
        disk.clock.advance(days: 13)
        #expect(try second.hub.sweep(disk.clock.now) == SweepReport())
        disk.clock.advance(days: 24)
        #expect(try later.redeem(kept).credited == 400)
        disk.clock.advance(seconds: Timestamp.secondsPerDay - 1)
        #expect(try second.hub.sweep(disk.clock.now) == SweepReport())
        disk.clock.advance(seconds: 1)
        #expect(try second.hub.sweep(disk.clock.now) == SweepReport(roots: 2, returned: 300))
        #expect(try later.balance().balance == dollars(1_000))
        try second.requireSoundLedger()
    }

    /// A setting of the operator: the root tells wallets its date, and keeps it when the setting changes.
    @Test func anOfflineTokenCarriesTheDaysForWhichTheOperatorLetsItBeAccepted() throws {
        let disk = try HubOnDisk()
        let first = try disk.open {
            longSessions(&$0)
            $0.acceptDays = 7
        }
        let session = try first.account("alice", cents: 1_000).session
        let short = try TestAccount(hub: first, session: session).buy(300)
        #expect(short.token.root.policyID == 1 && short.token.root.acceptUntil == disk.clock.now.adding(days: 7))
        #expect(short.token.root.refundAt == disk.clock.now.adding(days: 15))
        first.hub.close()
        let second = try disk.open(longSessions)
        defer { second.hub.close() }
        let alice = TestAccount(hub: second, session: session)
        let usual = try alice.buy(400)
        #expect(usual.token.root.acceptUntil == disk.clock.now.adding(days: 30))
        disk.clock.advance(seconds: 15 * Timestamp.secondsPerDay - 1)
        #expect(try second.hub.sweep(disk.clock.now) == SweepReport())
        disk.clock.advance(seconds: 1)
        #expect(try second.hub.sweep(disk.clock.now) == SweepReport(roots: 1, returned: 300))
        #expect(try alice.redeem(usual).credited == 400)
        #expect(try alice.balance().balance == dollars(1_000))
        try second.requireSoundLedger()
    }

    /// Double refund: what was returned is returned again.
    @Test func sweepingAgainChangesNothing() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try alice.buy(400)
        hub.clock.advance(days: 38)
        try hub.hub.sweep(hub.clock.now)
        let before = try hub.hub.audit()
        #expect(try hub.hub.sweep(hub.clock.now) == SweepReport())
        #expect(try hub.hub.audit().entries == before.entries)
    }

    @Test func eachUnitGoesToItsLastKnownOwner() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let root = try alice.buy(1_000)
        let bobs = try bob.receive(try units(0, 600), from: root)
        let carols = try carol.receive(try units(100, 200), from: bobs)
        // Bob redeems a part; the rest he loses with his phone. Only the chain that Carol paid with was uploaded.
        _ = try bob.upload([try bob.redemption(try units(500, 100), of: bobs), carols.token.encoded])
        hub.clock.advance(days: 38)
        #expect(try hub.hub.sweep(hub.clock.now).returned == 900)
        for account in [alice, bob, carol] { try refresh(account) }
        #expect(try alice.balance().balance == dollars(400))
        #expect(try bob.balance().balance == dollars(400))
        #expect(try carol.balance().balance == dollars(200))
        try hub.requireSoundLedger()
    }

    @Test func unitsPaidToAKeyThatNobodyCertifiedGoBackToThePayer() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let root = try alice.buy(1_000)
        let lost = try root.spend(
            try units(0, 600), to: hub.freshKey().publicKey, hub: hub, hash: RequestHash(random: hub.random))
        _ = try alice.upload([lost.encoded])
        hub.clock.advance(days: 38)
        try hub.hub.sweep(hub.clock.now)
        try refresh(alice)
        #expect(try alice.balance().balance == dollars(1_000))
        try hub.requireSoundLedger()
    }

    @Test func manyRootsAreSweptInSeveralCommits() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100_000)
        for _ in 0..<150 { _ = try alice.buy(2) }
        hub.clock.advance(days: 38)
        #expect(try hub.hub.sweep(hub.clock.now) == SweepReport(roots: 150, returned: 300, failed: 0))
        try hub.requireSoundLedger()
    }
}
