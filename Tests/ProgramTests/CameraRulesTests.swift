// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// What a timer's round of the camera backup waits for. NetworkManager and UPower are those of python-dbusmock.
@Suite(
    .enabled(
        if: DeviceServices.isPossible || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: this needs root, unshare and python3-dbusmock; run Scripts/setup --tests first."))
struct CameraRulesTests {
    private let network: TestNetwork
    private let files: Running
    private let alice: Person

    init() throws {
        network = try TestNetwork()
        files = try network.openHubWithFiles()
        alice = try network.person("alice")
        try alice.succeed("drive", "login", "--password-file", network.file("alice.password"), "--device", "phone")
        mkdir(network.file("camera"), 0o700)
        try alice.succeed("drive", "camera", "add", network.file("camera"))
    }

    private func take(_ name: String) throws {
        let path = try network.write("camera/\(name)", Array(name.utf8))
        let time = timespec(tv_sec: 1_714_564_800, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    private func timed(_ conditions: DeviceServices) throws -> Run {
        let line = conditions.around(alice.commandLine(["drive", "camera", "run", "--timer"]))
        return try run(line[0], Array(line.dropFirst()), environment: alice.environment())
    }

    @Test func aTimerWaitsForWhatTheRulesSayAndAPersonDoesNot() throws {
        let cases: [(rules: [String], held: DeviceServices, free: DeviceServices, sentence: String)] = [
            (
                ["--unmetered"], DeviceServices(metered: "3"), DeviceServices(metered: "0", type: "8"),
                "This network costs"
            ),
            (["--no-mobile"], DeviceServices(type: "5"), DeviceServices(metered: "1"), "This is a mobile network."),
            (["--on-power"], DeviceServices(battery: "1"), DeviceServices(battery: "-"), "This device is on battery."),
            (
                ["--on-power", "--unmetered"], DeviceServices(metered: "1"), DeviceServices(metered: "-"),
                "This network costs"
            ),
        ]
        for (number, entry) in cases.enumerated() {
            let set = try alice.satchel(["drive", "camera", "rules", network.file("camera")] + entry.rules)
            try #require(set.status == 0, "\(set.all)")
            try take("\(number).jpg")
            let held = try timed(entry.held)
            #expect(held.status == 9, "\(entry): \(held.all)")
            #expect(held.output.contains("\(number) of \(number + 1) at the hub, 1 waiting"), "\(entry): \(held.all)")
            #expect(held.output.contains(entry.sentence), "\(entry): \(held.all)")
            let free = try timed(entry.free)
            #expect(free.status == 0, "\(entry): \(free.all)")
        }
        try take("wish.jpg")
        #expect(try timed(DeviceServices(battery: "1")).status == 9)
        try alice.succeed("drive", "camera", "run")
        // Without options there are no rules.
        #expect(try alice.succeed("drive", "camera", "rules", network.file("camera")).output.contains("always"))
        try take("last.jpg")
        #expect(try timed(DeviceServices(metered: "1", type: "8", battery: "1")).status == 0)
        let status = try alice.succeed("drive", "camera", "status", "--json").json()
        #expect(status[0]?["done"] == .number(Int64(cases.count + 2)), "\(status)")
        #expect(files.stop() == 0)
    }
}
