// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

/// What an owner is owed who never redeemed units that were spent twice. Decision 0022.
@Suite struct UnredeemedTests {
    /// Alice, who keeps 10.00, has signed the same 4.00 to Bob, who redeemed them, and to Carol, who did not.
    private struct Contest {
        let hub: TestHub
        let alice: TestAccount
        let bob: TestAccount
        let carol: TestAccount
        let dave: TestAccount
        let root: Held
        let bobs: Held
        let carols: Held

        init(aliceKeeps: Int64 = 1_000, configure: (inout HubConfiguration) -> Void = { _ in }) throws {
            hub = try TestHub { configuration in
                configuration.keyDays = 400
                configure(&configuration)
            }
            alice = try hub.account("alice", cents: 400 + aliceKeeps)
            bob = try hub.account("bob")
            carol = try hub.account("carol")
            dave = try hub.account("dave")
            root = try alice.buy(400)
            bobs = try bob.receive(try units(0, 400), from: root)
            carols = try carol.receive(try units(0, 400), from: root)
            _ = try bob.redeem(bobs)
        }

        func advance(days: UInt64) throws {
            hub.clock.advance(days: days)
            for account in [alice, bob, carol, dave] {
                account.session = try hub.caller.call(
                    Routes.refresh, RefreshToken(refreshToken: account.session.refreshToken))
            }
        }

        @discardableResult
        func sweep() throws -> SweepReport {
            try advance(days: 38)
            let report = try hub.hub.sweep(hub.clock.now)
            try hub.requireSoundLedger()
            return report
        }

        func balances() throws -> [Int64] {
            try [alice, bob, carol, dave].map { try $0.balance().balance.minorUnits }
        }

        func status(_ token: OfflineToken, for account: TestAccount) throws -> StatusAnswer.Item {
            let query = StatusQuery(records: [Blob(token.id(hub: hub.hub.id).bytes)])
            return try hub.caller.call(Routes.status, query, as: account.proof).items[0]
        }
    }

    @Test func aPayeeWhoOnlyReportedWhatItHoldsHasAClaim() throws {
        let contest = try Contest()
        _ = try contest.carol.upload([contest.carols.token.encoded])
        #expect(try contest.sweep() == SweepReport(roots: 1, claims: 1, compensated: 400))
        #expect(try contest.balances() == [600, 400, 400, 0])
        let status = try contest.status(contest.carols.token, for: contest.carol)
        #expect(status.state == .swept)
        #expect(status.claim == StatusAnswer.Claim(amount: dollars(400), paid: dollars(400)))
        #expect(try contest.status(contest.carols.token, for: contest.bob).claim == nil)
    }

    @Test func sweepingAgainAndReportingAfterwardsAddNothing() throws {
        let contest = try Contest()
        let before = try contest.carol.upload([contest.carols.token.encoded]).items
        try contest.sweep()
        #expect(try contest.carol.upload([contest.carols.token.encoded]).items[0].receipt == before[0].receipt)
        #expect(try contest.hub.hub.sweep(contest.hub.clock.now) == SweepReport())
        #expect(try contest.balances() == [600, 400, 400, 0])
    }

    @Test func whatTheCulpritAloneSaysItPaidGivesNobodyAClaim() throws {
        let contest = try Contest()
        for account in [contest.alice, contest.bob, contest.dave] {
            _ = try account.upload([contest.carols.token.encoded])
        }
        #expect(try contest.sweep() == SweepReport(roots: 1))
        #expect(try contest.balances() == [1_000, 400, 0, 0])
    }

    @Test func aPayeeIsHeardAfterItsPayerAndGetsTheSameReceipt() throws {
        let contest = try Contest()
        let first = try contest.alice.upload([contest.carols.token.encoded]).items
        let entries = try contest.hub.hub.audit().entries
        for _ in 0..<2 {
            #expect(try contest.carol.upload([contest.carols.token.encoded]).items[0].receipt == first[0].receipt)
        }
        #expect(try contest.hub.hub.audit().entries == entries)
        try contest.sweep()
        #expect(try contest.balances() == [600, 400, 400, 0])
    }

