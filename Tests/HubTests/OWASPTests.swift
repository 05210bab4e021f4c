// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import Glibc
import HTTP
import Hub
import HubAPI
import HubLedger
import Money
import Testing
import Tokens

/// One test for each of the OWASP API Security Top 10 of 2023. <https://owasp.org/API-Security/editions/2023/en/0x11-t10/>
@Suite struct OWASPTests {
    /// What somebody has of its own, tried by somebody else.
    @Test func api1BrokenObjectLevelAuthorization() throws {
        let hub = try TestHub()
        let (alice, eve) = (try hub.account("alice", cents: 1_000), try hub.account("eve", cents: 1_000))
        _ = try hub.account("bob")
        let sent = try alice.send(100, to: "bob").transaction
        #expect(refusal { _ = try eve.call(Routes.transaction, Nothing(), values: [sent.id]) } == .notFound)
        let device = try alice.devices()[0].id
        #expect(refusal { _ = try eve.call(Routes.revokeDevice, DeviceName(id: device)) } == .notFound)
        let page = try alice.call(Routes.transactions, Nothing(), query: [("limit", "1")])
        if let cursor = page.next {
            #expect(refusal { _ = try eve.call(Routes.transactions, Nothing(), query: [("before", cursor)]) } != nil)
        }
        // A redemption is bound to an account: uploaded by another it credits nobody.
        let held = try alice.buy(50)
        let stolen = try eve.upload([try alice.redemption(held.token.range, of: held)])
        #expect(try stolen.items[0].credited ?? 0 == 0)
        #expect(try eve.balance().balance == dollars(1_000))
    }

