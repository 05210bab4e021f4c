// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Synchronization
import Testing
import TestSupport
import Tokens

@Suite struct NetworkTests {
    /// A pipe over a real connection; one client for each thread.
    private func pipe(to server: Server) throws -> HubPipe {
        let client = Mutex(try Client(timeoutSeconds: 20))
        let url = "http://127.0.0.1:\(server.port)"
        return { request in try client.withLock { try $0.send(request, to: url) } }
    }

    @Test func aWholePaymentOverARealConnection() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let server = try hub.hub.serve()
        let caller = HubCaller(try pipe(to: server))
        let password = "correct horse"
        let alice = TestAccount(
            hub: hub, session: try caller.call(Routes.register, Credentials(username: "alice", password: password)))
        _ = try hub.hub.topUp(.account("alice"), dollars(1_000))
        let held = try alice.buy(400)
        let redemptions = Redemptions(items: [Blob(try alice.redemption(held.token.range, of: held))])
        let first = try caller.call(Routes.redeem, redemptions, as: alice.proof)
        let second = try caller.call(Routes.redeem, redemptions, as: alice.proof)
        #expect(try first.items[0].credited == 400)
        #expect(first.items[0].receipt == second.items[0].receipt)
        #expect(refusal { _ = try caller.call(Routes.balance, Nothing()) } == .unauthorized)
        #expect(
            refusal { _ = try caller.call(Routes.login, Credentials(username: "alice", password: "wrong horse")) }
                == .wrongCredentials)
        server.stop()
        hub.hub.close()
    }

    /// What the server refuses before the hub sees it reads as everything else that is refused.
    @Test func refusalsOfTheServerAreThoseOfTheAPI() throws {
        let hub = try TestHub()
        var limits = Limits()
        limits.queuedRequests = 0
        let closed = try hub.hub.serve(loops: 1, limits: limits)
        limits.queuedRequests = 1
        let server = try hub.hub.serve(loops: 1, limits: limits)
        func problem(_ headers: Headers, bytes: Int = 0, _ server: Server) throws -> HubProblem {
            let response = try Client().send(
                Request(
                    method: .post, path: Routes.login.path, headers: headers, body: [UInt8](repeating: 65, count: bytes)
                ),
                to: "http://127.0.0.1:\(server.port)")
            let problem = try Wire.decode(HubProblem.self, from: response.body)
            #expect(response.status / 100 == problem.status / 100 && problem.message.hasSuffix("."))
            return problem
        }
        #expect(try problem([:], bytes: 70_000, server).code == .tooLarge)
        #expect(try problem(["Note": String(repeating: "x", count: 9_000)], server).code == .tooLarge)
        #expect(try problem(["Content-Encoding": "br"], bytes: 10, server).code == .badRequest)
        #expect(try problem(["Content-Encoding": "gzip"], bytes: 10, server).code == .badRequest)
        #expect(try problem([:], closed).code == .busy)
        server.stop()
        closed.stop()
    }

    @Test func manyConnectionsAtOnce() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let server = try hub.hub.serve()
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = (0..<160).map { _ in
            SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(1), note: nil)
        }
        let (proof, url) = (alice.proof, "http://127.0.0.1:\(server.port)")
        concurrently(16) { thread in
            do {
                let client = try Client(timeoutSeconds: 20)
                for order in orders[(thread * 10)..<(thread * 10 + 10)] {
                    var request = Request(
                        method: .post, path: Routes.send.path, headers: ["Content-Type": "application/json"],
                        body: try Wire.encode(order))
                    proof.prove(&request, for: .signed)
                    let response = try client.send(request, to: url)
                    if response.status != 200 { Issue.record("status \(response.status)") }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(try alice.balance().balance == dollars(100_000 - 160))
        server.stop()
        hub.hub.close()
    }

    /// Both come before the loop looks again, and it answers them one after the other.
    @Test func aPaymentBetweenTwoBalancesOfOneTurnIsInTheSecond() throws {
        let disk = try HubOnDisk()
        let gate = Gate()
        let hub = try disk.open { $0.requestLog = { line in if line.route == Routes.balance.path { gate.pass() } } }
        let server = try hub.hub.serve(loops: 1)
        let alice = try hub.account("alice", cents: 100)
        let asking = alice.proof
        let found = Mutex<[Int64]>([])
        concurrently(4) { thread in
            do {
                guard thread == 0 else {
                    // The first holds the loop until the others have come.
                    if thread > 1 { gate.wait(arrived: 1) }
                    let answer = try HubCaller(try pipe(to: server)).call(Routes.balance, Nothing(), as: asking)
                    return found.withLock { $0.append(answer.balances[0].balance.minorUnits) }
                }
                gate.wait(arrived: 1)
                // The loop accepts nobody meanwhile: the system does, and keeps what they send.
                usleep(300_000)
                gate.open(1)
                gate.wait(arrived: 2)
                _ = try hub.hub.topUp(.account("alice"), dollars(50))
                gate.open(2)
                gate.open(3)
            } catch {
                gate.open(3)
                Issue.record(error)
            }
        }
        #expect(found.withLock { $0.sorted() } == [100, 100, 150])
        server.stop()
        hub.hub.close()
    }

    /// Whoever is told of a payment finds it, on whichever connection and however many others ask at the same time.
    @Test func aBalanceIsNeverOlderThanWhatWasTold() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.logPages = 64 }
        let server = try hub.hub.serve()
        let (alice, bob) = (try hub.account("alice", cents: 10_000), try hub.account("bob"))
        let orders = (0..<150).map { _ in
            SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(1), note: nil)
        }
        let (paying, asking) = (alice.proof, bob.proof)
        let told = Counter()
        concurrently(5) { thread in
            do {
                let caller = HubCaller(try pipe(to: server))
                if thread == 0 {
                    defer { told.isOver.store(true, ordering: .relaxed) }
                    for (index, order) in orders.enumerated() {
                        _ = try caller.call(Routes.send, order, as: paying)
                        told.count.store(index + 1, ordering: .releasing)
                    }
                }
                repeat {
                    let known = told.count.load(ordering: .acquiring)
                    let found = try caller.call(Routes.balance, Nothing(), as: asking).balances[0].balance
                    try require(
                        found.minorUnits >= known, "\(found.minorUnits) was read after \(known) had been told.")
                } while !told.isOver.load(ordering: .relaxed)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try bob.balance().balance == dollars(150))
        #expect(server.load.direct > 300)
        // Whoever reads keeps the log from beginning anew only for a moment.
        let log = try #require(
            try FileManager.default.attributesOfItem(atPath: disk.directory.database + "-wal")[.size] as? Int)
        #expect(log < 4 << 20, "\(log)")
        server.stop()
        hub.hub.close()
    }
}

/// Where each balance waits, after it was read and before it is answered, until its number is let through.
private final class Gate: Sendable {
    private let arrived = Atomic(0)
    private let opened = Atomic(0)

    func pass() {
        let number = arrived.add(1, ordering: .relaxed).newValue
        while opened.load(ordering: .relaxed) < number { usleep(1_000) }
    }
    func wait(arrived number: Int) { while arrived.load(ordering: .relaxed) < number { usleep(1_000) } }
    func open(_ number: Int) { opened.store(number, ordering: .relaxed) }
}

private final class Counter: Sendable {
    let count = Atomic(0)
    let isOver = Atomic(false)
}
