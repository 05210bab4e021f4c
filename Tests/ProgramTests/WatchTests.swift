// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// `satchel watch` while others pay.
struct WatchTests {
    private func watching(_ person: Person, _ words: String...) throws -> Running {
        let line = person.commandLine(["watch", "--json"] + words)
        return try Running(
            line[0], Array(line.dropFirst()), environment: person.environment(),
            complaints: person.network.file("watch.log"))
    }

    private func event(_ watch: Running) throws -> JSONValue {
        try Run(output: watch.line(), complaint: "", status: 0).json()
    }

    @Test(arguments: [[], ["--poll"]])
    func paymentsAreShownAsTheyHappenAndTheWalletIsFreeMeanwhile(words: [String]) throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        let watch = words.isEmpty ? try watching(bob) : try watching(bob, words[0])
        defer { watch.stop() }
        #expect(try event(watch)["listening"] == .bool(true))
        try alice.succeed("send", "--yes", "bob", "0.05")
        let shown = try event(watch)
        #expect(shown["transaction"]?["kind"]?.text == "received")
        #expect(shown["transaction"]?["counterpart"]?.text == "alice")
        try bob.succeed("sync")
        // A hub that goes away for a moment is come back to, and what happened meanwhile is told.
        network.closeHub()
        try network.openHub()
        #expect(try network.hub("topup", "--yes", "bob", "7.00").status == 0)
        let seen = try event(watch)
        let movement = seen["transaction"]
        #expect(movement?["kind"]?.text == "topUp" && movement?["amount"]?.value == "7.00")
    }

    @Test func whatBecomesOfRequestsAndRecurringPaymentsIsShown() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        let watch = try watching(bob)
        defer { watch.stop() }
        #expect(try event(watch)["listening"] == .bool(true))
        let asked = try alice.succeed("requests", "new", "5", "--from", "bob", "--json").json()
        let received = try event(watch)
        #expect(received["kind"]?.text == "request.received" && received["subject"] == asked["request"]?["id"])
        let own = try bob.succeed("requests", "new", "1", "--from", "alice", "--json").json()
        let id = try #require(own["request"]?["id"]?.text)
        try alice.succeed("requests", "decline", id)
        #expect(try event(watch)["kind"]?.text == "request.declined")
        // The hub looks at what is due every few seconds.
        try bob.succeed("recurring", "new", "alice", "3", "--yes")
        #expect(try event(watch)["kind"]?.text == "recurring.failed")
        let line = bob.commandLine(["watch", "--count", "1"])
        let words = try Running(
            line[0], Array(line.dropFirst()), environment: bob.environment(), complaints: network.file("words.log"))
        defer { words.stop() }
        while !(String(decoding: try network.bytes("words.log"), as: UTF8.self).contains("Waiting")) { usleep(50_000) }
        try alice.succeed("requests", "new", "2", "--from", "bob")
        #expect(words.line().contains("New request to pay; see `satchel requests show"))
    }
}
