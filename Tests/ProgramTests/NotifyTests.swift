// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// `satchel notify` where no desktop is. What desktops are told is played by scenario_notifier.py.
struct NotifyTests {
    private func running(_ person: Person, _ log: String) throws -> Running {
        let line = person.commandLine(["notify", "run", "--json"])
        return try Running(
            line[0], Array(line.dropFirst()), environment: person.environment(), complaints: person.network.file(log))
    }

    @Test func itListensWithoutTheWalletAndEndsWhenItsKeyIsRevoked() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        #expect(try bob.succeed("notify", "show", "--json").json()["on"] == .bool(false))
        let early = try running(bob, "early.log")
        #expect(early.wait() == 3)
        let made = try bob.succeed("notify", "on", "--json").json()
        // No service manager is in reach of this test.
        #expect(made["started"] == .bool(false))
        let device = try #require(made["device"]?.text)
        #expect(try bob.succeed("notify", "show", "--json").json()["on"] == .bool(true))
        let notifier = try running(bob, "notify.log")
        defer { notifier.stop() }
        #expect(try Run(output: notifier.line(), complaint: "", status: 0).json()["listening"] == .bool(true))
        // The wallet is free meanwhile.
        try bob.succeed("sync")
        try alice.succeed("send", "--yes", "bob", "1.25")
        // Without a desktop it says so, and goes on.
        while !String(decoding: try network.bytes("notify.log"), as: UTF8.self).contains("The desktop was not told") {
            usleep(20_000)
        }
        try bob.succeed("devices", "revoke", device)
        #expect(notifier.wait() == 3)
        #expect(try bob.succeed("notify", "show", "--json").json()["on"] == .bool(false))
        try bob.succeed("notify", "on")
        #expect(try bob.succeed("notify", "off", "--json").json()["revoked"] == .bool(true))
    }
}