    @Test func api2BrokenAuthentication() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        for _ in 0..<5 { _ = refusal { _ = try hub.logIn("alice", password: "wrong horse") } }
        #expect(refusal { _ = try hub.logIn("alice") } == .tooManyRequests)
        // Tokens: made up, of another hub, ended, past.
        let other = try TestHub(seed: 2)
        let foreign = try other.account("alice")
        for token in ["", "eyJhbGciOiJub25lIn0.e30.", foreign.token] {
            let proof = CallerProof(token: token)
            #expect(refusal { _ = try hub.caller.call(Routes.balance, Nothing(), as: proof) } == .unauthorized)
        }
        _ = try alice.call(Routes.logoutEverywhere, Nothing())
        #expect(refusal { _ = try alice.balance() } == .unauthorized)
        let again = try other.logIn("alice")
        other.clock.advance(seconds: 15 * 60)
        #expect(refusal { _ = try again.balance() } == .tokenExpired)
    }

    /// Fields that are nobody's to set, and fields that are nobody else's to see.
    @Test func api3BrokenObjectPropertyLevelAuthorization() throws {
        let hub = try TestHub()
        for field in ["role", "balance", "merchant", "locked", "id", "secondFactor"] {
            let body = #"{"username":"mallory","password":"correct horse","\#(field)":"operator"}"#
            let answer = hub.hub.answer(
                Request(
                    method: .post, path: Routes.register.path, headers: ["Content-Type": "application/json"],
                    body: Array(body.utf8)))
            #expect(answer.status == 400, "\(field)")
        }
        let (alice, bob) = (try hub.account("alice", cents: 500), try hub.account("bob", cents: 700))
        _ = try alice.send(100, to: "bob")
        let seen = try bob.call(Routes.transactions, Nothing()).items[0]
        #expect(seen.counterpart == "alice" && seen.balanceAfter == dollars(800))
        let text = String(decoding: try Wire.encode(seen), as: UTF8.self)
        #expect(!text.contains("400") && !text.contains("verifier") && !text.contains("192."))
    }

    @Test func api4UnrestrictedResourceConsumption() throws {
        let hub = try TestHub {
            $0.rateLimits = RateLimits(account: [.cheap: .init(burst: 20, perMinute: 60)], address: [:])
        }
        let alice = try hub.account("alice")
        #expect(
            refusal { _ = try alice.call(Routes.transactions, Nothing(), query: [("limit", "101")]) } == .badRequest)
        let large = Request(
            method: .post, path: Routes.login.path, body: [UInt8](repeating: 0x20, count: (64 << 10) + 1))
        #expect(hub.hub.answer(large).status == 413)
        let keys = CertificateOrder(keys: [Blob](repeating: Blob([2]), count: 65))
        #expect(refusal { _ = try alice.call(Routes.certificates, keys) } == .badRequest)
        let refused = (0..<25).compactMap { _ in refusal { _ = try alice.balance() } }
        #expect(refused.count >= 5 && Set(refused) == [.tooManyRequests])
        // Deep nesting costs a look at its brackets, nothing more.
        let deep = Array(String(repeating: "[", count: 60_000).utf8)
        #expect(hub.hub.answer(Request(method: .post, path: Routes.login.path, body: deep)).status == 400)
    }

    /// Every operator's function, called by a member, a merchant, and an operator without a second factor.
    @Test func api5BrokenFunctionLevelAuthorization() throws {
        let hub = try TestHub()
        let (member, merchant) = (try hub.account("alice"), try hub.account("shop"))
        let careless = try hub.account("olga")
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        try hub.hub.setRole(of: "olga", to: .operator)
        let paths = try Self.paths(of: "/v1/admin/")
        #expect(paths.count >= 8)
        for (method, path) in paths {
            for caller in [member, merchant, careless] {
                var request = Request(
                    method: method,
                    path: path.split(separator: "/").map { $0.hasPrefix("{") ? "alice" : String($0) }
                        .reduce("") { $0 + "/" + $1 })
                caller.proof.prove(&request, for: .operator)
                #expect(hub.hub.answer(request).status == 403, "\(method) \(path)")
            }
            #expect(hub.hub.answer(Request(method: method, path: path)).status == 401)
        }
    }

    /// What could be done over and over to the harm of others is bounded by the database, not by the speed of calls.
    @Test func api6UnrestrictedAccessToSensitiveBusinessFlows() throws {
        let hub = try TestHub {
            $0.roleLimits[.member] = AccountLimits(offlineTotal: 300, livingKeys: 20, perTransfer: 500)
        }
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        var bought: Int64 = 0
        for _ in 0..<10 where refusal({ _ = try alice.buy(100) }) == nil { bought += 100 }
        #expect(bought == 300)
        #expect(refusal { _ = try alice.send(501, to: "bob") } == .overLimit)
        for _ in 0..<10 { _ = refusal { _ = try alice.pseudonym() } }
        #expect(refusal { for _ in 0..<21 { _ = try alice.pseudonym() } } == .overLimit)
        // Money comes into being over the counter only: no route does what a top-up does.
        let paths = try Self.paths(of: "/").map(\.1)
        #expect(!paths.contains { $0.contains("topup") || $0.contains("top-up") || $0.contains("mint") })
        try hub.requireSoundLedger()
    }

    /// No caller can make the hub connect to anywhere inside: no message has a field for an address but those listed here,
    /// and what a merchant writes there is called on the open internet or not at all.
    @Test(arguments: ["http", "https"]) func api7ServerSideRequestForgery(scheme: String) throws {
        let ear = try Ear()
        let hub = try TestHub(configure: longSessions)
        let (shop, alice) = (try hub.account("shop"), try hub.account("alice", cents: 10_000))
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        let hosts = [
            "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "0", "0.0.0.0", "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
            "10.0.0.1",
            "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fe80::1]", "[::ffff:10.0.0.1]",
        ]
        for host in hosts {
            let order = WebhookOrder(id: shop.operation(), url: "\(scheme)://\(host):\(ear.port)/paid")
            let refused = refusal { _ = try hub.caller.call(Routes.setWebhook, order, as: shop.proof) }
            // Names are looked up each time that something is sent: then it is refused, and nothing is sent.
            guard refused == nil else {
                #expect(refused == .badRequest, "\(order.url)")
                continue
            }
            #expect(scheme == "https", "\(order.url)")
            _ = try alice.send(1, to: "shop")
            #expect(try hub.hub.deliverWebhooks() == 0, "\(order.url)")
            let delivery = try #require(
                try hub.caller.call(Routes.webhook, Nothing(), as: shop.proof).deliveries.first, "\(order.url)")
            #expect(delivery.status == nil, "\(order.url)")
            #expect(delivery.problem == .insecure, "\(delivery)")
            let state = try hub.caller.call(Routes.webhook, Nothing(), as: shop.proof)
            #expect(state.url == order.url)
        }
        #expect(!ear.hasHeard)
    }

    /// A server that is allowed sends the hub on to one that is not.
    @Test func api7NoRedirectIsFollowed() throws {
        let ear = try Ear()
        let inside = "http://127.0.0.1:\(ear.port)/"
        let front = try Server(address: "127.0.0.1", port: 0, loops: 1, credentials: nil) { _, respond in
            respond(Response(status: 307, headers: ["Location": inside]))
        }
        defer { front.stop() }
        let hub = try TestHub {
            longSessions(&$0)
            $0.allowsLoopbackWebhooks = true
        }
        let (shop, alice) = (try hub.account("shop"), try hub.account("alice", cents: 10_000))
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        let order = WebhookOrder(id: shop.operation(), url: "http://127.0.0.1:\(front.port)/paid")
        _ = try hub.caller.call(Routes.setWebhook, order, as: shop.proof)
        _ = try alice.send(1, to: "shop")
        #expect(try hub.hub.deliverWebhooks() == 0)
        let state = try hub.caller.call(Routes.webhook, Nothing(), as: shop.proof)
        #expect(state.deliveries.map(\.status) == [307])
        #expect(!ear.hasHeard)
    }

    /// A socket of this machine that accepts nobody, and knows whether anybody has come.
    private final class Ear {
        private let descriptor: Int32
        let port: UInt16

        init() throws {
            descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            try #require(descriptor >= 0)
            // At every address, those of IPv4 too. ipv6(7)
            var no: Int32 = 0
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let descriptor = descriptor
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && listen(descriptor, 64) == 0
                        ? getsockname(descriptor, $0, &size) : -1
                }
            }
            port = UInt16(bigEndian: address.sin6_port)
            try #require(code == 0)
        }

        deinit { close(descriptor) }

        /// The system has connected whoever has come, although nobody took the call.
        var hasHeard: Bool {
            var call = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&call, 1, 0) > 0
        }
    }

    @Test func api7NoOtherMessageHasAnAddress() throws {
        /// Fields that hold an address, each with a guard and a test of its own: `url` is a merchant's server, which
        /// `PublicAddress` guards; see `PublicAddressTests` and `WebhookTests`. `endpoint` is in an answer only: where the
        /// hub's own tunnel is, as its operator has set it.
        let guarded: Set<String> = ["url", "endpoint"]
        let words: Set = ["url", "uri", "callback", "webhook", "endpoint", "host", "proxy", "redirect"]
        let document = try Hub.openAPI()
        var found: Set<String> = []
        func collect(_ value: JSONValue) {
            for member in value["properties"]?.members ?? [] {
                // The words of a name in camel case.
                let parts = member.key.reduce(into: [""]) { parts, letter in
                    if letter.isUppercase { parts.append("") }
                    parts[parts.count - 1] += letter.lowercased()
                }
                if !words.isDisjoint(with: parts) { found.insert(member.key) }
            }
            for member in value.members ?? [] { collect(member.value) }
            for element in value.array ?? [] { collect(element) }
        }
        collect(document)
        #expect(found.subtracting(guarded) == [])
    }

    @Test func api8SecurityMisconfiguration() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice")
        let settings = HubConfiguration()
        #expect(settings.trustedProxies.isEmpty)
        var request = Request(method: .get, path: Routes.balance.path)
        alice.proof.prove(&request, for: .account)
        let good = hub.hub.answer(request)
        #expect(good.headers["Cache-Control"] == "no-store")
        #expect(good.headers["Server"] == nil && good.headers["Access-Control-Allow-Origin"] == nil)
        for path in ["/v1/transactions/x", "/.git/config", "/v1/auth/login?debug=1", "/v1/admin/accounts"] {
            let answer = hub.hub.answer(try Request(method: .get, target: path))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status >= 400)
            for inside in ["SELECT", "sqlite", ".swift", "Fatal", "/home", "HubError"] {
                #expect(!text.contains(inside))
            }
        }
        for method in [HTTP.Method.put, .delete] {
            #expect(hub.hub.answer(Request(method: method, path: Routes.login.path)).status == 405)
        }
    }

    /// What a hub answers is what its description says, nothing more: it is asked for every path that stands anywhere in its
    /// sources, and for those that strangers try first, by every method.
    @Test func api9ImproperInventoryManagement() throws {
        let hub = try TestHub()
        let described = try Self.described()
        #expect(described.count > 50)
        let written = try Self.pathsInSources()
        #expect(Set(described.keys).subtracting(written) == [], "The sources are not read to the end.")
        for path in written.union(described.keys).union(Self.guesses) {
            let expected = Self.methods(at: path, in: described)
            #expect(try Self.answered(path, by: hub.hub) == expected, "\(path)")
            for version in ["/v0/", "/v2/", "/beta/", "/"] where path.hasPrefix("/v1/") {
                let other = version + path.dropFirst("/v1/".count)
                #expect(try Self.answered(other, by: hub.hub) == [], "\(other)")
            }
        }
    }

    private static let guesses: Set<String> = [
        "/", "/v1", "/v1/", "/v1/admin", "/v1/admin/", "/v1/admin/topup", "/v1/admin/config", "/v1/admin/debug",
        "/metrics",
        "/v1/metrics", "/debug", "/v1/debug", "/v1/test", "/v1/topup", "/v1/mint", "/v1/users", "/v1/accounts",
        "/v1/me",
        "/v1/wallet", "/v1/wallet/topup", "/v1/tokens", "/v1/merchant", "/v1/auth", "/v1/auth/reset", "/v1/keys",
        "/v1/openapi.json", "/openapi.json", "/swagger", "/docs", "/graphql", "/actuator", "/server-status", "/.env",
        "/.git/config", "/favicon.ico", "/robots.txt",
    ]

    /// What machines that watch a hub ask for, beside its API; the numbers have a listener of their own.
    private static let machines: [String: Set<String>] = ["/healthz": ["GET"], "/readyz": ["GET"]]

    /// Paths with their methods, as the file says that is handed out.
    private static func described() throws -> [String: Set<String>] {
        let document = try JSONValue(parsing: Array(DescriptionTests.text("Documentation/Protocols/openapi.json").utf8))
        let paths = try #require(document["paths"]?.members)
        return Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (path.key, Set((path.value.members ?? []).map { $0.key.uppercased() }))
            })
    }

    private static func methods(at path: String, in described: [String: Set<String>]) -> Set<String> {
        if let found = described[path] ?? machines[path] { return found }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let pattern = described.first { key, _ in
            let segments = key.split(separator: "/", omittingEmptySubsequences: false)
            return segments.count == parts.count
                && zip(segments, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") && !$1.isEmpty }
        }
        return pattern?.value ?? []
    }

    /// The methods that a serving hub has an answer for, whatever it is.
    private static func answered(_ path: String, by hub: Hub) throws -> Set<String> {
        let filled = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") ? "alice" : String($0) }.joined(separator: "/")
        return Set(
            HTTP.Method.allCases.filter { method in
                let request = Request(method: method, path: filled)
                let answer = hub.answerMachine(request, showsMetrics: false) { nil } ?? hub.answer(request)
                return answer.status != 404 && answer.status != 405
            }.map(\.rawValue))
    }

    /// Every text in quotation marks that is a path, in all that a hub is made of.
    private static func pathsInSources() throws -> Set<String> {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        var found: Set<String> = []
        for folder in ["Sources/Interface/HubAPI", "Sources/System/Hub", "Sources/Programs/satchel-hub"] {
            for file in try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            where file.hasSuffix(".swift") {
                for line in try DescriptionTests.text("\(folder)/\(file)").split(separator: "\n") {
                    found.formUnion(
                        line.split(separator: "\"").map { String($0) }.filter { text in
                            text.hasPrefix("/") && text.count > 1
                                && text.allSatisfy {
                                    $0.isASCII && ($0.isLetter || $0.isNumber || "/{}_.-".contains($0))
                                }
                        })
                }
            }
        }
        return found
    }

    /// What others made and callers hand in is proved before it is believed: records of chains, keys, receipts.
    @Test func api10UnsafeConsumptionOfAPIs() throws {
        let (hub, other) = (try TestHub(), try TestHub(seed: 2))
        let alice = try hub.account("alice", cents: 1_000)
        let forger = try other.account("alice", cents: 1_000)
        let held = try alice.buy(100)
        let genuine = try alice.redemption(held.token.range, of: held)
        let foreign = try forger.buy(100)
        var items = [try forger.redemption(foreign.token.range, of: foreign), [], [0xff], Array(genuine.dropLast())]
        for index in stride(from: 0, to: genuine.count, by: max(1, genuine.count / 16)) {
            var changed = genuine
            changed[index] ^= 1
            items.append(changed)
        }
        let answer = try alice.upload(items)
        #expect(try answer.items.allSatisfy { try $0.credited ?? 0 == 0 && $0.problem != nil })
        #expect(try alice.balance().balance == dollars(900))
        #expect(try alice.redeem(held).credited == 100)
        try hub.requireSoundLedger()
    }

    /// All that a hub answers under a prefix, from its own description.
    private static func paths(of prefix: String) throws -> [(HTTP.Method, String)] {
        let document = try Hub.openAPI()
        return (document["paths"]?.members ?? []).filter { $0.key.hasPrefix(prefix) }.flatMap { path in
            (path.value.members ?? []).compactMap { operation in
                HTTP.Method(rawValue: operation.key.uppercased()).map { ($0, path.key) }
            }
        }
    }
}
