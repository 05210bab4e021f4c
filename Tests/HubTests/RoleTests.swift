// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import HubLedger
import Money
import Testing
import Tokens

extension TestHub {
    /// An operator who has logged in with a second factor.
    func operatorAccount(_ name: String = "olga") throws -> TestAccount {
        let (app, _) = try account(name).secure()
        try hub.setRole(of: name, to: .operator)
        return try answer(try challenge(name), app.fresh())
    }
}

@Suite struct RoleTests {
    @Test func operatorRoutesAreForOperatorsWithASecondFactor() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        #expect(refusal { _ = try alice.call(Routes.adminBalances, Nothing()) } == .forbidden)
        try hub.hub.setRole(of: "alice", to: .operator)
        #expect(refusal { _ = try alice.call(Routes.adminBalances, Nothing()) } == .forbidden)
        let (app, _) = try alice.secure()
        #expect(refusal { _ = try alice.call(Routes.adminBalances, Nothing()) } == .forbidden)
        let again = try hub.answer(try hub.challenge("alice"), app.fresh())
        #expect(try again.call(Routes.adminBalances, Nothing()).lines.map(\.account) == ["funding", "guarantee"])
        try hub.hub.setRole(of: "alice", to: .member)
        #expect(refusal { _ = try again.call(Routes.adminBalances, Nothing()) } == .forbidden)
    }

    @Test func accountsAreListedAndSearchedByPages() throws {
        let hub = try TestHub()
        for name in ["alice", "bob", "carol", "car_l"] { _ = try hub.account(name) }
        let olga = try hub.operatorAccount()
        let first = try olga.call(Routes.adminAccounts, Nothing(), query: [("limit", "3")])
        #expect(first.items.map(\.username) == ["alice", "bob", "car_l"] && first.next == "car_l")
        let second = try olga.call(Routes.adminAccounts, Nothing(), query: [("after", "car_l")])
        #expect(second.items.map(\.username) == ["carol", "olga"] && second.next == nil)
        #expect(second.items.map(\.role) == [.member, .operator])
        #expect(second.items.map(\.hasSecondFactor) == [false, true])
        let found = try olga.call(Routes.adminAccounts, Nothing(), query: [("search", "R_")])
        #expect(found.items.map(\.username) == ["car_l"])
    }

    @Test func operatorsSeeWhatEachAccountHasInTokensBesideTheLimitOfItsRole() throws {
        let hub = try TestHub {
            $0.roleLimits[.merchant] = AccountLimits(offlineTotal: 5_000, livingKeys: 70, perTransfer: nil)
        }
        let (alice, bob) = (try hub.account("alice", cents: 2_000), try hub.account("bob"))
        _ = try hub.account("shop")
        try hub.hub.setMerchant("shop", name: "A shop")
        let held = try alice.buy(400)
        _ = try alice.buy(100)
        let received = try bob.receive(try units(0, 150), from: held)
        let olga = try hub.operatorAccount()
        func unredeemed() throws -> [Amount] {
            try olga.call(Routes.adminAccounts, Nothing()).items.map(\.unredeemed)
        }
        // Handed on is not redeemed: it is whoever bought that is at risk until then.
        #expect(try unredeemed() == [dollars(500), dollars(0), dollars(0), dollars(0)])
        #expect(try bob.redeem(received).credited == 150)
        #expect(try unredeemed() == [dollars(350), dollars(0), dollars(0), dollars(0)])
        let limits = try hub.hub.accounts().items.map(\.unredeemedLimit)
        let usual = dollars(Int64(LimitPolicy.standard.walletTotal))
        #expect(limits == [usual, usual, usual, dollars(5_000)])
        let seen = try olga.call(Routes.adminAccount, Nothing(), values: ["alice"])
        #expect(seen.account.unredeemed == dollars(350) && seen.livingKeys == 2)
        #expect(try hub.hub.account("bob").livingKeys == 1)
        #expect(try hub.hub.account("shop").livingKeysLimit == 70)
        // What the sweep has paid back is at risk no more, nor can its keys sign.
        hub.clock.advance(days: 400)
        try hub.hub.sweep(hub.clock.now)
        let later = try hub.hub.account("alice")
        #expect(later.account.unredeemed == dollars(0) && later.livingKeys == 0)
        try hub.requireSoundLedger()
    }

    @Test func aLockedAccountLooksAndTakesButMovesNothing() throws {
        let hub = try TestHub()
        let (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob", cents: 500))
        let held = try alice.buy(100)
        let olga = try hub.operatorAccount()
        let order = LockOrder(id: olga.operation(), reason: "a stolen phone")
        _ = try olga.call(Routes.adminLock, order, values: ["alice"])
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .accountLocked)
        #expect(refusal { _ = try alice.buy(1) } == .accountLocked)
        #expect(refusal { _ = try alice.pseudonym() } == .accountLocked)
        #expect(try alice.balance() == Balance(balance: dollars(900), available: dollars(0), frozen: dollars(900)))
        _ = try bob.send(50, to: "alice")
        #expect(try alice.redeem(held).credited == 100)
        #expect(try hub.logIn("alice").balance().balance == dollars(1_050))
        let details = try olga.call(Routes.adminAccount, Nothing(), values: ["alice"])
        #expect(details.account.lockReason == "a stolen phone" && details.devices.count == 2)
        let unlocking = NamedOrder(id: olga.operation())
        _ = try olga.call(Routes.adminUnlock, unlocking, values: ["alice"])
        #expect(try alice.send(1, to: "bob").balance.available == dollars(1_049))
        // Locked again it stays so, whoever has a copy of the request that unlocked it.
        _ = try olga.call(
            Routes.adminLock, LockOrder(id: olga.operation(), reason: "stolen again"), values: ["alice"])
        _ = try olga.call(Routes.adminUnlock, unlocking, values: ["alice"])
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .accountLocked)
        try hub.requireSoundLedger()
    }

    @Test func anOperatorIsNotLockedOutByItself() throws {
        let hub = try TestHub()
        let olga = try hub.operatorAccount()
        func lock(_ name: String, _ reason: String) -> HubProblem.Code? {
            refusal {
                _ = try olga.call(Routes.adminLock, LockOrder(id: olga.operation(), reason: reason), values: [name])
            }
        }
        #expect(lock("olga", "a slip") == .forbidden)
        #expect(lock("nobody", "a slip") == .notFound)
        #expect(lock("olga", "") != nil)
    }

    @Test func aLockedOperatorIsNoneUntilUnlocked() throws {
        let hub = try TestHub()
        let olga = try hub.operatorAccount()
        try hub.hub.lock("olga", reason: "on leave")
        #expect(refusal { _ = try olga.call(Routes.adminBalances, Nothing()) } == .forbidden)
    }

    @Test func limitsFollowTheRole() throws {
        let hub = try TestHub {
            $0.roleLimits[.member] = AccountLimits(offlineTotal: 300, livingKeys: 2, perTransfer: 50)
        }
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        _ = try alice.buy(300)
        #expect(refusal { _ = try alice.buy(1) } == .overLimit)
        #expect(refusal { _ = try alice.send(51, to: "bob") } == .overLimit)
        _ = try alice.send(50, to: "bob")
        try hub.hub.setMerchant("alice", name: "Corner Shop")
        #expect(try hub.hub.account("alice").account.role == .merchant)
        _ = try alice.buy(1)
        _ = try alice.send(51, to: "bob")
    }

    @Test func theLedgerIsProvedOverTheNetwork() throws {
        let hub = try TestHub()
        _ = try hub.account("alice", cents: 700)
        let olga = try hub.operatorAccount()
        let answer = try olga.call(Routes.adminAudit, Nothing())
        #expect(answer.isSound && answer.total == dollars(0) && answer.entries == 1)
        let balances = try olga.call(Routes.adminBalances, Nothing())
        #expect(balances.members == dollars(700) && balances.lines[0].balance == dollars(-700))
        #expect(try olga.call(Routes.adminFraudCases, Nothing()).items.isEmpty)
    }
}
