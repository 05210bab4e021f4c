// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Synchronization
import Testing
import Tokens

/// A merchant's server on this machine.
private final class Receiver: Sendable {
    private final class State: Sendable {
        let all = Mutex((status: 200, redirect: String?.none, taken: [Request]()))
    }

    private let state = State()
    private let server: Server
    let url: String

    init() throws {
        let state = state
        server = try Server(address: "127.0.0.1", port: 0, loops: 1, credentials: nil) { request, respond in
            let (status, redirect) = state.all.withLock { all in
                all.taken.append(request)
                return (all.status, all.redirect)
            }
            guard let redirect else { return respond(Response(status: status, body: Array("{}".utf8))) }
            respond(Response(status: 307, headers: ["Location": redirect]))
        }
        url = "http://127.0.0.1:\(server.port)/paid"
    }

    var status: Int {
        get { state.all.withLock { $0.status } }
        set { state.all.withLock { $0.status = newValue } }
    }

    var redirect: String? {
        get { state.all.withLock { $0.redirect } }
        set { state.all.withLock { $0.redirect = newValue } }
    }

    var taken: [Request] { state.all.withLock { $0.taken } }

    func stop() { server.stop() }
}

@Suite struct WebhookTests {
    private let receiver: Receiver
    private let hub: TestHub
    private let shop: TestAccount
    private let alice: TestAccount

    init() throws {
        receiver = try Receiver()
        hub = try TestHub {
            longSessions(&$0)
            $0.allowsLoopbackWebhooks = true
        }
        shop = try hub.account("shop", cents: 100)
        alice = try hub.account("alice", cents: 10_000)
        try hub.hub.setMerchant("shop", name: "Corner Shop")
    }

    private func set(_ url: String, of account: TestAccount) throws -> SecretBytes {
        let order = WebhookOrder(id: account.operation(), url: url)
        return SecretBytes(try hub.caller.call(Routes.setWebhook, order, as: account.proof).secret.bytes)
    }

    private func state() throws -> WebhookState {
        try hub.caller.call(Routes.webhook, Nothing(), as: shop.proof)
    }

    private func event(_ request: Request) throws -> WebhookEvent {
        try Wire.decode(WebhookEvent.self, from: request.body)
    }

    @Test func aServerIsToldOfEachPaymentOnceInOrderAndSigned() throws {
        defer { receiver.stop() }
        let secret = try set(receiver.url, of: shop)
        _ = try alice.send(250, to: "shop", note: "tea")
        _ = try shop.send(50, to: "alice")
        _ = try alice.send(300, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 2)
        #expect(try hub.hub.deliverWebhooks() == 0)
        let events = try receiver.taken.map(event)
        #expect(events.map(\.transaction.amount) == [dollars(250), dollars(300)])
        #expect(events.allSatisfy { $0.kind == "payment.received" && $0.transaction.counterpart == "alice" })
        for (request, event) in zip(receiver.taken, events) {
            let value = try #require(request.headers[WebhookSignature.header])
            #expect(value == WebhookSignature.value(of: request.body, at: hub.clock.now.seconds, secret: secret))
            #expect(request.headers["Satchel-Event"] == event.id)
        }
        #expect(try state().deliveries.map(\.status) == [200, 200])
    }

