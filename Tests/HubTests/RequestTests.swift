// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import Money
import Testing
import TestSupport
import Tokens

@Suite struct RequestTests {
    @Test func aRequestIsPaidOnceAndNamesItsTransaction() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let request = try bob.ask("alice", 250, note: "tea")
        #expect(request.state == .open && request.payer == "alice" && request.payee == "bob")
        let incoming = try alice.requests("incoming").items
        #expect(incoming.map(\.id) == [request.id] && incoming[0].amount == dollars(250))

        let payment = RequestPayment(id: alice.operation(), amount: dollars(250))
        let paid = try alice.pay(request.id, payment)
        #expect(paid.balance.balance == dollars(750) && paid.transaction.counterpart == "bob")
        #expect(paid.request.state == .paid && paid.request.transaction == paid.transaction.id)
        // The same order again is answered with the same, another one is told what has paid it.
        #expect(try alice.pay(request.id, payment).transaction == paid.transaction)
        let again = problem { _ = try alice.pay(request.id, 250) }
        #expect(again?.code == .requestClosed && again?.details["transaction"] == paid.transaction.id)

        let seen = try bob.request(request.id)
        let received = try hub.caller.call(
            Routes.transaction, Nothing(), values: [try #require(seen.transaction)], as: bob.proof)
        #expect(received.amount == dollars(250) && received.note == "tea" && received.counterpart == "alice")
        #expect(try bob.balance().balance == dollars(250))
        try hub.requireSoundLedger()
    }

    @Test func twoWhoPayOneOpenLinkAtOnceMoveTheMoneyOnce() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        defer { hub.hub.close() }
        let shop = try hub.account("shop")
        let payers = try ["alice", "bob", "carol"].map { try hub.account($0, cents: 1_000) }
        let request = try shop.ask(nil, 300)
        let proofs = payers.map { ($0.proof, $0.operation()) }
        let caller = hub.caller
        concurrently(12) { number in
            let (proof, id) = proofs[number % 3]
            // Safe: two of the three are refused, and the balances below tell which.
            _ = try? caller.call(
                Routes.payRequest, RequestPayment(id: id, amount: dollars(300)), values: [request.id], as: proof)
        }
        #expect(try shop.balance().balance == dollars(300))
        #expect(try payers.map { try $0.balance().balance.minorUnits }.sorted() == [700, 1_000, 1_000])
        #expect(try shop.request(request.id).state == .paid)
        try hub.requireSoundLedger()
    }

