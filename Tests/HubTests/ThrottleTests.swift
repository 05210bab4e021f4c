// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import Synchronization
import Testing
import Tokens

/// Counts the slow work that passwords cost, with its prices.
final class WorkCount: Sendable {
    private let all = Mutex<[Argon2id.Cost]>([])
    var costs: [Argon2id.Cost] { all.withLock { $0 } }
    func add(_ cost: Argon2id.Cost) { all.withLock { $0.append(cost) } }
    func reset() { all.withLock { $0 = [] } }
}

extension TestHub {
    /// A call as it comes over the network.
    func call<Input: Encodable, Output>(
        _ route: Route<Input, Output>, _ input: Input, from address: String, forwarded: String? = nil,
        as proof: CallerProof? = nil
    ) throws -> Response {
        var request = Request(method: route.method, path: route.path, remoteAddress: address)
        if route.method != .get { request.body = try Wire.encode(input) }
        if let forwarded { request.headers["X-Forwarded-For"] = forwarded }
        proof?.prove(&request, for: route.access)
        return hub.answer(request)
    }

    func status(_ password: String = "wrong horse", of name: String, from address: String, forwarded: String? = nil)
        throws -> Int
    {
        try call(
            Routes.login, Credentials(username: name, password: password), from: address, forwarded: forwarded
        ).status
    }
}

@Suite struct ThrottleTests {
    /// What a clock would show is decided by this: the same slow work at the same price.
    @Test func anUnknownNameCostsTheSameWorkAsAWrongPassword() throws {
        let work = WorkCount()
        let hub = try TestHub { $0.onPasswordWork = { work.add($0) } }
        _ = try hub.account("alice")
        var seen: [[Argon2id.Cost]] = []
        for name in ["alice", "nobody", "nobody-else"] {
            work.reset()
            #expect(refusal { _ = try hub.logIn(name, password: "wrong horse") } == .wrongCredentials)
            seen.append(work.costs)
        }
        #expect(seen[0].count == 1)
        #expect(seen.allSatisfy { $0 == seen[0] })
    }

    @Test func passwordsThatWereSentTogetherAreNotAllTried() throws {
        let work = WorkCount()
        let isOpen = Mutex(false)
        let disk = try HubOnDisk()
        let hub = try disk.open { configuration in
            configuration.maximumPasswordQueue = 64
            configuration.onPasswordWork = { cost in
                work.add(cost)
                // None has failed before all are let in.
                while !isOpen.withLock({ $0 }) { usleep(1_000) }
            }
        }
        defer { hub.hub.close() }
        let answers = Mutex<[Int]>([])
        for number in 0..<40 {
            let body = try Wire.encode(Credentials(username: "alice", password: "a wrong horse \(number)"))
            hub.hub.handle(Request(method: .post, path: Routes.login.path, body: body, remoteAddress: "192.0.2.1")) {
                answer in answers.withLock { $0.append(answer.status) }
            }
        }
        isOpen.withLock { $0 = true }
        while answers.withLock({ $0.count }) < 40 { usleep(1_000) }
        #expect(work.costs.count == 5)
        #expect(answers.withLock { $0.count { $0 == 401 } } == 5)
        #expect(answers.withLock { $0.count { $0 == 429 } } == 35)
        // Nothing is left of those that were turned away: the next wait is that of five failures.
        hub.clock.advance(seconds: 2)
        #expect(try hub.status(of: "alice", from: "192.0.2.1") == 401)
        #expect(work.costs.count == 6)
    }