    /// The example of Documentation/Protocols/Webhooks.md, computed by Python.
    @Test func theSignatureIsThatOfTheProtocolPage() {
        defer { receiver.stop() }
        let value = WebhookSignature.value(
            of: Array(#"{"id":"1"}"#.utf8), at: 1_795_180_000, secret: SecretBytes(Array(0..<32)))
        #expect(value == "t=1795180000,v1=c4e80bf41bfce00495f97b327a6cf37a9f72eb95671c25ac62b9161be81fcfdb")
    }

    /// A server of the open internet that points at the operator's own network.
    @Test func aRedirectIsNotFollowed() throws {
        defer { receiver.stop() }
        let inside = try Receiver()
        defer { inside.stop() }
        receiver.redirect = inside.url
        _ = try set(receiver.url, of: shop)
        _ = try alice.send(250, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        #expect(receiver.taken.count == 1 && inside.taken.isEmpty)
        #expect(try state().deliveries.map(\.status) == [307])
    }

    @Test func aServerThatIsDownIsToldLaterAndFromWhereItStopped() throws {
        defer { receiver.stop() }
        _ = try set(receiver.url, of: shop)
        receiver.status = 503
        _ = try alice.send(250, to: "shop")
        _ = try alice.send(300, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        // It waits: nothing is tried at once.
        #expect(try hub.hub.deliverWebhooks() == 0 && receiver.taken.count == 1)
        #expect(try state().failingSince == hub.clock.now.seconds)
        #expect(try state().deliveries.map(\.problem) == [.refused])
        #expect(try hub.hub.metrics(load: nil).contains("satchel_webhooks_failing 1\n"))
        hub.clock.advance(seconds: 10)
        receiver.status = 204
        #expect(try hub.hub.deliverWebhooks() == 2)
        let ids = try receiver.taken.map { try event($0).id }
        #expect(ids.count == 3 && ids[0] == ids[1] && ids[1] != ids[2])
        #expect(try state().failingSince == nil)
    }

    @Test func anAttemptSaysWhyAsACode() throws {
        _ = try set(receiver.url, of: shop)
        receiver.stop()
        _ = try alice.send(250, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        #expect(try state().deliveries.map(\.problem) == [.unreachable])
        // A hub of the version before stored sentences, and sends what this version has no name for.
        let before = Array(#"{"event":"1","kind":"payment.received","time":1,"problem":"No connection."}"#.utf8)
        #expect(try Wire.decode(WebhookState.Delivery.self, from: before).problem == .other)
    }

    @Test func afterADayOfFailingNobodyIsToldUntilItIsSetAgain() throws {
        defer { receiver.stop() }
        _ = try set(receiver.url, of: shop)
        receiver.status = 302
        _ = try alice.send(250, to: "shop")
        var attempts = 0
        while try state().disabled == nil, attempts < 100 {
            _ = try hub.hub.deliverWebhooks()
            hub.clock.advance(seconds: 4_600)
            attempts += 1
        }
        #expect(attempts < 30)
        let told = try hub.caller.call(
            Routes.eventPoll, Nothing(), query: [("after", "0.0"), ("wait", "0")], as: shop.proof)
        #expect(told.items.last?.kind == HubEvent.Kind.webhookGivenUp.rawValue)
        let count = receiver.taken.count
        hub.clock.advance(days: 2)
        receiver.status = 200
        #expect(try hub.hub.deliverWebhooks() == 0 && receiver.taken.count == count)
        _ = try set(receiver.url, of: shop)
        #expect(try hub.hub.deliverWebhooks() == 1)
    }

    @Test func aClockThatWasSetForwardAndIsRightAgainSilencesNoServerAndGivesNoneUp() throws {
        defer { receiver.stop() }
        _ = try set(receiver.url, of: shop)
        let right = hub.clock.now
        receiver.status = 500
        _ = try alice.send(1, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        // Weeks of failing by the clock, and two attempts by anybody's count.
        hub.clock.advance(days: 40)
        #expect(try hub.hub.deliverWebhooks() == 0)
        #expect(try state().disabled == nil && receiver.taken.count == 2)
        hub.clock.set(right.adding(seconds: 60))
        receiver.status = 200
        #expect(try hub.hub.deliverWebhooks() == 1)
        // Told while the clock was ahead, the next one does not wait until that time has come.
        hub.clock.advance(days: 40)
        _ = try alice.send(2, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 1)
        hub.clock.set(right.adding(seconds: 120))
        _ = try alice.send(3, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 1)
        #expect(try state().failingSince == nil)
        #expect(try receiver.taken.suffix(3).map { try event($0).transaction.amount } == [1, 2, 3].map(dollars))
    }

    /// A shop finds the order that was paid by the id of its own request.
    @Test func anEventNamesTheRequestThatItPaid() throws {
        defer { receiver.stop() }
        _ = try set(receiver.url, of: shop)
        let asked = try shop.ask("alice", 700, note: "F-12")
        _ = try alice.pay(asked.id, 700)
        _ = try alice.send(1, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 2)
        #expect(try receiver.taken.map { try event($0).request } == [asked.id, nil])
    }

    /// The hub dies between the money's commit and the telling, and again between the answer and its commit.
    @Test func whatWasCommittedIsToldAfterACrashUnderTheSameId() throws {
        defer { receiver.stop() }
        let (disk, crashed) = try { () throws -> (TestHub, TestHub) in
            let first = try TestHub(in: .memory()) { $0.allowsLoopbackWebhooks = true }
            let (shop, alice) = (try first.account("shop"), try first.account("alice", cents: 10_000))
            try first.hub.setMerchant("shop", name: "Corner Shop")
            let order = WebhookOrder(id: shop.operation(), url: receiver.url)
            _ = try first.caller.call(Routes.setWebhook, order, as: shop.proof)
            _ = try alice.send(250, to: "shop")
            let image = try first.hub.image()
            func restarted() throws -> TestHub {
                var configuration = HubConfiguration()
                configuration.allowsLoopbackWebhooks = true
                return TestHub(
                    hub: try Hub.inMemory(
                        from: image, configuration: configuration, clock: first.clock.clock, random: first.random),
                    clock: first.clock, random: first.random)
            }
            return (try restarted(), try restarted())
        }()
        #expect(try disk.hub.deliverWebhooks() == 1)
        #expect(try crashed.hub.deliverWebhooks() == 1)
        #expect(try crashed.hub.deliverWebhooks() == 0)
        let events = try receiver.taken.map(event)
        #expect(events.count == 2 && events[0] == events[1])
    }

    @Test func whoIsNoMerchantAnyMoreIsNotTold() throws {
        defer { receiver.stop() }
        _ = try set(receiver.url, of: shop)
        _ = try alice.send(250, to: "shop")
        try hub.hub.setMerchant("shop", name: nil)
        #expect(try hub.hub.deliverWebhooks() == 0)
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        #expect(try hub.hub.deliverWebhooks() == 1)
    }

    /// Servers that nothing is to be told never stand in the way of one that waits.
    @Test func aServingHubTellsByItself() throws {
        defer { receiver.stop() }
        let disk = try HubOnDisk()
        let served = try disk.open { $0.allowsLoopbackWebhooks = true }
        defer { served.hub.close() }
        let (shop, alice) = (try served.account("shop"), try served.account("alice", cents: 10_000))
        try served.hub.setMerchant("shop", name: "Corner Shop")
        let order = WebhookOrder(id: shop.operation(), url: receiver.url)
        _ = try served.caller.call(Routes.setWebhook, order, as: shop.proof)
        // More than one turn.
        let paid = (1...45).map { dollars(Int64($0)) }
        for amount in paid { _ = try alice.send(amount.minorUnits, to: "shop") }
        for _ in 0..<2_000 where receiver.taken.count < paid.count { usleep(10_000) }
        #expect(try receiver.taken.map { try event($0).transaction.amount } == paid)
    }

    @Test func thatNobodyCanBeToldIsSaidOnceAndItsEndToo() throws {
        defer { receiver.stop() }
        let disk = try HubOnDisk()
        let said = Mutex<[String]>([])
        let served = try disk.open {
            $0.allowsLoopbackWebhooks = true
            $0.log = Log(.debug) { record in
                if record.text.hasPrefix("Merchants' servers") { said.withLock { $0.append(record.text) } }
            }
        }
        defer { served.hub.close() }
        func wait(forLines count: Int) {
            for _ in 0..<6_000 where said.withLock({ $0.count }) < count { usleep(10_000) }
        }
        let (shop, alice) = (try served.account("shop"), try served.account("alice", cents: 10_000))
        try served.hub.setMerchant("shop", name: "Corner Shop")
        let order = WebhookOrder(id: shop.operation(), url: receiver.url)
        _ = try served.caller.call(Routes.setWebhook, order, as: shop.proof)
        for round in 1...2 {
            try disk.spoil("ALTER TABLE webhook RENAME TO webhook_away")
            wait(forLines: 2 * round - 1)
            // Some looks more.
            usleep(3_500_000)
            _ = try alice.send(250, to: "shop")
            try disk.spoil("ALTER TABLE webhook_away RENAME TO webhook")
            wait(forLines: 2 * round)
            // What was told while the hub could not write that it was is told again, under the same id.
            let told = { try Set(receiver.taken.map { try event($0).id }).count }
            for _ in 0..<6_000 where try told() < round { usleep(10_000) }
            #expect(try told() == round)
        }
        let lines = said.withLock { $0 }
        #expect(lines.map { $0.contains("could not be told") } == [true, false, true, false], "\(lines)")
        #expect(lines.last == "Merchants' servers are told again")
    }

    @Test func onlyMerchantsHaveServersAndOnlyOnTheOpenInternet() throws {
        defer { receiver.stop() }
        #expect(refusal { _ = try set(receiver.url, of: alice) } == .forbidden)
        for url in [
            "http://10.0.0.1/", "ftp://shop.example/", "https://a@b/", "https://a b/", "https://é.example/", "", "x",
        ] {
            #expect(refusal { _ = try set(url, of: shop) } == .badRequest, "\(url)")
        }
        // A name is looked up when something is sent, each time.
        _ = try set("https://169.254.169.254/latest/meta-data/", of: shop)
        _ = try alice.send(250, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        let delivery = try #require(try state().deliveries.first)
        #expect(delivery.status == nil && delivery.problem == .insecure)
        let removal = WebhookRemoval(id: shop.operation())
        _ = try hub.caller.call(Routes.removeWebhook, removal, as: shop.proof)
        #expect(try state().url == nil)
    }
}
