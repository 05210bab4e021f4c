// SPDX-License-Identifier: MIT
import FoundationEssentials
import TestSupport
import Testing

/// Requests, shared bills, standing orders, contacts and looking back, as people do it with the programs.
struct PaymentStoryTests {
    @Test func lookingBackShowsTheCurrencyThatIsNamed() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try #require(try network.hub("currency", "add", "EUR").status == 0)
        let alice = try network.person("alice", cents: 50_00)
        _ = try network.person("bob")
        try #require(try network.hub("topup", "--yes", "alice", "9EUR").status == 0)
        try alice.succeed("send", "--yes", "bob", "2EUR", "--note", "tea")
        try alice.succeed("send", "--yes", "bob", "3", "--note", "lunch")

        let euros = try alice.succeed("activity", "--account", "--currency", "EUR", "--json").json()
        #expect(euros["items"]?[0]?["amount"]?.value == "-2.00" && euros["items"]?[0]?["note"]?.text == "tea")
        #expect(euros["items"]?[0]?["balanceAfter"]?.value == "7.00")
        #expect(euros["items"]?[1]?["amount"]?.value == "9.00" && euros["items"]?[2] == nil)
        let large = try alice.succeed("activity", "--account", "--currency", "eur", "--least", "5", "--json").json()
        #expect(large["items"]?[0]?["amount"]?.value == "9.00" && large["items"]?[1] == nil)
        #expect(try !alice.succeed("activity", "--account").output.contains("EUR"))
        let sums = try alice.succeed("activity", "summary", "--currency", "EUR").output
        #expect(sums.contains("9.00 EUR") && !sums.contains("USD"), "\(sums)")
        let file = try alice.succeed("activity", "export", "-", "--currency", "EUR").output
        #expect(file.contains("tea") && !file.contains("lunch"), "\(file)")
        // The wallet's own lines as well.
        let own = try alice.succeed("activity", "--currency", "EUR").output
        #expect(own.contains("tea") && !own.contains("lunch"), "\(own)")
        try alice.refused(["activity", "--account", "--currency", "EURO"], 2, saying: ["--currency"])
    }

    @Test func peopleAskShareRepeatAndLookBack() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 200_00)
        let bob = try network.person("bob", cents: 50_00)
        let carol = try network.person("carol", cents: 50_00)

        // Contacts: a name of one's own stands for the username.
        try alice.succeed("contacts", "add", "bob", "--name", "Robert", "--favourite")
        try require("Robert", in: try alice.succeed("contacts"))
        try alice.succeed("send", "--yes", "--to", "robert", "2", "--note", "=HYPERLINK(\"http://x\"), \"quoted\"")
        try alice.refused(["send", "--yes", "--to", "Nobody", "2"], 6, saying: ["No contact is called 'Nobody'"])
        try alice.refused(["send", "--yes", "bob"], 2, saying: ["amount"])
        try alice.refused(["contacts", "find", "bo"], 1, saying: ["No account has this name"])

        // A request to a person, and a link for anybody.
        let asked = try bob.succeed("requests", "new", "12.50", "--from", "alice", "--note", "pizza", "--json").json()
        let id = try #require(asked["request"]?["id"]?.text)
        try require("pizza", in: try alice.succeed("requests"))
        let paid = try alice.succeed("requests", "pay", "--yes", String(id.suffix(8)), "--json").json()
        #expect(paid["paid"] == .bool(true) && paid["request"]?["state"]?.text == "paid")
        #expect(paid["request"]?["transaction"] == paid["transaction"]?["id"])
        #expect(try alice.succeed("requests", "pay", "--yes", id, "--json").json()["paid"] == .bool(false))
        let picture = network.file("coffee.png")
        let link = try #require(
            try bob.succeed("requests", "new", "3", "--png", picture, "--json").json()["link"]?.text)
        let seen = try run(
            Programs.wallet, ["code", "read", picture, "--json"], environment: ["HOME": network.folder])
        #expect(seen.output.contains(link) && seen.status == 0, "\(seen.all)")
        try carol.succeed("requests", "pay", link, "--yes")
        try alice.refused(["requests", "pay", "--yes", link], 1, saying: ["no request"])
        try alice.refused(["requests", "pay", "--yes", "satchel://request?hub=x"], 1, saying: ["damaged"])

        // A bill with the biller's number and its day.
        let bill = try carol.succeed(
            "requests", "new", "30", "--from", "bob", "--reference", "F-2031", "--due", "2099-12-01", "--json")
        let billed = try require(bill)
        try require("F-2031 · due 2099-12-01", in: try bob.succeed("requests"))
        try require("F-2031", in: try bob.succeed("requests", "show", billed))
        try bob.succeed("requests", "pay", "--yes", billed)
        try require("F-2031", in: try carol.succeed("activity", "--account", "--search", "f-2031"))

        // A bill among three.
        let split = try alice.succeed("split", "new", "10", "alice", "Robert", "carol", "--note", "taxi", "--json")
            .json()
        #expect((0..<3).compactMap { split["shares"]?[$0]?["amount"]?.value } == ["3.34", "3.33", "3.33"])
        let share = try #require(split["shares"]?[1]?["request"]?.text)
        try bob.succeed("requests", "pay", "--yes", share)
        try carol.succeed("requests", "decline", try #require(split["shares"]?[2]?["request"]?.text))
        try require("3.33 USD paid", in: try alice.succeed("split", "show", try #require(split["id"]?.text)))
        try alice.refused(["split", "new", "10", "bob=1", "carol=2"], 1, saying: ["add up to"])

        // A standing order that is due today is paid when the hub comes back, and only once.
        let order = try alice.succeed(
            "recurring", "new", "--yes", "carol", "20", "--times", "2", "--reference", "R-7", "--json"
        )
        .json()
        network.closeHub()
        try network.openHub()
        network.closeHub()
        try network.openHub()
        let now = try alice.succeed("recurring", "show", try #require(order["id"]?.text), "--json").json()
        #expect(now["paid"] == .number(1) && now["runs"]?[0]?["state"]?.text == "paid")
        try require("every month", in: try alice.succeed("recurring"))
        try alice.succeed("recurring", "cancel", "--yes", try #require(order["id"]?.text))

        // Looking back: 200 - 2 - 12.50 + 3.33 - 20.
        #expect(try alice.succeed("sync").status == 0)
        #expect(try alice.balance()["hub"]?["balance"]?.value == "168.83")
        let found = try alice.succeed("activity", "list", "--account", "--search", "r-7", "--json").json()
        #expect(found["items"]?[0]?["amount"]?.value == "-20.00" && found["items"]?[1] == nil)
        try require("quoted", in: try alice.succeed("activity", "--search", "hyperlink"))
        try alice.refused(["activity", "--kind", "gift"], 2, saying: ["choose one of"])
        let summary = try alice.succeed("activity", "summary", "--json").json()
        #expect(summary["total"]?["sent"]?.value == "34.50" && summary["total"]?["received"]?.value == "203.33")
        try exports(of: alice, in: network)
        #expect(try network.hub("audit").status == 0)
    }

    /// What another program reads from the files: Python's own csv and json modules.
    private func exports(of alice: Person, in network: TestNetwork) throws {
        let (csv, json) = (network.file("all.csv"), network.file("all.json"))
        try require("Wrote 5 transactions", in: try alice.succeed("activity", "export", csv))
        try alice.succeed("activity", "export", "--format", "json", json)
        let printed = try alice.succeed("activity", "export", "-").output
        #expect(Array(printed.utf8) == (try network.bytes("all.csv")))
        let python = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            print("SKIPPED: Python is not installed, so nobody judges the exports.")
            return
        }
        let script = """
            import csv, json, sys
            from decimal import Decimal
            rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
            items = json.load(open(sys.argv[2], encoding="utf-8"))
            assert [r["id"] for r in rows] == [i["id"] for i in items]
            assert [r["amount"] for r in rows] == [i["amount"]["value"] for i in items]
            balance = Decimal(0)
            for row in reversed(rows):
                balance += Decimal(row["amount"])
                assert balance == Decimal(row["balance"]), row
            notes = [r["note"] for r in rows if "HYPERLINK" in r["note"]]
            assert notes == ["'=HYPERLINK(\\"http://x\\"), \\"quoted\\""], notes
            print(len(rows), balance)
            """
        let judged = try run(python, ["-c", script, csv, json], environment: ["PATH": "/usr/bin:/bin"])
        #expect(judged.output == "5 168.83\n", "\(judged.all)")
    }

    /// The id of the request that was just made.
    private func require(_ made: Run) throws -> String { try #require(try made.json()["request"]?["id"]?.text) }

    private func require(_ sentence: String, in run: Run) throws {
        #expect(run.output.contains(sentence), "'\(sentence)' is not in: \(run.all)")
    }
}
