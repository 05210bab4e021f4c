// SPDX-License-Identifier: MIT
import Bytes
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Synchronization
import TestSupport
import Testing
import Tokens

/// What an operator sees of a hub, and what nobody may see there.
@Suite struct OperatingTests {
    /// Lines that a hub has logged.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        func add(_ line: String) { all.withLock { $0.append(line) } }
        var text: String { all.withLock { $0.joined(separator: "\n") } }
    }

    @Test func aLineARequestTellsTheRouteAndNothingOfAnybody() throws {
        let lines = Lines()
        let hub = try TestHub {
            $0.requestLog = { lines.add($0.record.text) }
            $0.log = Log(.debug) { lines.add($0.text) }
        }
        let alice = try hub.account("alice-of-the-test", cents: 10_000)
        _ = try hub.account("bob-of-the-test")
        let sent = try alice.send(250, to: "bob-of-the-test", note: "a note that is private")
        _ = try hub.caller.call(
            Routes.transaction, Nothing(), values: [sent.transaction.id], as: alice.proof)
        _ = refusal { _ = try alice.send(1_000_000, to: "bob-of-the-test") }
        _ = refusal {
            _ = try hub.caller.call(
                Routes.login, Credentials(username: "alice-of-the-test", password: "a guess at a password"))
        }
        _ = hub.hub.answer(
            Request(method: .get, path: "/v1/secret-\(alice.token)", query: [("token", alice.token)]))
        let text = lines.text
        #expect(text.contains("method=GET route=/v1/transactions/{id} status=200"))
        #expect(text.contains("method=POST route=/v1/transactions/send status=422 code=INSUFFICIENT_BALANCE"))
        #expect(text.contains("route=none status=404 code=NOT_FOUND"))
        for secret in [
            alice.token, alice.session.refreshToken, "alice-of-the-test", "bob-of-the-test", "private", "guess",
            sent.transaction.id, "correct horse", Base64URL.encode(alice.session.signingKey.bytes), "2.50",
        ] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test func aRefusalCarriesTheNameOfItsLine() throws {
        let lines = Lines()
        let hub = try TestHub { $0.requestLog = { lines.add($0.record.text) } }
        let response = hub.hub.answer(Request(method: .get, path: "/v1/wallet/balance"))
        let id = try #require(response.headers["Request-Id"])
        #expect(lines.text.contains("id=\(id) method=GET route=/v1/wallet/balance status=401 code=UNAUTHORIZED"))
        #expect(hub.hub.answer(Request(method: .get, path: "/v1/tokens/announcements")).headers["Request-Id"] == nil)
    }

    @Test func theMetricsAreWhatPrometheusReads() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        for cents in 1...3 { _ = try alice.send(Int64(cents), to: "bob") }
        let text = try hub.hub.metrics(load: nil)
        #expect(
            text.contains("satchel_requests_total{method=\"POST\",route=\"/v1/transactions/send\",status=\"200\"} 3\n"))
        #expect(text.contains("satchel_accounts 2\n"))
        #expect(text.contains("satchel_balance_minor_units{account=\"funding\",currency=\"USD\"} -10000\n"))
        #expect(text.contains("satchel_request_seconds_count 5\n"))
        #expect(!text.contains("alice"))
        var names: Set<String> = []
        for line in text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
            let isNew = names.insert(String(line.split(separator: " ")[2])).inserted
            #expect(isNew, "\(line)")
        }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
            let stem = ["_bucket", "_sum", "_count"].first { name.hasSuffix($0) }.map { name.dropLast($0.count) }
            #expect(names.contains(String(name)) || names.contains(String(stem ?? "")), "\(line)")
            #expect(line.split(separator: " ").count == 2)
        }
    }

    @Test func aHubWhoseKeysHaveRunOutIsAliveButNotReady() throws {
        let hub = try TestHub()
        func status(_ path: String, metrics: Bool = true) -> Int? {
            hub.hub.answerMachine(Request(method: .get, path: path), showsMetrics: metrics, load: { nil })?.status
        }
        #expect(status("/healthz") == 200 && status("/readyz") == 200 && status("/metrics") == 200)
        #expect(status("/metrics", metrics: false) == nil && status("/v1/wallet/balance") == nil)
        hub.clock.advance(days: 400)
        #expect(status("/healthz") == 200 && status("/readyz") == 503)
    }

    @Test func linesThatDoNotFitAreCountedAndNeverWaitedFor() throws {
        let gate = Mutex(false)
        let written = Mutex(0)
        let writer = try LineWriter<Int> { lines in
            while !gate.withLock({ $0 }) { usleep(1_000) }
            written.withLock { $0 += lines.count }
        }
        for number in 0..<70_000 { writer.write(number) }
        #expect(writer.lostLines > 0)
        gate.withLock { $0 = true }
        writer.close()
        #expect(written.withLock { $0 } + writer.lostLines == 70_000)
    }

    @Test func anExportAddsUpToZeroAndHoldsNoFormula() throws {
        let hub = try TestHub()
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        _ = try alice.send(250, to: "bob", note: "=cmd|' /C calc'!A0")
        _ = try alice.send(100, to: "bob", note: "one, \"two\"\nthree")
        // A letter that joins the next sign into one character, and a lone line feed.
        _ = try alice.send(50, to: "bob", note: "\u{0D4E}\",=1+1")
        _ = try alice.send(50, to: "bob", note: "x\n=1+1")
        var csv: [String] = []
        try hub.hub.export(.csv) { csv.append($0) }
        #expect(csv.count == 11)
        #expect(csv.contains { $0.hasSuffix(",\"\u{0D4E}\"\",'=1+1\"") })
        #expect(csv.contains { $0.hasSuffix(",\"x\n'=1+1\"") })
        #expect(csv[0] == "entry,id,time,kind,account,name,amount,balance,currency,note")
        #expect(csv.contains { $0.hasSuffix(",'=cmd|' /C calc'!A0") })
        #expect(csv.contains { $0.hasSuffix(",\"one, \"\"two\"\"\nthree\"") })
        var sum: Int64 = 0
        try hub.hub.export(.json) { line in
            let object = try JSONValue(parsing: Array(line.utf8))
            sum += try Amount(decimalText: try #require(object["amount"]?.string), currency: usd).minorUnits
        }
        #expect(sum == 0)
    }
}