    @Test func aPayeeIsHeardBeforeAnybodyKnowsOfADoubleSpend() throws {
        let contest = try Contest()
        let late = try contest.alice.buy(300)
        let carols = try contest.carol.receive(try units(0, 300), from: late)
        let daves = try contest.dave.receive(try units(100, 200), from: late)
        _ = try contest.carol.upload([carols.token.encoded])
        #expect(try contest.dave.redeem(daves).credited == 200)
        try contest.sweep()
        // Carol gets what is left of the root, and the rest as a claim.
        #expect(try contest.balances() == [500, 400, 300, 200])
    }

    @Test func anHonestPayersWordSufficesForWhomItPaid() throws {
        let contest = try Contest()
        let daves = try contest.dave.receive(try units(0, 300), from: contest.carols)
        _ = try contest.carol.upload([daves.token.encoded])
        try contest.sweep()
        // Dave never came; what Carol had kept is hers.
        #expect(try contest.balances() == [600, 400, 100, 300])
    }

    @Test func eachOfTwoDoubleSpendsOnAPathNeedsAWord() throws {
        let contest = try Contest()
        let erin = try contest.hub.account("erin")
        let daves = try contest.dave.receive(try units(0, 400), from: contest.carols)
        let erins = try erin.receive(try units(0, 400), from: contest.carols)
        _ = try contest.carol.upload([daves.token.encoded, erins.token.encoded])
        _ = try erin.upload([erins.token.encoded])
        try contest.sweep()
        #expect(try contest.balances() == [600, 400, 0, 0])
        erin.session = try contest.hub.caller.call(
            Routes.refresh, RefreshToken(refreshToken: erin.session.refreshToken))
        #expect(try contest.status(erins.token, for: erin).claim?.paid == dollars(400))
    }

    @Test func aRedemptionThatCameTooLateIsThePayeesWord() throws {
        let contest = try Contest()
        try contest.advance(days: 37)
        contest.hub.clock.advance(seconds: 1)
        #expect(try contest.carol.redeem(contest.carols).problem?.code == .tooLate)
        try contest.sweep()
        #expect(try contest.balances() == [600, 400, 400, 0])
    }

    @Test func whatWasRedeemedInVainAndWhatWasNotAreOwedOnce() throws {
        let contest = try Contest()
        let part = try contest.carol.redemption(try units(100, 100), of: contest.carols)
        #expect(try contest.carol.upload([contest.carols.token.encoded, part]).items[1].credited == 0)
        #expect(try contest.sweep() == SweepReport(roots: 1, claims: 2, compensated: 400))
        #expect(try contest.balances() == [600, 400, 400, 0])
    }

    @Test func ofTwoWhoOnlyReportedOneIsRefundedAndOneHasAClaim() throws {
        let contest = try Contest()
        let root = try contest.alice.buy(300)
        let carols = try contest.carol.receive(try units(0, 300), from: root)
        let daves = try contest.dave.receive(try units(0, 300), from: root)
        _ = try contest.carol.upload([carols.token.encoded])
        _ = try contest.dave.upload([daves.token.encoded])
        try contest.sweep()
        #expect(try contest.balances() == [400, 400, 300, 300])
    }

    @Test func whoeverSaysWhatItHoldsComesBeforeWhomOnlyTheCulpritNames() throws {
        let contest = try Contest()
        let root = try contest.alice.buy(300)
        let carols = try contest.carol.receive(try units(0, 300), from: root)
        let daves = try contest.dave.receive(try units(0, 200), from: root)
        _ = try contest.alice.upload([carols.token.encoded])
        _ = try contest.dave.upload([daves.token.encoded])
        try contest.sweep()
        #expect(try contest.balances() == [700, 400, 100, 200])
    }

    @Test func whoDeclinedHasNoClaim() throws {
        let contest = try Contest()
        let decline = try Decline.issue(
            for: [contest.carols.token.id(hub: contest.hub.hub.id)], key: contest.carols.key, hub: contest.hub.hub.id)
        _ = try contest.carol.upload([contest.carols.token], [decline])
        #expect(try contest.sweep() == SweepReport(roots: 1))
        #expect(try contest.balances() == [1_000, 400, 0, 0])
    }

