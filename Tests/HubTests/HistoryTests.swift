// SPDX-License-Identifier: MIT
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import SQL
import SQLite
import Testing
import Tokens

@Suite struct HistoryTests {
    /// A hub in which alice has sent, received, been topped up and bought tokens, an hour apart.
    private func busy() throws -> (hub: TestHub, alice: TestAccount, start: UInt64) {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob", cents: 5_000)
        let carol = try hub.account("carol", cents: 5_000)
        let start = hub.clock.now.seconds
        for round in 1...6 {
            hub.clock.advance(seconds: 3_600)
            _ = try alice.send(Int64(round), to: "bob", note: "Büro no. \(round)")
            _ = try bob.send(Int64(round) * 100, to: "alice", note: "100% of it")
            _ = try carol.send(Int64(round) * 10, to: "alice")
        }
        _ = try alice.buy(500)
        return (hub, alice, start)
    }

    @Test func everyFilterAndEveryPairOfThemFindsWhatALookAtEveryLineFinds() throws {
        let (hub, alice, start) = try busy()
        let all = try alice.history(HistoryFilter(), limit: 100).items
        #expect(all.count == 20)
        let parts: [(inout HistoryFilter) -> Void] = [
            { $0.kinds = [.sent] }, { $0.kinds = [.received, .topUp] }, { $0.kinds = [.purchase] },
            { $0.direction = .incoming }, { $0.direction = .outgoing },
            { $0.since = start + 2 * 3_600 }, { $0.until = start + 4 * 3_600 }, { $0.since = start + 90 * 3_600 },
            { $0.least = dollars(100) }, { $0.most = dollars(30) }, { $0.counterpart = "bob" },
            { $0.counterpart = "nobody" }, { $0.text = "BÜRO" }, { $0.text = "100%" }, { $0.text = "o. _" },
            { $0.text = "car" }, { $0.text = "büro 3" },
        ]
        for first in parts.indices {
            for second in parts.indices {
                var filter = HistoryFilter()
                parts[first](&filter)
                parts[second](&filter)
                let expected = all.filter { filter.accepts($0) }
                var found: [AccountTransaction] = []
                var cursor: String?
                repeat {
                    let page = try alice.history(filter, limit: 3, before: cursor)
                    found += page.items
                    cursor = page.next
                } while cursor != nil
                #expect(found == expected, "\(filter)")
            }
        }
        #expect(try alice.history(HistoryFilter()).items.count == 20)
        try hub.requireSoundLedger()
    }

    @Test func whatMovedAMomentAgoIsFound() throws {
        let (_, alice, _) = try busy()
        var filter = HistoryFilter()
        filter.text = "milk"
        #expect(try alice.history(filter).items.isEmpty)
        _ = try alice.send(7, to: "bob", note: "Milk and bread")
        #expect(try alice.history(filter).items.map(\.amount) == [dollars(-7)])
    }

    @Test func aCursorFitsTheFilterItWasGivenForOnly() throws {
        let (hub, alice, _) = try busy()
        let bob = TestAccount(
            hub: hub,
            session: try hub.caller.call(
                Routes.login, Credentials(username: "bob", password: "correct horse bob")))
        var (sent, received) = (HistoryFilter(), HistoryFilter())
        sent.kinds = [.sent]
        received.kinds = [.received]
        let cursor = try #require(try alice.history(sent, limit: 2).next)
        #expect(try alice.history(sent, limit: 2, before: cursor).items.count == 2)
        #expect(refusal { _ = try alice.history(received, before: cursor) } == .badRequest)
        #expect(refusal { _ = try alice.history(HistoryFilter(), before: cursor) } == .badRequest)
        #expect(refusal { _ = try bob.history(sent, before: cursor) } == .badRequest)
    }

    @Test(arguments: [
        ("kind", "gift"), ("kind", "sent,"), ("direction", "up"), ("since", "-1"), ("until", "tomorrow"),
        ("least", "1"), ("most", "-1.00"), ("text", String(repeating: "x", count: 129)),
    ])
    func aFilterThatCannotBeIsRefused(name: String, value: String) throws {
        let hub = try TestHub(configure: longSessions)
        let alice = try hub.account("alice")
        for route in [Routes.transactions.path, Routes.summary.path] {
            var request = alice.raw(.get, route, "")
            request.query = [(name, value)]
            let answer = hub.hub.answer(request)
            #expect(answer.status == 400 && String(decoding: answer.body, as: UTF8.self).contains("BAD_REQUEST"))
        }
        var request = alice.raw(.get, Routes.transactions.path, "")
        request.query = [("colour", "red")]
        #expect(String(decoding: hub.hub.answer(request).body, as: UTF8.self).contains("UNKNOWN_FIELD"))
    }

    @Test func aSummaryAddsUpToTheBalance() throws {
        let (hub, alice, _) = try busy()
        hub.clock.advance(days: 40)
        _ = try alice.send(1_000, to: "carol")
        let summary = try hub.caller.call(Routes.summary, Nothing(), as: alice.proof)
        #expect(summary.months.map(\.count) == [1, 20])
        #expect(summary.months[0].sent == dollars(1_000) && summary.months[0].received == dollars(0))
        let net = try summary.total.received.subtracting(summary.total.sent)
        #expect(try alice.balance().balance == net)
        let bob = try #require(summary.counterparts.first { $0.name == "bob" })
        #expect(bob.sent == dollars(21) && bob.received == dollars(2_100) && bob.count == 12)
        #expect(Set(summary.counterparts.map(\.name)) == ["bob", "carol", "<topUp>", "<purchase>"])
        let (received, sent) = try (
            summary.counterparts.reduce(dollars(0)) { try $0.adding($1.received) },
            summary.counterparts.reduce(dollars(0)) { try $0.adding($1.sent) }
        )
        #expect(received == summary.total.received && sent == summary.total.sent)
        let narrowed = try hub.caller.call(
            Routes.summary, Nothing(), query: [("counterpart", "carol")], as: alice.proof)
        #expect(narrowed.counterparts.map(\.name) == ["carol"])
    }

    @Test func everyFilteredPageIsReadFromAnIndexAndNeverSorted() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 100)
        var filter = HistoryFilter()
        filter.kinds = [.sent]
        _ = try alice.history(filter)
        hub.hub.close()
        let database = try Database(path: .file(disk.directory.database), readOnly: true)
        let searches = [
            ("kind = 'sent' AND entry < 9", "history_by_kind"),
            ("counterpart = 3 AND entry < 9", "history_by_counterpart"),
            ("entry < 9 AND abs(amount) >= 5 AND words LIKE '%a%' ESCAPE '\\'", "PRIMARY KEY"),
        ]
        for (condition, index) in searches {
            let plan = try database.rows(
                """
                EXPLAIN QUERY PLAN SELECT entry FROM history WHERE account = 1 AND \(condition)
                ORDER BY entry DESC LIMIT 21
                """
            ).map { try $0.text("detail") }
            #expect(plan.count == 1 && plan[0].contains("SEARCH") && plan[0].contains(index), "\(plan)")
        }
    }
}
