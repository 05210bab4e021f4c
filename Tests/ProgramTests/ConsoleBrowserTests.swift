// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// The console as its operator sees it: in Debian's Chromium, by `Tests/Peers/console_browser.py`.
@Suite(
    .enabled(
        if: Chromium.isHere || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: Chromium is not here; run Scripts/setup --tests first."))
struct ConsoleBrowserTests {
    private static let root = String(#filePath.dropLast("/Tests/ProgramTests/ConsoleBrowserTests.swift".count))

    /// A hub with alice, who has paid bob and cara with the same money.
    private static func network() throws -> TestNetwork {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00, buying: 4_00)
        try network.payTwice(alice, try network.person("bob"), try network.person("cara"), "2.00")
        return network
    }

    /// Chromium on the pages of a console, from its door to its door.
    private func visit(_ link: String, of network: TestNetwork, logIn: String? = nil) throws {
        mkdir(network.file("browser"), 0o700)
        var environment = ["PATH": "/usr/bin:/bin", "HOME": network.file("browser"), "PYTHONDONTWRITEBYTECODE": "1"]
        environment["SATCHEL_CONSOLE_LOGIN"] = logIn
        let visit = try run(
            "/usr/bin/python3", [Self.root + "/Tests/Peers/console_browser.py", link], environment: environment)
        #expect(visit.status == 0 && visit.output.contains("The console works in"), "\(visit.all)")
    }

    private func open(_ network: TestNetwork, _ words: String...) throws -> (program: Running, link: String) {
        let program = try Running(
            Programs.hub, ["console", "--port", "0", "--json", "--directory", network.file("hub")] + words,
            environment: ["HOME": network.folder], complaints: network.file("console.log"))
        return (program, try #require(try Run(output: program.line(), complaint: "", status: 0).json()["link"]?.text))
    }

    @Test func everyPageWorksInChromiumWithinItsPolicy() throws {
        let network = try Self.network()
        let (console, link) = try open(network)
        try visit(link, of: network)
        console.stop()
    }

    @Test func anOperatorLogsInWithASecondFactorAndTheLogSaysWhoLocked() throws {
        let network = try Self.network()
        let olga = try network.person("olga")
        let recovery = try olga.secure()
        try #require(try network.hub("user", "role", "olga", "operator").status == 0)
        let (console, link) = try open(network, "--log-in")
        try visit(link, of: network, logIn: network.write("log-in", "olga\n\(olga.password)\n\(recovery[0])\n"))
        console.stop()
        let log = try network.hub("audit", "log", "--account", "alice", "--json")
        #expect(log.output.contains("olga") && log.output.contains("a stolen phone"), "\(log.all)")
    }
}

private enum Chromium {
    static let isHere = access("/usr/bin/chromium", X_OK) == 0 && access("/usr/bin/chromedriver", X_OK) == 0
}

extension Person {
    /// Turns the second factor on with an authenticator made by others; the recovery codes.
    func secure() throws -> [String] {
        let words = ["second-factor", "on", "--json", "--password-file", network.file("\(name).password")]
        let secret = try #require(try satchel(words).json()["secret"]?.text)
        let code = try run("/usr/bin/oathtool", ["--totp", "--base32", secret], environment: ["PATH": "/usr/bin:/bin"])
        try network.write("code", String(code.output.prefix(6)))
        let codes = try succeed("second-factor", "confirm", "--code-file", network.file("code"), "--json").json()
        return (0..<10).compactMap { codes["recoveryCodes"]?[$0]?.text }
    }
}