    @Test func aPayerWhoseDeclinedUnitsHadGoneElsewhereHasAClaim() throws {
        let contest = try Contest()
        let daves = try contest.dave.receive(try units(0, 400), from: contest.carols)
        let decline = try Decline.issue(
            for: [daves.token.id(hub: contest.hub.hub.id)], key: daves.key, hub: contest.hub.hub.id)
        #expect(try contest.carol.upload([daves.token], [decline]).items[0].credited == 0)
        try contest.sweep()
        #expect(try contest.balances() == [600, 400, 400, 0])
    }

    @Test func aCulpritHasNoClaimAgainstItself() throws {
        let contest = try Contest()
        let own = try contest.alice.receive(try units(0, 400), from: contest.root)
        _ = try contest.alice.upload([own.token.encoded])
        #expect(try contest.sweep() == SweepReport(roots: 1))
        #expect(try contest.balances() == [1_000, 400, 0, 0])
    }

    @Test func aCulpritsOwnKeyInBetweenIsNobodysWord() throws {
        for isHeard in [false, true] {
            let contest = try Contest()
            let root = try contest.alice.buy(300)
            let own = try contest.alice.receive(try units(0, 300), from: root)
            let carols = try contest.carol.receive(try units(0, 300), from: own)
            _ = try contest.bob.redeem(try contest.bob.receive(try units(0, 300), from: root))
            _ = try contest.alice.upload([carols.token.encoded])
            if isHeard { _ = try contest.carol.upload([carols.token.encoded]) }
            try contest.sweep()
            #expect(try contest.balances() == (isHeard ? [400, 700, 300, 0] : [700, 700, 0, 0]))
        }
    }

    @Test func whoWasPaidTwiceWithTheSameUnitsIsOwedTheSecondPayment() throws {
        let contest = try Contest()
        let again = try contest.bob.receive(try units(0, 400), from: contest.root)
        _ = try contest.bob.upload([again.token.encoded])
        try contest.sweep()
        #expect(try contest.balances() == [600, 800, 0, 0])
    }

    @Test func accomplicesWhoReportGetNoMoreThanThoseWhoRedeem() throws {
        var paid: [[Int64]] = []
        for redeems in [true, false] {
            let contest = try Contest(aliceKeeps: 100) { $0.guaranteeCap = 250 }
            _ = try contest.hub.hub.topUp(.guaranteeFund, dollars(10_000))
            let daves = try contest.dave.receive(try units(0, 400), from: contest.root)
            for (account, held) in [(contest.carol, contest.carols), (contest.dave, daves)] {
                if redeems { _ = try account.redeem(held) } else { _ = try account.upload([held.token.encoded]) }
            }
            try contest.sweep()
            try contest.advance(days: 15)
            try contest.hub.hub.sweep(contest.hub.clock.now)
            paid.append(try contest.balances())
            #expect(try contest.hub.hub.audit().lines.first { $0.account == "guarantee" }?.balance == dollars(9_750))
        }
        #expect(paid[0] == [0, 400, 175, 175] && paid[1] == paid[0])
    }

    @Test func aCaseThatWasSettledEarlyOpensAgainAndTheFundGivesNoMoreThanItsCap() throws {
        let contest = try Contest(aliceKeeps: 0) { configuration in
            configuration.claimWindow = 0
            configuration.guaranteeCap = 250
            configuration.youngDays = 0
        }
        _ = try contest.hub.hub.topUp(.guaranteeFund, dollars(10_000))
        let daves = try contest.dave.receive(try units(0, 200), from: contest.root)
        _ = try contest.dave.redeem(daves)
        _ = try contest.carol.upload([contest.carols.token.encoded])
        #expect(try contest.hub.hub.sweep(contest.hub.clock.now).compensated == 200)
        try contest.sweep()
        #expect(try contest.balances() == [0, 400, 50, 200])
        #expect(try contest.hub.hub.audit().cases.map(\.owed) == [dollars(350)])
    }
}
