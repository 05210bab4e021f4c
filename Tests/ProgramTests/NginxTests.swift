// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// The nginx configuration that ships, in Debian's nginx, before a hub that serves.
@Suite(
    .enabled(
        if: Proxy.isHere || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: nginx is not here; run Scripts/setup --tests first."))
struct NginxTests {
    /// What a program of others at the other end of the world would be told.
    private struct Answer {
        let status: Int
        let text: String

        init(_ run: Run) {
            // The last head: a request may be answered by more than one.
            status = Int(run.output.split(separator: " ").dropFirst().first ?? "") ?? 0
            text = run.all
        }
    }

    private let network: TestNetwork
    private let proxy: Proxy

    init() throws {
        network = try TestNetwork()
        let made = try network.hub("init", "--currency", "USD", "--passphrase-file", network.file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
        try network.write("hub/hub.toml", "[server]\ntrusted_proxies = [\"127.0.0.1\"]\n")
        try network.openHub()
        proxy = try Proxy(in: network)
    }

    private func ask(_ path: String, _ words: String...) throws -> Answer {
        Answer(try run("/usr/bin/curl", proxy.words + ["-i", "\(proxy.url)\(path)"] + words, environment: [:]))
    }

    private func register(_ name: String) throws -> String {
        let answer = try run(
            "/usr/bin/curl",
            proxy.words + [
                "\(proxy.url)/v1/auth/register", "-H", "Content-Type: application/json", "-d",
                "{\"username\":\"\(name)\",\"password\":\"four words are enough\"}",
            ], environment: [:])
        return try #require(try answer.json()["accessToken"]?.text, "\(answer.all)")
    }

    @Test func theWorldSpeaksTLSAndHTTP2AndSeesNothingElseOfTheMachine() throws {
        let ready = try ask("/readyz")
        #expect(ready.status == 200 && ready.text.hasPrefix("HTTP/2 200"), "\(ready.text)")
        #expect(ready.text.lowercased().contains("strict-transport-security: max-age=31536000"))
        let old = try ask("/readyz", "--tls-max", "1.2")
        #expect(old.status == 0 && old.text.contains("curl: (35)"), "\(old.text)")
        for path in ["/", "/metrics", "/healthz", "/v2/"] { #expect(try ask(path).status == 404, "\(path)") }
        #expect(try ask("/v1/keys").status != 0)
        // The hub's own refusal, under its own name.
        let refused = try ask("/v1/wallet/balance")
        #expect(refused.status == 401 && refused.text.contains("UNAUTHORIZED"), "\(refused.text)")
    }

    @Test func whatNginxRefusesByItselfIsACodeAndASentence() throws {
        try network.write("large", [UInt8](repeating: UInt8(ascii: "a"), count: 70 << 10))
        let large = try ask(
            "/v1/transactions/send", "-H", "Content-Type: application/json", "--data-binary",
            "@\(network.file("large"))")
        #expect(large.status == 413 && large.text.contains(#"{"code":"TOO_LARGE","#), "\(large.text)")
        // More than the burst of 20 and five a second can carry, in one go.
        let many = try run(
            "/usr/bin/curl",
            proxy.words + ["-Z", "-o", network.file("answers"), "-w", "%{http_code}\n"]
                + ["\(proxy.url)/v1/auth/login?[1-80]", "-d", "nothing"], environment: [:]
        ).output.split(separator: "\n")
        #expect(many.count == 80 && many.contains("429") && many.contains { $0 != "429" && $0 != "000" }, "\(many)")
        let refused = try run(
            "/usr/bin/curl", proxy.words + ["-Z"] + ["\(proxy.url)/v1/auth/login?[1-80]", "-d", "nothing"],
            environment: [:])
        #expect(refused.output.contains(#"{"code":"TOO_MANY_REQUESTS","details":{"retryAfter":"5"}"#))
        #expect(network.closeHub() == 0)
        let away = try ask("/readyz")
        #expect(away.status == 503 && away.text.contains(#"{"code":"BUSY","#), "\(away.text)")
        #expect(away.text.lowercased().contains("retry-after: 5"))
    }

    /// A stream that nginx kept back would show nothing before its end.
    @Test func eventsPassAtOnce() throws {
        let token = try register("alice")
        let stream = try Running(
            "/usr/bin/curl",
            proxy.words + [
                "-N", "--max-time", "60", "\(proxy.url)/v1/events", "-H", "Authorization: Bearer \(token)",
            ], environment: [:], complaints: network.file("stream.log"))
        var lines = [stream.line()]
        #expect(lines[0] != "")
        #expect(try network.hub("topup", "--yes", "alice", "5").status == 0)
        while !lines.joined().contains("data:"), lines.count < 20 { lines.append(stream.line()) }
        #expect(lines.joined().contains("data:"), "\(lines)")
        stream.stop()
    }

    /// Links say that the certificate's key is announced, and wallets then believe no other, whoever has signed it.
    @Test func walletsBelieveTheAnnouncedKeyOfTheCertificateAlone() throws {
        #expect(network.closeHub() == 0)
        try network.write(
            "hub/hub.toml",
            "[server]\ntrusted_proxies = [\"127.0.0.1\"]\nproxy_certificate = \"\(network.file("chain.pem"))\"\n")
        try network.openHub()
        try network.waitForComplaint("is not announced", times: 1)
        let address = "https://127.0.0.1:\(proxy.port)"
        let early = try network.hub("link", "--url", address)
        #expect(early.status == 1 && early.complaint.contains("announce-certificate"), "\(early.all)")
        // A rotation vouches for no key that the root key has not vouched for already, whatever the settings name.
        try network.rotateKeys()
        #expect(try network.hub("link", "--url", address).complaint.contains("announce-certificate"))
        try network.announce(network.file("chain.pem"))
        network.hangUp()
        let link = try network.hub("link", "--url", address).output.split(separator: "\n").last.map(String.init) ?? ""
        #expect(link.hasSuffix("&proof=root"))
        let alice = try network.stranger("alice")
        try alice.succeed("init")
        try alice.succeed("join", link)
        try alice.succeed("register", "alice", "--password-file", network.file("alice.password"))
        #expect(try network.hub("topup", "--yes", "alice", "5").status == 0)
        try alice.succeed("sync")

        try proxy.showCertificate("second")
        try proxy.requireTrusted()
        let refused = try alice.satchel("sync")
        #expect(refused.status != 0, "\(refused.all)")
        network.hangUp()
        try network.waitForComplaint("is not announced", times: 2)
        try network.announce(network.file("chain.pem"))
        network.hangUp()
        // Nothing is refused, so nothing tells when the serving hub has taken it; whoever asks too early asks again.
        var sync = try alice.satchel("sync")
        for _ in 0..<100 where sync.status != 0 {
            usleep(100_000)
            sync = try alice.satchel("sync")
        }
        #expect(sync.status == 0, "\(sync.all)")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "5.00")
    }

    @Test func addressesAreBelievedFromTheProxyAlone() throws {
        _ = try register("alice")
        let wrong = [
            "-H", "Content-Type: application/json", "-d", #"{"username":"alice","password":"a wrong horse"}"#,
            "-H", "X-Forwarded-For: 203.0.113.9",
        ]
        let hub = "http://127.0.0.1:\(network.port)/v1/auth/login"
        for words in [
            // Through nginx, which sees the address itself; past it, from elsewhere; and as the proxy.
            proxy.words + ["\(proxy.url)/v1/auth/login", "--interface", "127.0.0.5"] + wrong,
            ["-s", hub, "--interface", "127.0.0.6"] + wrong, ["-s", hub, "--interface", "127.0.0.1"] + wrong,
        ] {
            let refused = try run("/usr/bin/curl", words, environment: [:])
            #expect(refused.output.contains("WRONG_CREDENTIALS"), "\(refused.all)")
        }
        let log = try network.hub("audit", "log", "--event", "login.failed", "--json").json()["items"]
        #expect((0..<3).map { log?[$0]?["address"]?.text } == ["203.0.113.9", "127.0.0.6", "127.0.0.5"])
    }
}
