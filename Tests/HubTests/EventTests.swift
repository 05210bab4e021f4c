// SPDX-License-Identifier: MIT
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Synchronization
import Testing
import Tokens

/// A served hub with listeners on real connections.
private final class EventRig {
    let disk: HubOnDisk
    var hub: TestHub
    var server: Server
    private let configure: (inout HubConfiguration) -> Void

    init(_ configure: @escaping (inout HubConfiguration) -> Void = { _ in }) throws {
        self.configure = configure
        disk = try HubOnDisk()
        hub = try disk.open(configure)
        server = try hub.hub.serve()
    }

    func stop() {
        server.stop()
        hub.hub.close()
    }

    func restart() throws {
        stop()
        hub = try disk.open(configure)
        server = try hub.hub.serve()
    }

    func request(_ account: TestAccount, after id: String? = nil) -> ClientRequest {
        var headers: Headers = ["Authorization": "Bearer \(account.token)"]
        headers["Last-Event-ID"] = id
        return ClientRequest(url: "http://127.0.0.1:\(server.port)/v1/events", headers: headers)
    }

    func listener(_ account: TestAccount, after id: String? = nil) -> Listening {
        Listening(request(account, after: id))
    }
}

/// A stream of events on a thread of its own.
final class Listening: Sendable {
    private struct State {
        var messages: [EventStreamReader.Message] = []
        var bytes = 0
        var status: Int?
        var isStopped = false
    }

    private let state = Mutex(State())

    init(_ request: ClientRequest) {
        concurrentlyLater { [self] in
            var reader = EventStreamReader()
            do {
                let response = try Client().stream(request, silenceSeconds: 20) { [self] bytes in
                    state.withLock { state in
                        state.bytes += bytes.count
                        state.messages += reader.take(bytes)
                        return !state.isStopped
                    }
                }
                state.withLock { $0.status = response.status }
            } catch {
                state.withLock { $0.status = -1 }
            }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }
    var status: Int? { state.withLock { $0.status } }
    var bytes: Int { state.withLock { $0.bytes } }
    var last: String? { state.withLock { $0.messages.last?.id } }

    var isReady: Bool { eventually { state.withLock { $0.messages.contains { $0.name == "ready" } } } }

    /// What was told under a name so far, once there is so much.
    func subjects(of name: String, _ count: Int) throws -> [String?] {
        _ = eventually { state.withLock { $0.messages.count { $0.name == name } } >= count }
        return try state.withLock { $0.messages }.filter { $0.name == name }
            .map { try Wire.decode(HubEvent.self, from: $0.data).subject }
    }

    /// The hints about files so far, once there are so many.
    func hints(_ count: Int) throws -> [FilesHint] {
        _ = eventually { state.withLock { $0.messages.count { $0.name == FilesHint.kind } } >= count }
        return try state.withLock { $0.messages }.filter { $0.name == FilesHint.kind }
            .map { try Wire.decode(FilesHint.self, from: $0.data) }
    }

    /// The movements told so far, once there are so many.
    func transactions(_ count: Int) throws -> [AccountTransaction] {
        _ = eventually { state.withLock { $0.messages.count { $0.name == "transaction" } } >= count }
        return try state.withLock { $0.messages }.filter { $0.name == "transaction" }
            .compactMap { try Wire.decode(HubEvent.self, from: $0.data).transaction }
    }
}

func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<8_000 {
        if try condition() { return true }
        usleep(1_000)
    }
    return false
}

private func concurrentlyLater(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
}

/// A client that asks and does not read.
final class SilentClient {
    private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    init(port: UInt16, path: String, token: String) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        let head = Array("GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
        try #require(send(descriptor, head, head.count, Int32(MSG_NOSIGNAL)) == head.count)
    }

    deinit { close(descriptor) }
}

