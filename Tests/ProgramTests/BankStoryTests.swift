// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A second currency and a bank, as an operator and a customer have them, with programs that die in the middle.
struct BankStoryTests {
    private static let own = "DE89370400440532013000"
    private static let other = "GB29NWBK60161331926819"

    /// Milliseconds after which a program is killed: before, during and after its work.
    private static let deaths: [UInt32] = [5, 20, 60, 150]

    @Test func moneyComesFromABankIsConvertedAskedForAndGoesBackWhoeverDies() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try operate(network, "currency", "add", "EUR")
        try operate(network, "currency", "rate", "EUR/USD", "1.0850", "--spread", "0.5")
        try operate(network, "bank", "account", Self.own, "--for", "EUR", "--name", "Hub Inc.")
        let alice = try network.person("alice", cents: 100_00)
        let bob = try network.person("bob")

        // Two hundred euros arrive, once, however often the import is begun.
        let reference = try #require(try alice.succeed("funding", "--json").json()["reference"]?.text)
        let deposit = StatementText.Entry("R1", "200.00").with { $0.creditorReference = reference }
        let stranger = StatementText.Entry("R2", "7.00").with { $0.text = "for whom it may concern" }
        let file = try network.write("in.xml", StatementText(iban: Self.own, [deposit, stranger]).bytes)
        for milliseconds in Self.deaths { try begin(Programs.hub, ["bank", "import", file], network, milliseconds) }
        try operate(network, "bank", "import", file)
        #expect(try operate(network, "bank", "import", file)["known"] == .number(2))
        try operate(network, "bank", "assign", "--yes", "2", "bob")
        try expect(alice, "100.00", "200.00")
        try expect(bob, "0.00", "7.00")

        // Ten dollars are 9.17 euros; a wallet that dies has converted them or not.
        let shown = try alice.succeed("convert", "10USD", "EUR", "--dry-run", "--json").json()
        #expect(shown["get"]?.value == "9.17" && shown["order"] == nil)
        try expect(alice, "100.00", "200.00")
        try alice.succeed("convert", "10USD", "EUR", "--yes")
        try expect(alice, "90.00", "209.17")
        var (dollars, euros) = (90_00, 209_17)
        for milliseconds in Self.deaths {
            let words = Array(alice.commandLine(["convert", "10USD", "EUR", "--yes"]).dropFirst())
            try begin(Programs.wallet, words, network, milliseconds, environment: alice.environment())
            try alice.succeed("sync")
            // The two halves are one commit.
            if try alice.balance()["hub"]?["balance"]?.value != TestNetwork.text(dollars) {
                (dollars, euros) = (dollars - 10_00, euros + 9_17)
            }
            try expect(alice, TestNetwork.text(dollars), TestNetwork.text(euros))
        }

