// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Money
import Testing
import Tokens

@Suite struct TransferTests {
    @Test func moneyMovesBetweenTwoAccountsOfAHub() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let answer = try alice.send(250, to: "bob", note: "tea")
        #expect(answer.balance.balance == dollars(750))
        #expect(answer.transaction.kind == .sent && answer.transaction.amount == dollars(-250))
        #expect(answer.transaction.counterpart == "bob" && answer.transaction.note == "tea")
        #expect(try bob.balance().balance == dollars(250))
        try hub.requireSoundLedger()
    }

    @Test func theSameRequestUnderTheSameIdIsAnsweredWithTheSameBytesAndMovesNothing() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(100), note: nil)
        let first = try post(order, as: alice)
        _ = try alice.send(300, to: "bob")
        hub.clock.advance(seconds: 600)
        let again = try post(order, as: alice)
        #expect(again.body == first.body && again.status == 200)
        #expect(again.headers["Idempotency-Replayed"] == "true" && first.headers["Idempotency-Replayed"] == nil)
        #expect(try alice.balance().balance == dollars(600))
    }

    @Test func anotherRequestUnderAUsedIdIsAConflict() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let id = alice.operation()
        _ = try alice.send(100, to: "bob", id: id)
        #expect(refusal { _ = try alice.send(101, to: "bob", id: id) } == .idempotencyConflict)
        #expect(refusal { _ = try alice.send(100, to: "bob", id: id, note: "x") } == .idempotencyConflict)
        #expect(try alice.balance().balance == dollars(900))
    }

    @Test func twoAccountsMayUseTheSameId() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob", cents: 1_000)
        let id = alice.operation()
        _ = try alice.send(100, to: "bob", id: id)
        _ = try bob.send(300, to: "alice", id: id)
        #expect(try alice.balance().balance == dollars(1_200))
        // Each sees its own payment under the id, and the other's under an id of the hub's.
        let seen = try hub.caller.call(Routes.transaction, Nothing(), values: ["\(id)"], as: bob.proof)
        #expect(seen.amount == dollars(-300))
    }

    @Test func aRefusedSendMovesNothingAndStaysRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("bob")
        let id = alice.operation()
        #expect(refusal { _ = try alice.send(101, to: "bob", id: id) } == .insufficientBalance)
        _ = try hub.hub.topUp(.account("alice"), dollars(1_000))
        #expect(refusal { _ = try alice.send(101, to: "bob", id: id) } == .insufficientBalance)
        #expect(try alice.send(101, to: "bob").balance.balance == dollars(999))
    }

    @Test func whatCannotBeSentIsRefusedWithItsOwnCode() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("bob")
        #expect(refusal { _ = try alice.send(0, to: "bob") } == .amountNotPositive)
        #expect(refusal { _ = try alice.send(-5, to: "bob") } == .amountNotPositive)
        #expect(refusal { _ = try alice.send(5, to: "carol") } == .unknownRecipient)
        #expect(refusal { _ = try alice.send(5, to: "alice") } == .badRequest)
        #expect(refusal { _ = try alice.send(5, to: "bob", note: String(repeating: "x", count: 257)) } == .badRequest)
        let yen = Amount(minorUnits: 5, currency: try Currency(code: "JPY"))
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: yen, note: nil)
        #expect(refusal { _ = try hub.caller.call(Routes.send, order, as: alice.proof) } == .unknownCurrency)
        #expect(try alice.balance().balance == dollars(100))
    }

    /// History pagination: what arrives between two pages moves the second.
    @Test func historyComesInPagesNewestFirstWithoutGapsOrRepeats() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        for cents in 1...24 { _ = try alice.send(Int64(cents), to: "bob") }
        var amounts: [Int64] = []
        var cursor: String?
        repeat {
            let query = [("limit", "10")] + (cursor.map { [("before", $0)] } ?? [])
            let page = try hub.caller.call(Routes.transactions, Nothing(), query: query, as: alice.proof)
            amounts += page.items.map(\.amount.minorUnits)
            cursor = page.next
            // A payment that arrives meanwhile moves no page.
            if amounts.count == 10 { _ = try alice.send(99, to: "bob") }
        } while cursor != nil
        #expect(amounts == (1...24).reversed().map { -$0 } + [10_000])
    }

    @Test func aCursorOfAnotherAccountIsRefused() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        let bob = try hub.account("bob")
        for _ in 0..<3 { _ = try alice.send(1, to: "bob") }
        let page = try hub.caller.call(Routes.transactions, Nothing(), query: [("limit", "1")], as: alice.proof)
        let cursor = try #require(page.next)
        for (name, value) in [("before", cursor), ("before", "AAAA"), ("limit", "0"), ("limit", "101"), ("limit", "x")]
        {
            #expect(
                refusal {
                    _ = try hub.caller.call(Routes.transactions, Nothing(), query: [(name, value)], as: bob.proof)
                } == .badRequest)
        }
    }

    @Test func aTransactionOfOthersDoesNotExist() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("bob")
        let carol = try hub.account("carol")
        let sent = try alice.send(1, to: "bob").transaction
        #expect(try hub.caller.call(Routes.transaction, Nothing(), values: [sent.id], as: alice.proof) == sent)
        for id in [sent.id, "\(alice.operation())", "x", sent.id.uppercased()] {
            #expect(
                refusal {
                    _ = try hub.caller.call(Routes.transaction, Nothing(), values: [id], as: carol.proof)
                } == .notFound)
        }
    }

    private func post(_ order: SendOrder, as account: TestAccount) throws -> Response {
        var request = Request(method: .post, path: Routes.send.path, body: try Wire.encode(order))
        account.proof.prove(&request, for: .signed)
        return account.hub.hub.answer(request)
    }
}
