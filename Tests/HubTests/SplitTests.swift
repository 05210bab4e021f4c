// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import Money
import Testing

@Suite struct SplitTests {
    @Test func aBillIsSharedToTheCentAndItsProgressIsShown() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let bob = try hub.account("bob", cents: 1_000)
        let carol = try hub.account("carol", cents: 1_000)
        let split = try alice.split(1_000, [("alice", 1), ("bob", 1), ("carol", 1)], note: "dinner")
        // One cent is left over and goes to who is named first.
        #expect(split.shares.map(\.amount) == [dollars(334), dollars(333), dollars(333)])
        #expect(split.shares.map(\.state) == [.paid, .open, .open] && split.open == dollars(666))
        let asked = try #require(try bob.requests("incoming").items.first)
        #expect(asked.amount == dollars(333) && asked.note == "dinner")
        #expect(asked.bill?.total == dollars(1_000) && asked.bill?.people == 3)

        _ = try bob.pay(asked.id, 333)
        _ = try carol.close(Routes.declineRequest, try #require(split.shares[2].request))
        let now = try hub.caller.call(Routes.split, Nothing(), values: [split.id], as: alice.proof)
        #expect(now.paid == dollars(333) && now.open == dollars(0))
        #expect(now.shares.map(\.state) == [.paid, .paid, .declined])
        #expect(try alice.balance().balance == dollars(333))
        #expect(try hub.caller.call(Routes.splits, Nothing(), as: alice.proof).items == [now])
        #expect(
            refusal { _ = try hub.caller.call(Routes.split, Nothing(), values: [split.id], as: bob.proof) } == .notFound
        )
        try hub.requireSoundLedger()
    }

    @Test func sharesByWeightAndByAmountAddUpExactly() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        for name in ["bob", "carol"] { _ = try hub.account(name) }
        let weighted = try alice.split(100, [("bob", 1), ("carol", 2), ("alice", 4)])
        // 14.28…, 28.57… and 57.14… are rounded down, and the missing cent goes to the first.
        #expect(weighted.shares.map(\.amount.minorUnits) == [15, 28, 57])
        let order = SplitOrder(
            id: alice.operation(), total: dollars(100), note: nil, expires: nil,
            shares: [.init(person: "bob", amount: dollars(60)), .init(person: "carol", amount: dollars(40))])
        let exact = try hub.caller.call(Routes.newSplit, order, as: alice.proof)
        #expect(exact.shares.map(\.amount.minorUnits) == [60, 40])
        #expect(try hub.caller.call(Routes.newSplit, order, as: alice.proof) == exact)
        #expect(try hub.caller.call(Routes.splits, Nothing(), as: alice.proof).items.count == 2)
    }

    @Test func whatCannotBeSharedAsksNobodyForAnything() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        try carol.block("alice")
        #expect(refusal { _ = try alice.split(1, [("alice", 1), ("bob", 1)]) } == .wrongAmount)
        #expect(refusal { _ = try alice.split(100, [("bob", 1)]) } == .badRequest)
        #expect(refusal { _ = try alice.split(100, [("bob", 1), ("bob", 1)]) } == .badRequest)
        #expect(refusal { _ = try alice.split(100, [("bob", 0), ("alice", 1)]) } == .badRequest)
        #expect(refusal { _ = try alice.split(100, [("bob", 1), ("nobody", 1)]) } == .unknownRecipient)
        #expect(refusal { _ = try alice.split(100, [("bob", 1), ("carol", 1)]) } == .notAccepted)
        let order = SplitOrder(
            id: alice.operation(), total: dollars(100), note: nil, expires: nil,
            shares: [.init(person: "bob", amount: dollars(60)), .init(person: "alice", amount: dollars(41))])
        #expect(refusal { _ = try hub.caller.call(Routes.newSplit, order, as: alice.proof) } == .wrongAmount)
        #expect(try bob.requests("incoming").items.isEmpty)
    }

    @Test func cancellingABillCancelsWhatIsStillOpen() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let bob = try hub.account("bob", cents: 500)
        let carol = try hub.account("carol", cents: 500)
        let split = try alice.split(300, [("alice", 1), ("bob", 1), ("carol", 1)])
        _ = try bob.pay(try #require(split.shares[1].request), 100)
        let ended = try hub.caller.call(Routes.cancelSplit, NoDetails(), values: [split.id], as: alice.proof)
        #expect(ended.shares.map(\.state) == [.paid, .paid, .cancelled])
        #expect(refusal { _ = try carol.pay(split.shares[2].request ?? "", 100) } == .requestClosed)
    }
}
