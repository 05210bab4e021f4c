// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct PurchaseTests {
    private func order(_ cents: [Int64], by account: TestAccount, id: OperationID? = nil) -> PurchaseOrder {
        PurchaseOrder(
            id: id ?? account.operation(),
            pieces: cents.map {
                .init(amount: dollars($0), owner: Blob(account.hub.freshKey().publicKey.compressed))
            })
    }

    private func buy(_ order: PurchaseOrder, as account: TestAccount) throws -> PurchaseAnswer {
        try account.hub.caller.call(Routes.purchase, order, as: account.proof)
    }

    @Test func balanceBecomesSignedRootsInTheOrderOfThePieces() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let order = order([5_000, 2_500, 1_500, 1_000], by: alice)
        let answer = try buy(order, as: alice)
        let roots = try answer.roots.map { try Root(decoding: $0.bytes) }
        #expect(roots.map(\.amount) == [5_000, 2_500, 1_500, 1_000])
        #expect(roots.map(\.owner.compressed) == order.pieces.map(\.owner.bytes))
        #expect(answer.balance.balance == dollars(0))
        try hub.requireSoundLedger()
    }

    @Test func theSameOrderGivesTheSameRootsForEver() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let order = order([1_000], by: alice)
        let first = try buy(order, as: alice)
        hub.clock.advance(seconds: 800)
        #expect(try buy(order, as: alice).roots == first.roots)
        #expect(try alice.balance().balance == dollars(9_000))
    }

    @Test func nothingIsIssuedWithoutFundsOrAboveTheLimits() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 300_000)
        let poor = try hub.account("poor", cents: 99)
        #expect(refusal { _ = try buy(order([100], by: poor), as: poor) } == .insufficientBalance)
        #expect(refusal { _ = try buy(order([50_001], by: alice), as: alice) } == .overLimit)
        #expect(
            refusal { _ = try buy(order([50_000, 50_000, 50_000, 50_000, 1], by: alice), as: alice) } == .overLimit)
        #expect(refusal { _ = try buy(order([0], by: alice), as: alice) } == .amountNotPositive)
        #expect(refusal { _ = try buy(order([], by: alice), as: alice) } == .badRequest)
        let many = [Int64](repeating: 1, count: 17)
        #expect(refusal { _ = try buy(order(many, by: alice), as: alice) } == .badRequest)
        #expect(try alice.balance().balance == dollars(300_000))
        try hub.requireSoundLedger()
    }

    @Test func redeemedTokensMakeRoomForNewOnes() throws {
        let hub = try TestHub { $0.youngDays = 0 }
        let alice = try hub.account("alice", cents: 300_000)
        let held = try (0..<4).map { _ in try alice.buy(50_000) }
        #expect(refusal { _ = try alice.buy(1) } == .overLimit)
        _ = try alice.redeem(held[0])
        _ = try alice.buy(50_000)
    }

    @Test func anOwnerKeyOfAnotherAccountIsRefusedAndNothingIsDebited() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob", cents: 10_000)
        let key = try alice.pseudonym().key.publicKey
        let piece = PurchaseOrder.Piece(amount: dollars(100), owner: Blob(key.compressed))
        let mine = PurchaseOrder.Piece(amount: dollars(100), owner: Blob(hub.freshKey().publicKey.compressed))
        let order = PurchaseOrder(id: bob.operation(), pieces: [mine, piece])
        #expect(refusal { _ = try buy(order, as: bob) } == .keyOfAnotherAccount)
        #expect(try bob.balance().balance == dollars(10_000))
        try hub.requireSoundLedger()
    }

    @Test func aKeyThatIsNoPointOrTheHubsOwnIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let notAPoint = [UInt8](repeating: 0xff, count: 32)
        for owner in [[2] + notAPoint, notAPoint, [], hub.hub.rootKey.compressed] {
            let order = PurchaseOrder(
                id: alice.operation(), pieces: [.init(amount: dollars(100), owner: Blob(owner))])
            #expect(refusal { _ = try buy(order, as: alice) } == .badRequest)
        }
        let key = Blob(hub.freshKey().publicKey.compressed)
        let twice = PurchaseOrder(
            id: alice.operation(),
            pieces: [.init(amount: dollars(1), owner: key), .init(amount: dollars(1), owner: key)])
        #expect(refusal { _ = try buy(twice, as: alice) } == .badRequest)
    }
}
