// SPDX-License-Identifier: MIT
import Crypto
import Hub
import HubAPI
import HubLedger
import HubStorage
import Logging
import TestSupport
import Testing
import Tokens

@Suite struct SettingsTests {
    private func read(_ text: String, _ environment: [(name: String, value: String)] = []) throws -> HubSettings {
        try HubSettings(file: ("hub.toml", Array(text.utf8)), environment: environment)
    }

    private func complaint(_ text: String, _ environment: [(name: String, value: String)] = []) -> [String] {
        do {
            _ = try read(text, environment)
            return []
        } catch let error as HubError {
            return error.message.split(separator: "\n").map(String.init)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func aFileFillsTheConfiguration() throws {
        let settings = try read(
            """
            [server]
            address = "::1"
            port = 9000
            log_level = "info"
            trusted_proxies = ["127.0.0.1", "::1"]
            [accounts]
            password_memory_kib = 65536
            password_rounds = 3
            session_days = 30
            issuer = "Corner-Bank"
            [tokens]
            accept_days = 7
            [limits.merchant]
            offline_total = 500000
            per_transfer = 100
            [rates.account]
            money_burst = 7
            money_per_minute = 14
            cheap_burst = 0
            [fraud]
            claim_days = 2
            """)
        #expect(settings.address == "::1" && settings.port == 9_000)
        #expect(settings.logLevel == .info && HubSettings().logLevel == nil)
        let configuration = settings.configuration
        #expect(configuration.acceptDays == 7 && HubConfiguration().acceptDays == 30)
        #expect(configuration.trustedProxies == ["127.0.0.1", "::1"])
        #expect(configuration.passwordCost.memoryBytes == 64 << 20 && configuration.passwordCost.operations == 3)
        #expect(configuration.refreshTokenLife == 30 * 86_400 && configuration.issuer == "Corner-Bank")
        #expect(configuration.limits(of: .merchant).offlineTotal == 500_000)
        #expect(configuration.limits(of: .merchant).perTransfer == 100)
        #expect(configuration.limits(of: .member).perTransfer == nil)
        #expect(configuration.rateLimits.account[.money] == .init(burst: 7, perMinute: 14))
        #expect(configuration.rateLimits.account[.cheap] == nil)
        #expect(configuration.rateLimits.address == RateLimits.standard.address)
        #expect(configuration.claimWindow == 172_800)
        #expect(settings.summary.contains("server.port = 9000"))
    }

    /// What `serve` runs with when nothing is set: a stream says that it is alive before nginx, as it ships, thinks it dead,
    /// and before the access token of its client ends.
    @Test func theHeartbeatOfAServingHubComesBeforeAnybodyGivesUp() throws {
        let served = HubSettings().configuration
        #expect(served.heartbeat == 240)
        #expect(UInt64(served.heartbeat) < served.accessTokenLife)
        let lines = try DescriptionTests.text("Packaging/nginx/satchel-hub.conf").split(separator: "\n")
        let events = lines.drop { !$0.contains("location = /v1/events") }.prefix { !$0.hasSuffix("}") }
        let timeout = try #require(events.first { $0.contains("proxy_read_timeout") })
        #expect(try #require(Int(timeout.filter(\.isNumber))) > served.heartbeat)
    }

    @Test func theEnvironmentCountsMoreThanTheFile() throws {
        let settings = try read(
            "[server]\nport = 9000\n[rates]\nenabled = true",
            [
                ("SATCHEL_HUB_SERVER_PORT", "9001"), ("SATCHEL_HUB_RATES_ENABLED", "false"),
                ("SATCHEL_HUB_SERVER_TRUSTED_PROXIES", "10.0.0.1, 10.0.0.2"), ("SATCHEL_HUB_CONFIG", "x"),
                ("SATCHEL_HUB", "elsewhere"), ("HOME", "/"),
            ])
        #expect(settings.port == 9_001 && !settings.configuration.rateLimits.isEnabled)
        #expect(settings.configuration.trustedProxies == ["10.0.0.1", "10.0.0.2"])
    }

    @Test(arguments: [
        ("[server]\nprot = 1", "hub.toml, line 2: server.prot is not a setting"),
        ("[server]\nport = 70000", "hub.toml, line 2: server.port is a whole number from 0 to 65535."),
        ("\n[server]\nport = \"8440\"", "hub.toml, line 3: server.port is a whole number"),
        ("[server]\naddress = \"localhost\"", "line 2: server.address is an IP address"),
        ("[server]\ntls = 1", "line 2: server.tls is true or false."),
        ("[server]\ntrusted_proxies = [\"x\"]", "line 2: server.trusted_proxies has x, which is not an address."),
        ("[server]\ntrusted_proxies = [1]", "line 2: server.trusted_proxies is a list of texts."),
        ("[server\nport = 1", "hub.toml, line 1: "), ("x = 1", "hub.toml, line 1: x is not a setting"),
        ("[server]\ncertificate = \"a.pem\"", "server.certificate and server.private_key go together"),
        ("[server]\ntls = true\nproxy_certificate = \"a.pem\"", "server.proxy_certificate is what a proxy shows"),
        ("[server]\nlog_level = \"loud\"", "line 2: server.log_level is error, warning, notice, info or debug."),
        ("[tokens]\naccept_days = 31", "line 2: tokens.accept_days is a whole number from 7 to 30."),
        ("[writer]\nbatch = 5000\nqueue = 100", "writer.batch cannot be more than writer.queue."),
        ("[accounts]\nissuer = \"a b\"", "line 2: accounts.issuer has 1 to 32 letters"),
        ("[fraud]\nguarantee_cap = -1", "line 2: fraud.guarantee_cap is a whole number from 0 on."),
        ("[accounts]\nsession_days = 1.5", "line 2: accounts.session_days is a whole number from 1 to 3650."),
    ])
    func whatIsWrongIsSaidWithItsLine(text: String, sentence: String) {
        let found = complaint(text)
        #expect(found.count == 1 && found.first?.contains(sentence) == true, "\(found)")
    }

    @Test func aCertificateIsAnnouncedOnlyWhenTheSettingsSaySo() throws {
        let files = "[server]\ncertificate = \"a.pem\"\nprivate_key = \"b.pem\"\n"
        #expect(try read(files).announcedCertificate == nil)
        #expect(try read(files + "tls = true").announcedCertificate == "a.pem")
        #expect(try read("[server]\ntls = true").announcedCertificate == nil)
        #expect(try read("[server]\nproxy_certificate = \"c.pem\"").announcedCertificate == "c.pem")
    }

    @Test func everythingThatIsWrongIsSaidAtOnce() {
        let found = complaint(
            "[server]\nport = -1\ncolour = 3",
            [("SATCHEL_HUB_SERVER_LOOPS", "many"), ("SATCHEL_HUB_NOTHING", "1")])
        #expect(found.count == 4)
        #expect(found.contains { $0.hasPrefix("SATCHEL_HUB_SERVER_LOOPS is a whole number from 1 to 64.") })
        #expect(found.contains { $0.hasPrefix("SATCHEL_HUB_NOTHING is not a setting") })
    }

    @Test func theExampleNamesEverythingAndChangesNothing() throws {
        let settings = try read(HubSettings.example)
        #expect(settings.changes.isEmpty)
        // Without its comment signs every line is a setting as it comes.
        let live = HubSettings.example.split(separator: "\n").filter { $0.hasPrefix("[") || $0.contains(" = ") }
            .filter { !$0.contains("…") }.map { $0.hasPrefix("# ") ? String($0.dropFirst(2)) : String($0) }
        let again = try read(live.joined(separator: "\n"))
        #expect(again.changes.count > 30)
        #expect(again.table.map(\.value) == settings.table.map(\.value))
    }

    @Test func theShippedExampleIsWhatTheProgramPrints() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let shipped = try File.read(root + "/Documentation/Examples/hub.toml")
        #expect(
            String(decoding: shipped, as: UTF8.self) == HubSettings.example,
            "Run `satchel-hub config example > Documentation/Examples/hub.toml`.")
    }
}