@Suite struct EventTests {
    @Test func pollsThatWaitTakeNoPlaceFromOthersAndGoWithTheirClients() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.maximumListeners = 4 }
        defer { hub.hub.close() }
        var limits = Limits()
        limits.queuedRequests = 4
        let server = try hub.hub.serve(limits: limits)
        defer { server.stop() }
        let alice = try hub.account("alice")
        var clients = try (0..<4).map { _ in
            try SilentClient(port: server.port, path: "/v1/events/poll?wait=50", token: alice.token)
        }
        #expect(clients.count == 4)
        func areWaiting(_ count: Int) -> Bool {
            // Safe: then it is not what was asked for.
            (try? hub.hub.metrics(load: nil))?.contains("\nsatchel_event_listeners \(count)\n") == true
        }
        #expect(eventually { areWaiting(4) })
        for path in ["/v1/wallet/balance", "/v1/currencies"] {
            let url = "http://127.0.0.1:\(server.port)\(path)"
            let answer = try Client().send(ClientRequest(url: url, headers: ["Authorization": "Bearer \(alice.token)"]))
            #expect(answer.status == 200, "\(path)")
        }
        #expect(server.load.waiting == 0)
        clients.removeAll()
        #expect(eventually { areWaiting(0) })
    }

    @Test func aPollThatFindsTooManyWaitingIsAnsweredAtOnce() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.maximumPolls = 1 }
        defer { hub.hub.close() }
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob"))
        let answers = Mutex<[String]>([])
        for (name, account) in [("alice", alice), ("bob", bob)] {
            var request = Request(method: .get, path: Routes.eventPoll.path, query: [("wait", "50")])
            account.proof.prove(&request, for: .account)
            hub.hub.handle(request) { _ in answers.withLock { $0.append(name) } }
        }
        #expect(answers.withLock { $0 } == ["bob"])
        // What alice waits for is still told her, and leaves the place.
        _ = try hub.hub.topUp(.account("alice"), dollars(1))
        #expect(eventually { answers.withLock { $0.count } == 2 })
        var request = Request(method: .get, path: Routes.eventPoll.path, query: [("wait", "50")])
        bob.proof.prove(&request, for: .account)
        hub.hub.handle(request) { _ in answers.withLock { $0.append("bob") } }
        #expect(answers.withLock { $0 } == ["bob", "alice"])
    }

    @Test func bothSidesOfAPaymentAreToldAsItHappens() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let alice = try rig.hub.account("alice", cents: 10_000)
        let bob = try rig.hub.account("bob")
        let (hers, his) = (rig.listener(alice), rig.listener(bob))
        #expect(hers.isReady && his.isReady)
        let sent = try alice.send(250, to: "bob", note: "lunch")
        #expect(try his.transactions(1).map(\.amount) == [dollars(250)])
        #expect(try his.transactions(1).map(\.note) == ["lunch"])
        #expect(try hers.transactions(1) == [sent.transaction])
    }

    @Test func whoComesBackIsToldWhatWasMissedOnceAndInOrder() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let alice = try rig.hub.account("alice", cents: 100_000)
        let bob = try rig.hub.account("bob")
        let before = rig.listener(bob)
        #expect(before.isReady)
        _ = try alice.send(1, to: "bob")
        #expect(try before.transactions(1).count == 1)
        let last = try #require(before.last)
        before.stop()
        // More than one reading of the log holds.
        for cents in 2...250 { _ = try alice.send(Int64(cents), to: "bob") }
        try rig.restart()
        let after = rig.listener(bob, after: last)
        #expect(try after.transactions(249).map(\.amount) == (2...250).map { dollars(Int64($0)) })
        let nobody = rig.listener(bob)
        #expect(nobody.isReady)
        #expect(try nobody.transactions(0).isEmpty)
    }

    @Test func nothingIsToldToAnotherAccountOrAStranger() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let alice = try rig.hub.account("alice", cents: 10_000)
        let bob = try rig.hub.account("bob")
        let carol = try rig.hub.account("carol")
        let (hers, his) = (rig.listener(carol), rig.listener(bob))
        #expect(hers.isReady && his.isReady)
        _ = try alice.send(5, to: "bob")
        #expect(try his.transactions(1).count == 1)
        #expect(try hers.transactions(0).isEmpty)
        let stranger = ClientRequest(url: "http://127.0.0.1:\(rig.server.port)/v1/events")
        #expect(try Client().send(stranger).status == 401)
        for id in ["", "x", "1", "1.-1", "01.1", "1.1.1", "99999999999999999999.1"] {
            #expect(try Client().send(rig.request(bob, after: id)).status == 400, "\(id)")
        }
    }

    @Test func aTopUpByASecondProcessIsTold() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let bob = try rig.hub.account("bob")
        let his = rig.listener(bob)
        #expect(his.isReady)
        let second = try rig.disk.open { $0.execution = .caller }
        _ = try second.hub.topUp(.account("bob"), dollars(700))
        second.hub.close()
        #expect(try his.transactions(1).map(\.kind) == [.topUp])
    }

    @Test func anAccountListensOnlySoOftenAndTheHeartbeatComes() throws {
        let rig = try EventRig {
            $0.maximumListeners = 2
            $0.heartbeat = 1
        }
        defer { rig.stop() }
        let bob = try rig.hub.account("bob")
        let streams = [rig.listener(bob), rig.listener(bob)]
        #expect(streams[0].isReady && streams[1].isReady)
        let refused = try Client().send(rig.request(bob))
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "60")
        let before = streams[0].bytes
        #expect(eventually { streams[0].bytes >= before + 3 })
        streams[0].stop()
        // Its end is noticed at the next heartbeat, and then there is room again.
        #expect(eventually { rig.server.load.streams < 2 })
        #expect(rig.listener(bob).isReady)
    }

    @Test func aStreamEndsWithItsSessionAndWithItsTime() throws {
        let rig = try EventRig { $0.heartbeat = 1 }
        let bob = try rig.hub.account("bob")
        let his = rig.listener(bob)
        #expect(his.isReady)
        _ = try rig.hub.caller.call(Routes.logout, RefreshToken(refreshToken: bob.session.refreshToken))
        #expect(eventually { his.status == 200 })
        rig.stop()
        let short = try EventRig { $0.streamLife = 1 }
        defer { short.stop() }
        let hers = short.listener(try short.hub.account("alice"))
        #expect(eventually { hers.status == 200 })
    }

    @Test func aPollAnswersAtOnceOrWhenSomethingHappensOrInTheEnd() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let alice = try rig.hub.account("alice", cents: 10_000)
        let bob = try rig.hub.account("bob")
        let client = Mutex(try Client())
        let url = "http://127.0.0.1:\(rig.server.port)"
        let caller = HubCaller { request in try client.withLock { try $0.send(request, to: url) } }
        let start = try caller.call(Routes.eventPoll, Nothing(), query: [("wait", "0")], as: bob.proof)
        #expect(start.items.isEmpty)
        concurrentlyLater {
            usleep(200_000)
            do { _ = try alice.send(9, to: "bob") } catch { Issue.record(error) }
        }
        let told = try caller.call(
            Routes.eventPoll, Nothing(), query: [("after", start.next), ("wait", "20")], as: bob.proof)
        #expect(told.items.map { $0.transaction?.amount } == [dollars(9)])
        let again = try caller.call(
            Routes.eventPoll, Nothing(), query: [("after", start.next), ("wait", "20")], as: bob.proof)
        #expect(again.items == told.items)
        let nothing = try caller.call(
            Routes.eventPoll, Nothing(), query: [("after", told.next), ("wait", "1")], as: bob.proof)
        #expect(nothing.items.isEmpty && nothing.next == told.next)
        #expect(
            refusal { _ = try caller.call(Routes.eventPoll, Nothing(), query: [("wait", "51")], as: bob.proof) }
                == .badRequest)
    }

    @Test func aHubThatStopsEndsItsStreamsAndPolls() throws {
        let rig = try EventRig()
        let bob = try rig.hub.account("bob")
        let his = rig.listener(bob)
        #expect(his.isReady)
        rig.stop()
        #expect(eventually { his.status != nil })
    }

    // MARK: - Besides money

    /// What the log of an account says besides movements, from its beginning.
    private func told(_ account: TestAccount) throws -> [String] {
        let page = try account.hub.caller.call(
            Routes.eventPoll, Nothing(), query: [("after", "0.0"), ("wait", "0")], as: account.proof)
        return page.items.filter { $0.transaction == nil }.map { "\($0.kind) \($0.subject ?? "")" }
    }

    @Test func bothSidesOfARequestAreToldWhatBecomesOfIt() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob")
        let (paid, declined, cancelled) = (
            try bob.ask("alice", 100).id, try bob.ask("alice", 200).id, try bob.ask("alice", 300).id
        )
        let link = try bob.ask(nil, 400).id
        _ = try alice.pay(paid, 100)
        for _ in 0..<2 {
            _ = try alice.close(Routes.declineRequest, declined)
            _ = try bob.close(Routes.cancelRequest, cancelled)
        }
        _ = try alice.pay(link, 400)
        #expect(refusal { _ = try alice.pay(paid, 100) } == .requestClosed)
        let received = [paid, declined, cancelled].map { "request.received \($0)" }
        #expect(try told(alice) == received + ["request.cancelled \(cancelled)"])
        #expect(try told(bob) == ["request.paid \(paid)", "request.declined \(declined)", "request.paid \(link)"])
    }

    @Test func whoSharesABillIsAskedAndToldWhenItIsTakenBack() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        let bob = try hub.account("bob", cents: 10_000)
        let carol = try hub.account("carol")
        let split = try alice.split(900, [("alice", 1), ("bob", 1), ("carol", 1)])
        let requests = split.shares.compactMap(\.request)
        _ = try bob.pay(requests[0], 300)
        _ = try hub.caller.call(Routes.cancelSplit, NoDetails(), values: [split.id], as: alice.proof)
        #expect(try told(alice) == ["request.paid \(requests[0])"])
        #expect(try told(bob) == ["request.received \(requests[0])"])
        #expect(try told(carol) == ["request.received \(requests[1])", "request.cancelled \(requests[1])"])
    }

    @Test func thePayerIsToldOfEachDueDateThatWasPaidFailedOrMissed() throws {
        let hub = try TestHub {
            longSessions(&$0)
            $0.recurringAttempts = 2
        }
        let alice = try hub.account("alice", cents: 100)
        let bob = try hub.account("bob")
        let order = RecurringOrder(
            id: alice.operation(), recipient: "bob", amount: dollars(100), rhythm: try Rhythm(.monthly),
            first: CalendarDay(of: hub.clock.now))
        let id = try hub.caller.call(Routes.newRecurring, order, as: alice.proof).id
        _ = try hub.hub.payRecurring()
        hub.clock.advance(days: 31)
        for _ in 0..<3 {
            _ = try hub.hub.payRecurring()
            hub.clock.advance(seconds: 6 * 3_600)
        }
        #expect(try told(alice) == ["recurring.paid \(id)", "recurring.failed \(id)", "recurring.missed \(id)"])
        #expect(try told(bob).isEmpty)
    }

    @Test func aRequestIsToldOverAStreamAsItArrives() throws {
        let rig = try EventRig()
        defer { rig.stop() }
        let alice = try rig.hub.account("alice")
        let bob = try rig.hub.account("bob")
        let hers = rig.listener(alice)
        #expect(hers.isReady)
        let asked = try bob.ask("alice", 250)
        #expect(try hers.subjects(of: "request.received", 1) == [asked.id])
    }
}