    @Test func anAddressThatTriesManyNamesIsSlowedDownAndOthersAreNot() throws {
        let hub = try TestHub()
        _ = try hub.account("alice")
        for number in 0..<30 { #expect(try hub.status(of: "name\(number)", from: "192.0.2.1") == 401) }
        #expect(try hub.status(of: "name30", from: "192.0.2.1") == 429)
        #expect(try hub.status("correct horse ecila", of: "alice", from: "192.0.2.1") == 429)
        #expect(try hub.status("correct horse ecila", of: "alice", from: "192.0.2.2") == 200)
        hub.clock.advance(seconds: 2)
        #expect(try hub.status("correct horse ecila", of: "alice", from: "192.0.2.1") == 200)
    }

    @Test func aHouseholdOfIPv6IsOneAddress() throws {
        let hub = try TestHub()
        for number in 0..<30 {
            #expect(try hub.status(of: "name\(number)", from: "2001:db8:1:2::\(number + 1)") == 401)
        }
        #expect(try hub.status(of: "other", from: "2001:db8:1:2:ffff::1") == 429)
        #expect(try hub.status(of: "other", from: "2001:db8:1:3::1") == 401)
    }

    @Test func theDelayGrowsAndIsSaidInTheHeader() throws {
        let hub = try TestHub()
        var waits: [UInt64] = []
        for _ in 0..<5 { _ = try hub.status(of: "alice", from: "192.0.2.1") }
        for _ in 0..<12 {
            let answer = try hub.call(
                Routes.login, Credentials(username: "alice", password: "wrong horse"), from: "192.0.2.1")
            #expect(answer.status == 429)
            let wait = try #require(answer.headers["Retry-After"].flatMap { UInt64($0) })
            waits.append(wait)
            hub.clock.advance(seconds: wait)
            _ = try hub.status(of: "alice", from: "192.0.2.1")
        }
        #expect(waits == waits.sorted() && waits[0] == 1 && waits[11] == 900)
    }

    @Test func theMemoryOfThrottlesAndRatesIsBounded() throws {
        let hub = try TestHub {
            $0.maximumThrottles = 50
            $0.rateLimits = RateLimits(account: [:], address: [.password: .init(burst: 2, perMinute: 1)])
            $0.rateLimits.maximumBuckets = 50
        }
        for number in 0..<400 {
            _ = try hub.status(of: "name\(number)", from: "10.0.\(number / 250).\(number % 250)")
        }
        #expect(hub.hub.rememberedCallers.throttles <= 50)
        #expect(hub.hub.rememberedCallers.rates <= 50)
    }

    @Test func namesThatWereMadeUpDoNotMakeAGuessedOneForgotten() throws {
        let hub = try TestHub { $0.maximumThrottles = 50 }
        _ = try hub.account("alice")
        for number in 0..<5 { #expect(try hub.status(of: "alice", from: "10.0.0.\(number)") == 401) }
        for number in 0..<200 { _ = try hub.status(of: "name\(number)", from: "10.1.\(number).1") }
        #expect(try hub.status(of: "alice", from: "10.2.0.1") == 429)
    }

    // MARK: - Rates

    @Test func anAccountHasItsOwnBucketForEachCost() throws {
        let hub = try TestHub {
            $0.rateLimits = RateLimits(
                account: [.cheap: .init(burst: 3, perMinute: 6), .money: .init(burst: 1, perMinute: 1)], address: [:])
        }
        let (alice, bob) = (try hub.account("alice", cents: 1_000), try hub.account("bob"))
        for _ in 0..<3 { _ = try alice.balance() }
        #expect(refusal { _ = try alice.balance() } == .tooManyRequests)
        #expect(try bob.balance().balance == dollars(0))
        _ = try alice.send(1, to: "bob")
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .tooManyRequests)
        hub.clock.advance(seconds: 10)
        _ = try alice.balance()
        #expect(refusal { _ = try alice.balance() } == .tooManyRequests)
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .tooManyRequests)
        hub.clock.advance(seconds: 50)
        #expect(try alice.send(1, to: "bob").balance.balance == dollars(998))
    }

    @Test func anAddressIsRationedBeforeAnythingElseIsDone() throws {
        let work = WorkCount()
        let hub = try TestHub {
            $0.rateLimits = RateLimits(account: [:], address: [.password: .init(burst: 2, perMinute: 60)])
            $0.onPasswordWork = { work.add($0) }
        }
        for _ in 0..<2 { #expect(try hub.status(of: "nobody", from: "192.0.2.1") == 401) }
        let answer = try hub.call(
            Routes.login, Credentials(username: "nobody", password: "wrong horse"), from: "192.0.2.1")
        #expect(answer.status == 429 && answer.headers["Retry-After"] == "1")
        #expect(work.costs.count == 2)
        #expect(try hub.status(of: "nobody", from: "192.0.2.2") == 401)
    }

    // MARK: - Proxies

    @Test(
        arguments: [
            // A stranger's word about its address is nothing.
            (["10.0.0.9"], "192.0.2.1", "203.0.113.7", "192.0.2.1"),
            // What the proxy saw itself stands last.
            (["10.0.0.9"], "10.0.0.9", "203.0.113.7", "203.0.113.7"),
            (["10.0.0.9"], "10.0.0.9", "1.1.1.1, 203.0.113.7", "203.0.113.7"),
            (["10.0.0.9", "10.0.0.8"], "10.0.0.9", "1.1.1.1,203.0.113.7 , 10.0.0.8", "203.0.113.7"),
            (["10.0.0.9"], "10.0.0.9", "203.0.113.7, unknown", "10.0.0.9"),
            (["10.0.0.9"], "10.0.0.9", "", "10.0.0.9"), (["10.0.0.9"], "10.0.0.9", "x', DROP", "10.0.0.9"),
            ([], "127.0.0.1", "203.0.113.7", "127.0.0.1"),
        ] as [([String], String, String, String)])
    func aForwardedAddressIsBelievedFromTheConfiguredProxyOnly(
        proxies: [String], peer: String, forwarded: String, expected: String
    ) throws {
        let hub = try TestHub { $0.trustedProxies = Set(proxies) }
        _ = try hub.account("alice")
        let answer = try hub.call(
            Routes.login, Credentials(username: "alice", password: "correct horse ecila"), from: peer,
            forwarded: forwarded)
        let session = try Wire.decode(Session.self, from: answer.body)
        #expect(try TestAccount(hub: hub, session: session).devices()[0].address == expected)
    }
}
