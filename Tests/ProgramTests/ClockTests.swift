// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A serving hub whose machine's clock is set, as libfaketime makes it believe; the clock that only counts stays true.
@Suite(
    .enabled(
        if: TestClock.library != nil || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: libfaketime is not here; run Scripts/setup --tests first."))
struct ClockTests {
    @Test func standingOrdersWaitWhenTheClockWasSetForwardUntilSomebodySaysThatItIsRight() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        _ = try network.person("bob")
        try alice.succeed("recurring", "new", "--yes", "bob", "1", "--every", "day")
        #expect(network.closeHub() == 0)
        func paid(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
            let shown = try network.hub("user", "show", "bob")
            #expect(shown.output.contains(": \(text) "), "\(shown.all)", sourceLocation: location)
        }
        let clock = try TestClock(in: network)
        // libfaketime makes the environment anew where it comes first, and there a program of Swift loses its words.
        let hub = try Running(
            "/usr/bin/env",
            [
                Programs.hub, "serve", "--port", "0", "--metrics", "127.0.0.1:0", "--json", "--directory",
                network.file("hub"),
            ],
            environment: clock.environment.merging(["SATCHEL_LOG": "info"]) { $1 }, complaints: network.file("hub.log"))
        defer { clock.remove(of: hub) }
        let ready = try Run(output: hub.line(), complaint: "", status: 0).json()
        let metrics = try #require(ready["metrics"]?.text)
        func isAhead() throws -> Bool {
            let page = try run("/usr/bin/curl", ["-s", "http://\(metrics)/metrics"], environment: [:])
            return page.output.contains("\nsatchel_clock_ahead 1\n")
        }
        try network.waitForComplaint("Recurring payments were made count=1", times: 1)
        try clock.set("+40d")
        try network.waitForComplaint("The clock was set forward seconds=", times: 1)
        try paid("1.00")
        #expect(try isAhead())
        // Put right again, nothing is left of it.
        try clock.set("+0")
        try network.waitForComplaint("The clock was set back", times: 1)
        try paid("1.00")
        try clock.set("+3d")
        try network.waitForComplaint("The clock was set forward seconds=", times: 2)
        try paid("1.00")
        kill(hub.pid, SIGHUP)
        try network.waitForComplaint("The clock is confirmed", times: 1)
        try network.waitForComplaint("Recurring payments were made count=3", times: 1)
        #expect(try !isAhead())
        try paid("4.00")
        #expect(hub.stop() == 0)
        #expect(try network.hub("audit").status == 0)
    }
}

/// What libfaketime reads the time from, each time anew.
private struct TestClock {
    static let library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
        .map { $0 + "/faketime/libfaketime.so.1" }.first { access($0, R_OK) == 0 }

    private let network: TestNetwork

    init(in network: TestNetwork) throws {
        self.network = network
        try set("+0")
    }

    /// At once, for it may be read in every moment.
    func set(_ offset: String) throws {
        try network.write("next clock", offset + "\n")
        try #require(rename(network.file("next clock"), network.file("clock")) == 0)
    }

    /// libfaketime leaves what the threads of a process shared, under its number.
    func remove(of process: Running) {
        for name in ["faketime_shm_", "sem.faketime_sem_"] { unlink("/dev/shm/\(name)\(process.pid)") }
    }

    var environment: [String: String] {
        [
            "HOME": network.folder, "LD_PRELOAD": Self.library ?? "", "FAKETIME_TIMESTAMP_FILE": network.file("clock"),
            "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        ]
    }
}
