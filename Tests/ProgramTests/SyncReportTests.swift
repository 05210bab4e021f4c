// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// What `satchel sync` says of each part, to people and to scripts.
struct SyncReportTests {
    private let network: TestNetwork
    private let alice: Person
    private let bob: Person

    init() throws {
        network = try TestNetwork()
        try network.makeHub()
        alice = try network.person("alice", cents: 50_00, buying: 20_00)
        bob = try network.person("bob")
    }

    private func pay() throws {
        let request = try #require(try bob.succeed("request", "1", "--json").json()["text"]?.text)
        let payment = try #require(try alice.succeed("pay", "--yes", request, "--json").json()["text"]?.text)
        try bob.succeed("receive", payment)
    }

    private func part(_ name: String, of report: JSONValue) throws -> JSONValue {
        guard case .array(let parts) = report["parts"] else { throw UnexpectedResult("\(report)") }
        return try #require(parts.first { $0["part"]?.text == name })
    }

    @Test func itCountsInGrammaticalNumbersAndGivesScriptsTheValues() throws {
        try pay()
        let one = try bob.succeed("sync").output
        for sentence in [
            "1 offline token is on its way to the account.", "1 upload settled.", "1 certificate fetched.",
        ] {
            #expect(one.contains(sentence), "\(one)")
        }
        for _ in 0..<2 { try pay() }
        let two = try bob.succeed("sync", "--json").json()
        let uploads = try part("uploads", of: two)
        #expect(uploads["outcome"]?.text == "done" && uploads["values"]?["count"] == .number(2))
        #expect(try part("redemptions", of: two)["values"]?["count"] == .number(2))
        #expect(try part("balance", of: two)["values"] == nil)
    }

    @Test func itSaysHowMuchItWithdrew() throws {
        try alice.succeed("take-offline", "25", "--keep")
        let tokens = try part("tokens", of: try alice.succeed("take-offline", "30", "--keep", "--json").json())
        #expect(tokens["values"]?["amount"]?.value == "5.00")
    }

    @Test func anOrderThatTheHubRefusesIsNamedWithItsCode() throws {
        network.closeHub()
        _ = try alice.satchel("send", "--yes", "nobody", "1")
        try network.openHub()
        let transfers = try part("transfers", of: try alice.satchel("sync", "--json").json())
        #expect(transfers["outcome"]?.text == "failed")
        let order = transfers["values"]?["orders"]?[0]
        #expect(
            order?["recipient"]?.text == "nobody" && order?["name"]?.text == "s1"
                && order?["code"]?.text == "UNKNOWN_RECIPIENT")
    }
}