    @Test func thePayerChoosesWhereNoAmountIsAsked() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let gift = try bob.ask(nil, nil)
        #expect(try alice.pay(gift.id, 123).request.amount == dollars(123))
        let fixed = try bob.ask("alice", 200)
        #expect(refusal { _ = try alice.pay(fixed.id, 199) } == .wrongAmount)
        #expect(refusal { _ = try alice.pay(fixed.id, 0) } == .amountNotPositive)
        #expect(try alice.balance().balance == dollars(877))
    }

    @Test func declinedCancelledAndExpiredRequestsMoveNothing() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let (declined, cancelled) = (try bob.ask("alice", 100), try bob.ask("alice", 100))
        #expect(try alice.close(Routes.declineRequest, declined.id).state == .declined)
        #expect(try alice.close(Routes.declineRequest, declined.id).state == .declined)
        #expect(refusal { _ = try bob.close(Routes.cancelRequest, declined.id) } == .requestClosed)
        #expect(refusal { _ = try alice.close(Routes.cancelRequest, cancelled.id) } == .badRequest)
        #expect(try bob.close(Routes.cancelRequest, cancelled.id).state == .cancelled)
        let short = try bob.ask("alice", 100, expires: hub.clock.now.seconds + 60)
        #expect(try bob.requests("outgoing", state: "open").items.map(\.id) == [short.id])
        hub.clock.advance(seconds: 60)
        #expect(try alice.request(short.id).state == .expired)
        #expect(try bob.requests("outgoing", state: "open").items.isEmpty)
        #expect(try bob.requests("outgoing", state: "expired").items.map(\.id) == [short.id])
        for id in [declined.id, cancelled.id, short.id] {
            #expect(refusal { _ = try alice.pay(id, 100) } == .requestClosed)
        }
        #expect(try alice.balance().balance == dollars(1_000))
    }

    @Test func theStatesAndEventsAreAClosedTable() throws {
        // As the tests see it from outside: every event on every state, by whoever may.
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob")
        func made(_ state: MoneyRequest.State) throws -> String {
            let end = state == .expired ? hub.clock.now.seconds + 1 : nil
            let id = try bob.ask("alice", 10, expires: end).id
            switch state {
            case .paid: _ = try alice.pay(id, 10)
            case .declined: _ = try alice.close(Routes.declineRequest, id)
            case .cancelled: _ = try bob.close(Routes.cancelRequest, id)
            case .expired: hub.clock.advance(seconds: 2)
            case .open: break
            }
            return id
        }
        let outcomes: [MoneyRequest.State: [MoneyRequest.State?]] = [
            .open: [.paid, .declined, .cancelled], .paid: [nil, nil, nil], .declined: [nil, .declined, nil],
            .cancelled: [nil, nil, .cancelled], .expired: [nil, nil, .cancelled],
        ]
        for (state, expected) in outcomes {
            let got = [
                outcome { try alice.pay(try made(state), 10).request.state },
                outcome { try alice.close(Routes.declineRequest, try made(state)).state },
                outcome { try bob.close(Routes.cancelRequest, try made(state)).state },
            ]
            #expect(got == expected, "\(state)")
        }
    }

    @Test func strangersSeeNoRequestOfOthers() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol", cents: 1_000)
        let request = try bob.ask("alice", 100)
        #expect(refusal { _ = try carol.request(request.id) } == .notFound)
        #expect(refusal { _ = try carol.pay(request.id, 100) } == .notFound)
        #expect(refusal { _ = try carol.close(Routes.declineRequest, request.id) } == .notFound)
        #expect(refusal { _ = try carol.request("x") } == .notFound)
        #expect(refusal { _ = try bob.pay(request.id, 100) } == .badRequest)
        // An open link is anybody's until it is paid.
        let link = try bob.ask(nil, 100)
        #expect(try carol.request(link.id).payer == nil)
        _ = try carol.pay(link.id, 100)
        #expect(refusal { _ = try alice.request(link.id) } == .notFound)
        #expect(try carol.request(link.id).payer == "carol")
    }

    @Test func whatCannotBeAskedForIsRefusedWithItsOwnCode() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        let bob = try hub.account("bob")
        let now = hub.clock.now.seconds
        #expect(refusal { _ = try bob.ask("alice", 0) } == .amountNotPositive)
        #expect(refusal { _ = try bob.ask("bob", 5) } == .badRequest)
        #expect(refusal { _ = try bob.ask("nobody", 5) } == .unknownRecipient)
        #expect(refusal { _ = try bob.ask("alice", 5, expires: now) } == .badRequest)
        #expect(refusal { _ = try bob.ask("alice", 5, expires: now + 400 * 86_400) } == .badRequest)
        #expect(refusal { _ = try bob.ask("alice", 5, note: String(repeating: "x", count: 257)) } == .badRequest)
        for _ in 0..<20 { _ = try bob.ask("alice", 5) }
        #expect(refusal { _ = try bob.ask("alice", 5) } == .overLimit)
        try alice.block("bob")
        #expect(refusal { _ = try bob.ask("alice", 5) } == .notAccepted)
        let strict = hub.hub.answer(bob.raw(.post, "/v1/requests", #"{"id":"\#(bob.operation())","colour":"red"}"#))
        #expect(strict.status == 400 && String(decoding: strict.body, as: UTF8.self).contains("UNKNOWN_FIELD"))
        let other = try alice.ask("bob", 5)
        let path = "/v1/requests/\(other.id)/decline"
        #expect(hub.hub.answer(bob.raw(.post, path, #"{"why":"no"}"#)).status == 400)
    }

    @Test func namesAreGuessedThirtyTimesAnHourAtMost() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        _ = try hub.account("bob")
        for number in 0..<30 {
            #expect(refusal { _ = try alice.find("guess\(number)") } == .unknownRecipient)
        }
        // From here on nothing is learnt, not even of names that exist, by any way of asking.
        #expect(refusal { _ = try alice.find("bob") } == .tooManyRequests)
        #expect(refusal { _ = try alice.ask("bob", 5) } == .tooManyRequests)
        #expect(refusal { try alice.block("bob") } == .tooManyRequests)
        hub.clock.advance(seconds: 3_600)
        #expect(try alice.find("bob").username == "bob")
    }

    @Test func sendingToUnknownNamesIsGuessingToo() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("bob")
        let first = alice.operation()
        for number in 0..<30 {
            let id = number == 0 ? first : alice.operation()
            #expect(refusal { _ = try alice.send(1, to: "guess\(number)", id: id) } == .unknownRecipient)
            // A repeat learns nothing new, and does not count.
            if number == 1 { #expect(refusal { _ = try alice.send(1, to: "guess0", id: first) } == .unknownRecipient) }
        }
        let payment = alice.operation()
        #expect(refusal { _ = try alice.send(1, to: "bob", id: payment) } == .tooManyRequests)
        hub.clock.advance(seconds: 3_600)
        _ = try alice.send(1, to: "bob", id: payment)
        #expect(try alice.balance().balance == dollars(99))
    }

    @Test func aRefusalForAskingTooOftenIsNotKeptAsTheAnswer() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        _ = try hub.account("bob")
        for number in 0..<30 { _ = refusal { _ = try alice.find("guess\(number)") } }
        let order = RequestOrder(id: alice.operation(), payer: "bob", amount: dollars(5))
        #expect(
            refusal { _ = try hub.caller.call(Routes.newRequest, order, as: alice.proof) } == .tooManyRequests)
        hub.clock.advance(seconds: 3_600)
        #expect(try hub.caller.call(Routes.newRequest, order, as: alice.proof).state == .open)
    }

    @Test func listsComeInPagesWithoutGapsAndCursorsFitOneListOnly() throws {
        let hub = try TestHub(configure: longSessions)
        let shop = try hub.account("shop")
        for number in 1...45 { _ = try shop.ask(nil, Int64(number)) }
        var amounts: [Int64?] = []
        var cursor: String?
        repeat {
            let page = try shop.requests("outgoing", before: cursor)
            #expect(page.items.count <= 20)
            amounts += page.items.map { $0.amount?.minorUnits }
            cursor = page.next
        } while cursor != nil
        #expect(amounts == (1...45).reversed().map { Int64($0) })
        let first = try #require(try shop.requests("outgoing").next)
        #expect(refusal { _ = try shop.requests("incoming", before: first) } == .badRequest)
        #expect(refusal { _ = try shop.requests("outgoing", state: "open", before: first) } == .badRequest)
        #expect(refusal { _ = try shop.requests("sideways") } == .badRequest)
    }

    @Test func contactsAreKeptRenamedAndForgotten() throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        for name in ["bob", "carol", "shop"] { _ = try hub.account(name) }
        try alice.keep(Contact(username: "carol", name: "Anna's sister"))
        try alice.keep(Contact(username: "bob", name: "Robert", note: "rows", favourite: true))
        try alice.keep(Contact(username: "shop"))
        #expect(try alice.contacts().map(\.username) == ["bob", "carol", "shop"])
        try alice.keep(Contact(username: "bob", name: "Bob"))
        #expect(try alice.contacts().first { $0.username == "bob" } == Contact(username: "bob", name: "Bob"))
        #expect(refusal { try alice.keep(Contact(username: "shop", name: "BOB")) } == .badRequest)
        #expect(refusal { try alice.keep(Contact(username: "alice")) } == .badRequest)
        #expect(refusal { try alice.keep(Contact(username: "shop", name: "a\nb")) } == .badRequest)
        _ = try alice.call(Routes.forgetContact, AccountOrder(id: alice.operation(), username: "bob"))
        #expect(try alice.contacts().map(\.username) == ["carol", "shop"])
        #expect(
            refusal {
                _ = try alice.call(Routes.forgetContact, AccountOrder(id: alice.operation(), username: "bob"))
            } == .notFound)
        try alice.block("bob")
        #expect(try hub.caller.call(Routes.blocked, Nothing(), as: alice.proof).usernames == ["bob"])
        _ = try alice.call(Routes.unblock, AccountOrder(id: alice.operation(), username: "bob"))
        #expect(try hub.caller.call(Routes.blocked, Nothing(), as: alice.proof).usernames == [])
    }

    @Test func aCopyOfAChangeOfContactsUndoesNothing() throws {
        let hub = try TestHub()
        let (alice, _) = (try hub.account("alice"), try hub.account("bob"))
        let kept = ContactOrder(id: alice.operation(), Contact(username: "bob", name: "Bob"))
        let forgotten = AccountOrder(id: alice.operation(), username: "bob")
        let blocked = AccountOrder(id: alice.operation(), username: "bob")
        let first = try alice.call(Routes.keepContact, kept)
        _ = try alice.call(Routes.forgetContact, forgotten)
        #expect(try alice.call(Routes.keepContact, kept) == first)
        #expect(try alice.contacts() == [])
        try alice.keep(Contact(username: "bob", name: "Robert"))
        _ = try alice.call(Routes.forgetContact, forgotten)
        #expect(try alice.contacts().map(\.name) == ["Robert"])
        _ = try alice.call(Routes.block, blocked)
        _ = try alice.call(Routes.unblock, AccountOrder(id: alice.operation(), username: "bob"))
        _ = try alice.call(Routes.block, blocked)
        #expect(try alice.call(Routes.blocked, Nothing()).usernames == [])
    }

    private func outcome(_ body: () throws -> MoneyRequest.State) -> MoneyRequest.State? {
        do { return try body() } catch { return nil }
    }
}
