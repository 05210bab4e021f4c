// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Devices, second factor, roles, the audit log and the settings, as their people use them.
struct AccessTests {
    /// The code that an authenticator made by others shows now, from the secret that the program printed.
    private func code(_ secret: String, _ network: TestNetwork) throws -> String {
        let tool = try #require(Self.oathtool)
        let shown = try run(tool, ["--totp", "--base32", secret], environment: ["PATH": "/usr/bin:/bin"])
        return String(shown.output.prefix(6))
    }

    private static let oathtool: String? = ["/usr/bin/oathtool"].first { (path: String) in access(path, X_OK) == 0 }

    @Test func aDeviceIsListedRevokedAndToldWhy() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 1_000, buying: 400)
        // The account on a second device.
        let laptop = "laptop of alice"
        for words in [
            ["init"], ["join", network.link],
            ["login", "alice", "--password-file", network.file("alice.password"), "--device", "laptop"],
        ] {
            let done = try alice.satchel(words, device: laptop)
            try #require(done.status == 0, "\(done.all)")
        }
        let devices = try alice.succeed("devices", "list", "--json").json()["items"]
        #expect(devices?[0]?["present"] == .bool(true) || devices?[1]?["present"] == .bool(true))
        #expect(devices?[2] == nil)
        try alice.succeed("devices", "revoke", "laptop")
        let told = try alice.satchel(["take-offline", "1"], device: laptop)
        #expect(told.status != 0 && told.complaint.contains("another of your devices"), "\(told.all)")
        try alice.succeed("take-offline", "1")
        try alice.succeed("logout", "--everywhere")
        try alice.refused(["take-offline", "1"], 3, saying: ["not logged in"])
        #expect(try alice.balance()["offline"]?.value == "5.00")
        let log = try network.hub("audit", "log", "--account", "alice", "--json").json()["items"]
        #expect(log?[0]?["event"]?.text == "logout.everywhere")
        #expect(log?[1]?["event"]?.text == "device.revoked")
        #expect(try network.hub("audit", "log", "--check").status == 0)
    }

    @Test(.enabled(if: Self.oathtool != nil, "oathtool is not here; Scripts/setup --tests installs it"))
    func aSecondFactorWorksWithAnAuthenticatorOfOthers() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice")
        let password = ["--password-file", network.file("alice.password")]
        let offered = try alice.satchel(["second-factor", "on", "--json"] + password)
        try #require(offered.status == 0, "\(offered.all)")
        let secret = try #require(try offered.json()["secret"]?.text)
        #expect(try offered.json()["link"]?.text?.hasPrefix("otpauth://totp/Satchel:alice?secret=\(secret)&") == true)
        try network.write("code", try code(secret, network))
        let codes = try alice.succeed("second-factor", "confirm", "--code-file", network.file("code"), "--json").json()
        let recovery = try #require(codes["recoveryCodes"]?[0]?.text)
        try alice.succeed("logout")
        // The code of the confirmation is used up.
        let used = try alice.satchel(
            ["login", "alice", "--code-file", network.file("code")] + password)
        #expect(used.status == 3 && used.complaint.contains("code"), "\(used.all)")
        try network.write("code", recovery)
        let entered = try alice.satchel(["login", "alice", "--code-file", network.file("code")] + password)
        #expect(entered.status == 0, "\(entered.all)")
        #expect(try alice.succeed("second-factor", "show").output.contains("9 recovery codes"))
    }

    @Test func theOperatorLocksAndResetsAndTheOwnerReadsIt() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let (alice, bob) = (try network.person("alice", cents: 1_000), try network.person("bob"))
        #expect(try network.hub("user", "lock", "alice", "--reason", "a stolen phone").status == 0)
        let seen =
            try alice.satchel("send", "--yes", "bob", "1").all + alice.satchel("sync").all
            + alice.satchel("activity").all
        #expect(seen.contains("a stolen phone"), "\(seen)")
        #expect(try network.hub("user", "unlock", "alice").status == 0)
        #expect(try network.hub("user", "role", "bob", "operator").status == 0)
        let list = try network.hub("user", "list", "--json").json()["items"]
        #expect(list?[1]?["role"]?.text == "operator" && list?[0]?["locked"] == .bool(false))
        #expect(try network.hub("user", "role", "bob", "king").status == 2)
        #expect(try network.hub("user", "show", "nobody").status != 0)
        let password = try network.hub("user", "reset-password", "--yes", "bob").output
        try network.write("bob.password", password)
        try bob.succeed("logout")
        try bob.succeed("login", "bob", "--password-file", network.file("bob.password"))
        try network.write("next.password", "another four words")
        try bob.succeed(
            "password", "--password-file", network.file("bob.password"), "--new-password-file",
            network.file("next.password"))
        let show = try network.hub("user", "show", "bob")
        #expect(show.output.contains("operator"), "\(show.all)")
    }

    @Test func settingsAreCheckedBeforeAnythingStarts() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try network.write("bad.toml", "[server]\nport = 70000\ncolour = \"red\"\n")
        let bad = try network.hub("config", "check", "--config", network.file("bad.toml"))
        #expect(bad.status != 0 && bad.complaint.contains("line 2") && bad.complaint.contains("line 3"), "\(bad.all)")
        #expect(try network.hub("serve", "--config", network.file("bad.toml")).status != 0)
        network.closeHub()
        try network.write("hub/hub.toml", "[accounts]\nissuer = \"Town\"\n[limits.member]\nper_transfer = 100\n")
        #expect(try network.hub("config", "check").status == 0)
        try network.openHub()
        let alice = try network.person("alice", cents: 1_000)
        _ = try network.person("bob")
        let seen =
            try alice.satchel("send", "--yes", "bob", "1.01").all + alice.satchel("sync").all
            + alice.satchel("activity").all
        #expect(seen.contains("at most"), "\(seen)")
        let log = try network.hub("audit", "log", "--event", "configuration.changed", "--json").json()["items"]
        #expect(log?[0]?["details"]?.text?.contains("accounts.issuer") == true)
    }

    @Test func aWalletLogsOutByItselfOnlyWhenAsked() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice")
        #expect(try alice.succeed("auto-logout").output.contains("stays logged in"))
        #expect(try alice.succeed("auto-logout", "--minutes", "30", "--json").json()["minutes"] == .number(30))
        try alice.succeed("sync")
        #expect(try alice.succeed("auto-logout", "--never", "--json").json()["minutes"] == nil)
    }
}
