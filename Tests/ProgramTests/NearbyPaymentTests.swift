// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// Payments between two programs over the network of this machine.
struct NearbyPaymentTests {
    /// A payee who waits for a payer, and the port at which.
    private func waiting(
        _ person: Person, _ words: [String]
    ) throws -> (program: Running, request: JSONValue, port: Int64) {
        let line = person.commandLine(words + ["--nearby", "--address", "127.0.0.1:0", "--seconds", "60", "--json"])
        let program = try Running(
            line[0], Array(line.dropFirst()), environment: person.environment(),
            complaints: person.network.file("\(person.name).nearby.log"))
        let request = try Run(output: program.line(), complaint: "", status: 0).json()
        guard case .number(let port)? = request["port"] else {
            throw UnexpectedResult("no port in \(request)")
        }
        return (program, request, port)
    }

    private func answer(_ program: Running) throws -> JSONValue {
        try Run(output: program.line(), complaint: "", status: 0).json()
    }

    @Test func aRequestIsPaidOverTheNetworkAndTheReceiptComesBack() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00, buying: 50_00)
        let bob = try network.person("bob")
        try bob.succeed("sync")
        let (payee, request, port) = try waiting(bob, ["request", "12.50"])
        defer { payee.stop() }
        // The wallet is free while its owner waits.
        try bob.succeed("balance", "--json")
        let code = try network.write("request.txt", try #require(request["text"]?.text) + "\n")
        let paid = try alice.succeed(
            "pay", code, "--nearby", "--address", "127.0.0.1:\(port)", "--yes", "--json"
        ).json()
        #expect(paid["isDelivered"] == .bool(true) && paid["amount"]?.value == "12.50")
        let received = try answer(payee)
        #expect(received["received"]?.value == "12.50" && received["isRepeat"] == .bool(false))
        #expect(payee.wait() == 0)
        #expect(try alice.balance()["offline"]?.value == "37.50")
        #expect(try bob.balance()["offline"]?.value == "12.50")
        let line = try alice.succeed("activity", "--json").json()
        #expect(line[0]?["status"]?.text == "done")

        // The same request again: the same payment, the same receipt, no other cent.
        let (again, _, second) = try waiting(bob, ["receive", try #require(request["request"]?.text)])
        defer { again.stop() }
        let repeated = try alice.succeed(
            "pay", code, "--nearby", "--address", "127.0.0.1:\(second)", "--yes", "--json"
        ).json()
        #expect(repeated["isRepeat"] == .bool(true) && repeated["isDelivered"] == .bool(true))
        let same = try answer(again)
        #expect(same["isRepeat"] == .bool(true) && same["receipt"] == received["receipt"])
        #expect(again.wait() == 0)
        for person in [alice, bob] { try person.succeed("sync") }
        #expect(try bob.balance()["hub"]?["balance"]?.value == "12.50")
    }

    /// By names alone: once from the code, once from the list with digits that the payer's person compares.
    @Test(.enabled(if: TwoNetworks.isPossible || getenv("CI") != nil, "It needs root, dbus-daemon and avahi-daemon."))
    func neighboursInALocalNetworkFindEachOther() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00, buying: 50_00)
        let bob = try network.person("bob")
        try bob.succeed("sync")
        let networks = try TwoNetworks(in: network.folder)
        for (neighbour, person) in [alice, bob].enumerated() { try networks.waitForAvahi(neighbour, person) }

        let asking = networks.at(
            1, bob.commandLine(["request", "7.50", "--nearby", "--list", "--seconds", "120", "--json"]))
        let first = try Running(
            asking[0], Array(asking.dropFirst()), environment: bob.environment(), complaints: network.file("first.log"))
        defer { first.stop() }
        let request = try answer(first)
        let code = try network.write("request.txt", try #require(request["text"]?.text) + "\n")
        let paying = networks.at(0, alice.commandLine(["pay", code, "--nearby", "--yes", "--json"]))
        let paid = try run(paying[0], Array(paying.dropFirst()), environment: alice.environment())
        #expect(try paid.json()["isDelivered"] == .bool(true), "\(paid.all)")
        #expect(try answer(first)["received"]?.value == "7.50")
        #expect(first.wait() == 0)

        let second = try Running(
            asking[0], Array(asking.dropFirst()), environment: bob.environment(), complaints: network.file("second.log")
        )
        defer { second.stop() }
        let name = try #require(try answer(second)["name"]?.text)
        let script =
            String(#filePath.dropLast("ProgramTests/NearbyPaymentTests.swift".count)) + "Peers/terminal_answers.py"
        let typed =
            [script, "payee's screen? [", name, "[y/N]", "y", "--"]
            + networks.at(0, alice.commandLine(["pay", "--nearby", "--seconds", "5"]))
        let listed = try run("/usr/bin/python3", typed, environment: alice.environment())
        #expect(listed.status == 0 && listed.output.contains("The payee has confirmed it."), "\(listed.all)")
        let digits = try #require(try answer(second)["digits"]?.text)
        #expect(listed.output.contains("\(digits.prefix(3)) \(digits.suffix(3))"))
        #expect(try answer(second)["received"]?.value == "7.50")
        #expect(second.wait() == 0)

        for person in [alice, bob] { try person.succeed("sync") }
        #expect(try alice.balance()["offline"]?.value == "35.00")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "15.00")
    }

    @Test func withoutThePayeeThePaymentIsShownAsACode() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 20_00, buying: 20_00)
        let bob = try network.person("bob")
        try bob.succeed("sync")
        let (payee, request, port) = try waiting(bob, ["request", "5"])
        // The payee's program dies, and nothing is lost.
        kill(payee.pid, SIGKILL)
        _ = payee.wait()
        let code = try network.write("request.txt", try #require(request["text"]?.text) + "\n")
        let paid = try alice.satchel([
            "pay", code, "--nearby", "--address", "127.0.0.1:\(port)", "--yes", "--json",
        ])
        #expect(paid.complaint.contains("not found nearby"))
        let payment = try paid.json()
        #expect(payment["isDelivered"] == .bool(false))
        let text = try network.write("payment.txt", try #require(payment["text"]?.text) + "\n")
        let received = try bob.succeed("receive", text, "--json").json()
        try alice.succeed("ack", try network.write("receipt.txt", try #require(received["receipt"]?.text) + "\n"))
        #expect(try bob.balance()["offline"]?.value == "5.00")
    }

    @Test func whatCannotWorkIsSaidBeforeAnythingIsPaid() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 20_00, buying: 20_00)
        try alice.refused(["pay", "--nearby", "--yes"], 2, saying: ["six digits"])
        try alice.refused(
            ["request", "5", "--nearby", "--address", "8.8.8.8:80", "--seconds", "1"], 2, saying: ["local network"])
        try alice.refused(
            ["request", "5", "--nearby", "--address", "nowhere", "--seconds", "1"], 2, saying: ["nowhere"])
        #expect(try alice.balance()["offline"]?.value == "20.00")
        let status = try alice.succeed("nearby", "--json").json()
        #expect(status["network"]?.text != nil && status["bluetooth"]?.text != nil)
        #expect(try alice.succeed("nearby").output.contains("Bluetooth"))
    }
}