        // Asked for, shared and ordered in euros.
        let asked = try bob.succeed("requests", "new", "5EUR", "--from", "alice", "--json").json()
        try alice.succeed("requests", "pay", "--yes", try #require(asked["request"]?["id"]?.text))
        let open = try bob.succeed("requests", "new", "EUR", "--json").json()
        try alice.succeed("requests", "pay", try #require(open["link"]?.text), "--amount", "1.50", "--yes")
        let split = try bob.succeed("split", "new", "3EUR", "bob", "alice", "--json").json()
        try alice.succeed("requests", "pay", "--yes", try #require(split["shares"]?[1]?["request"]?.text))
        let order = try alice.succeed("recurring", "new", "bob", "2EUR", "--times", "1", "--yes", "--json").json()
        try die(in: network)
        try network.openHub()
        let id = try #require(order["id"]?.text)
        // The hub pays what is due beside what it serves.
        var paid = try alice.succeed("recurring", "show", id, "--json").json()["paid"]
        for _ in 0..<600 where paid != .number(1) {
            usleep(100_000)
            paid = try alice.succeed("recurring", "show", id, "--json").json()["paid"]
        }
        #expect(paid == .number(1))
        try alice.succeed("sync")
        euros -= 10_00
        try expect(alice, TestNetwork.text(dollars), TestNetwork.text(euros))
        try expect(bob, "0.00", "17.00")

        try payout(of: alice, in: network, dollars, euros)
        #expect(try network.hub("audit").status == 0)
    }

    /// Ordered while the hub is away, exported by a program that dies, settled by the bank's word.
    private func payout(of alice: Person, in network: TestNetwork, _ dollars: Int, _ euros: Int) throws {
        try die(in: network)
        let left = try alice.satchel(
            "payouts", "new", "--yes", Self.other, "20EUR", "--name", "A. Smith", "--note", "rent", "--json")
        #expect(left.status != 0 || left.output.contains("\"id\""), "\(left.all)")
        try network.openHub()
        for _ in 0..<2 { try alice.succeed("sync") }
        let payouts = try alice.succeed("payouts", "--json").json()
        #expect(payouts[0]?["state"]?.text == "pending" && payouts[1] == nil)
        try expect(alice, TestNetwork.text(dollars), TestNetwork.text(euros - 20_00))

        mkdir(network.file("outbox"), 0o700)
        let export = ["bank", "export", "--to", network.file("outbox")]
        for milliseconds in Self.deaths { try begin(Programs.hub, export, network, milliseconds) }
        try operate(network, export)
        let files = try FileManager.default.contentsOfDirectory(atPath: network.file("outbox")).filter {
            $0.hasSuffix(".xml")
        }
        #expect(files.count == 1)
        let text = String(decoding: try network.bytes("outbox/\(files.first ?? "")"), as: UTF8.self)
        let endToEnd = try #require(payouts[0]?["id"]?.text).filter { $0 != "-" }.uppercased()
        #expect(text.contains("<NbOfTxs>1</NbOfTxs>") && text.contains(endToEnd) && text.contains(Self.other))
        #expect(try alice.succeed("payouts", "--json").json()[0]?["state"]?.text == "exported")

        let paid = StatementText.Entry("R3", "20.00").with {
            $0.isCredit = false
            $0.endToEndID = endToEnd
        }
        var statement = StatementText(iban: Self.own, [paid])
        statement.id = "STMT-2"
        try operate(network, "bank", "import", try network.write("out.xml", statement.bytes))
        #expect(try alice.succeed("payouts", "--json").json()[0]?["state"]?.text == "completed")
        try expect(alice, TestNetwork.text(dollars), TestNetwork.text(euros - 20_00))
    }

    /// R6: libxml2 wrote lines of its own to standard error.
    @Test func aFileThatIsNoStatementGetsOneSentence() throws {
        let network = try TestNetwork()
        try network.makeHub()
        try operate(network, "bank", "account", Self.own, "--for", "USD", "--name", "Hub Inc.")
        let texts = [
            "<a xml:id=\"1\" xml:lang=\"\"/>", "<a><b></a>", "<a xmlns:x=\"\"/>", "<a b=\"1\" b=\"2\"/>",
            "<a>\u{1}</a>", "x", "<?xml version=\"1.0\" encoding=\"nonsense\"?><a/>",
            "<a b='" + String(repeating: "=", count: 99) + "'/>",
        ]
        for text in texts {
            let done = try network.hub(["bank", "import", try network.write("wrong.xml", Array(text.utf8))])
            #expect(done.status != 0 && done.complaint.split(separator: "\n").count == 1, "\(done.all)")
            #expect(done.complaint.hasPrefix("Error: "), "\(done.all)")
        }
    }

    // MARK: - Steps

    @discardableResult
    private func operate(_ network: TestNetwork, _ words: String...) throws -> JSONValue { try operate(network, words) }

    @discardableResult
    private func operate(_ network: TestNetwork, _ words: [String]) throws -> JSONValue {
        let done = try network.hub(words + ["--json"])
        try #require(done.status == 0, "\(words): \(done.all)")
        return try done.json()
    }

    /// Begins something and kills it soon.
    private func begin(
        _ program: String, _ words: [String], _ network: TestNetwork, _ milliseconds: UInt32,
        environment: [String: String]? = nil
    ) throws {
        let begun = try Running(
            program, words + (program == Programs.hub ? ["--directory", network.file("hub")] : []),
            environment: environment ?? ["HOME": network.folder, "PATH": "/usr/bin:/bin"],
            complaints: network.file("begun.log"))
        usleep(milliseconds * 1_000)
        kill(begun.pid, SIGKILL)
        begun.stop()
    }

    private func die(in network: TestNetwork) throws {
        kill(try #require(network.server?.pid), SIGKILL)
        network.closeHub()
    }

    /// What somebody has at the hub, in dollars and in euros.
    private func expect(
        _ person: Person, _ dollars: String, _ euros: String, location: SourceLocation = #_sourceLocation
    ) throws {
        try person.succeed("sync")
        let balance = try person.balance()
        #expect(balance["hub"]?["balance"]?.value == dollars, sourceLocation: location)
        #expect(balance["others"]?[0]?["balance"]?.value == euros, sourceLocation: location)
    }
}
