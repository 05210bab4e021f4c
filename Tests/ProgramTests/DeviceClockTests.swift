// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// M4, with real programs: a wallet whose machine's clock is wrong, as libfaketime makes it believe.
@Suite(
    .enabled(
        if: ShiftedWallet.library != nil || getenv("CI") != nil,
        "SKIPPED, NOTHING PROVED: libfaketime is not here; run Scripts/setup --tests first."))
struct DeviceClockTests {
    @Test(arguments: ["+60d", "-60d"])
    func oneSyncWithAWrongClockCreditsAllTheSame(shift: String) throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 20_00, buying: 10_00)
        let bob = try network.person("bob", cents: 5_00)
        try bob.succeed("take-offline", "--keep", "2.00")
        let request = try #require(try bob.succeed("request", "7.00", "--json").json()["text"]?.text)
        let payment = try #require(try alice.succeed("pay", request, "--yes", "--json").json()["text"]?.text)
        try bob.succeed("receive", payment)
        for _ in 0..<2 {
            let sync = try ShiftedWallet.run(bob, shift, "sync")
            #expect(sync.status == 0 && !sync.all.contains("Too old"), "\(sync.all)")
        }
        let balance = try bob.succeed("balance", "--json").json()
        #expect(balance["hub"]?["balance"]?.value == "10.00", "\(balance)")
        try bob.succeed("sync")
        let later = try bob.balance()
        #expect(later["hub"]?["balance"]?.value == "10.00" && later["offline"]?.value == "2.00", "\(later)")
        #expect(try network.hub("audit").status == 0)
    }
}

/// A person's wallet on a machine with a wrong clock.
private enum ShiftedWallet {
    static let library = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
        .map { $0 + "/faketime/libfaketime.so.1" }.first { access($0, R_OK) == 0 }

    static func run(_ person: Person, _ shift: String, _ words: String...) throws -> Run {
        var environment = person.environment()
        environment["LD_PRELOAD"] = library
        environment["FAKETIME"] = shift
        environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
        // libfaketime makes the environment anew where it comes first, and there a program of Swift loses its words.
        return try ProgramTests.run("/usr/bin/env", person.commandLine(words), environment: environment)
    }
}
