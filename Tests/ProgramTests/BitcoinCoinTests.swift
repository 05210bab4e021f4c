// SPDX-License-Identifier: MIT
import PeerSupport
import Testing

/// Bitcoin as people type it, on a chain that Bitcoin Core's kernel judges.
@Suite(.needsPeers) struct BitcoinCoinTests {
    private let network: TestNetwork
    private let chain: LocalBitcoin
    private let networkName = "bitcoin-regtest"
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
    private let other = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry"

    init() throws {
        network = try TestNetwork()
        chain = try LocalBitcoin()
    }

    private func server(_ kind: String) throws -> String {
        switch kind {
        case "electrum": "tcp://127.0.0.1:\(try chain.electrumPort())"
        case "esplora": chain.esploraURL
        default: "http://\(chain.user):\(chain.password)@\(chain.rpcURL.dropFirst("http://".count))"
        }
    }

    @Test(arguments: ["electrum", "esplora", "core"])
    func aNewcomerIsPaidAndPays(kind: String) throws {
        let alice = try network.watcher("alice")
        #expect(try alice.coinsJSON("new")["phrase"]?.text?.split(separator: " ").count == 12)
        try alice.coins("add", networkName, "--name", "savings")
        let added = try alice.coins("servers", "add", networkName, kind, try server(kind))
        #expect(!added.all.contains(chain.password + "@"), "a server's password is shown")
        try chain.fund([(try alice.address("savings"), 1_000_000)])
        #expect(try alice.spendable("savings") == "0.01")

        let shown = try alice.coins("send", "--dry-run", "savings", shop, "0.004")
        #expect(shown.output.contains("0.004 BTC to \(shop)"), "\(shown.all)")
        #expect(shown.output.contains("Nothing was signed or sent."), "\(shown.all)")
        #expect(try chain.mempool() == [] && alice.coinsJSON("payments")["items"] == .array([]))

        let sent = try alice.coinsJSON("send", "savings", shop, "0.004", "--yes", "--note", "rent")
        #expect(sent["sent"] == .bool(true) && sent["payment"]?["state"]?.text == "sent")
        let id = try #require(sent["payment"]?["transaction"]?.text)
        #expect(try chain.mempool() == [id])
        try chain.mine()
        let line = try alice.coinsJSON("history", "savings")[0]
        #expect(line?["id"]?.text == id && line?["label"]?.text == "rent" && line?["amount"]?.value == "0.004")
        #expect(line?["status"]?.text == "confirmed" && line?["block"] != nil)
        #expect(try alice.state(of: 1) == "confirmed")

        let kept = try #require(try alice.coinsJSON("servers", "list")[0]?["url"]?.text)
        #expect(!kept.contains(chain.password))
        try alice.coins("servers", "remove", "--yes", networkName, kind, kept)
        #expect(try alice.coinsJSON("servers", "list")["items"] == .array([]))
    }

    @Test func aPhraseFromElsewhereFindsItsAccounts() throws {
        let alice = try network.holder("alice")
        try alice.coins("servers", "add", networkName, "esplora", try server("esplora"))
        for scheme in ["taproot", "nested"] {
            try alice.coins("add", networkName, "--scheme", scheme, "--name", scheme)
            try chain.fund([(try alice.address(scheme), 500_000)])
        }
        let again = try network.holder("again")
        #expect(try again.coinsJSON("accounts")["items"] == .array([]))
        try again.coins("servers", "add", networkName, "esplora", try server("esplora"))
        let found = try again.coinsJSON("discover", networkName)
        #expect(Set([0, 1].compactMap { found[$0]?["scheme"]?.text }) == ["taproot", "nested"])
        #expect(try again.coins("servers", "suggest", "bitcoin").output.contains("servers add bitcoin electrum ssl://"))
    }

    @Test func everyKindOfAccountPaysSeveralPeopleAndIsEmptied() throws {
        let alice = try network.holder("alice")
        try alice.coins("servers", "add", networkName, "esplora", try server("esplora"))
        let schemes = ["legacy", "nested", "segwit", "taproot"]
        for scheme in schemes { try alice.coins("add", networkName, "--scheme", scheme, "--name", scheme) }
        try chain.fund(try schemes.map { (try alice.address($0), 500_000) })
        for scheme in schemes {
            try alice.coins(
                "send", scheme, shop, "0.001", "--also", "\(other)=0.002", "--accept", "paid-before", "--yes")
        }
        #expect(try chain.mempool().count == 4)
        try chain.mine()
        for scheme in schemes {
            #expect(try alice.spendable(scheme)?.hasPrefix("0.0019") == true)
            try alice.coins("send", scheme, shop, "--all", "--yes", "--accept", "paid-before")
        }
        try chain.mine()
        for scheme in schemes { #expect(try alice.spendable(scheme) == "0") }
    }

    @Test func aWaitingPaymentIsRaisedTakenBackAndLiftedByAChild() throws {
        let alice = try network.holder("alice")
        try alice.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try alice.coins("add", networkName, "--name", "savings")
        try chain.fund([(try alice.address("savings"), 1_000_000)])
        try alice.coins("send", "savings", shop, "0.004", "--fee", "1.5", "--yes")

        #expect(try alice.coins("bump", "--dry-run", "1").output.contains("Nothing was signed or sent."))
        let bumped = try alice.coinsJSON("bump", "1", "--fee", "4", "--yes")
        #expect(try chain.mempool() == [bumped["payment"]?["transaction"]?.text])
        let cancelled = try alice.coinsJSON("cancel", "2", "--fee", "9", "--yes")
        #expect(try chain.mempool() == [cancelled["payment"]?["transaction"]?.text])
        try chain.mine()
        try alice.coins("history", "savings")
        #expect(try alice.state(of: 1) == "replaced" && alice.state(of: 2) == "replaced")
        #expect(try alice.state(of: 3) == "confirmed")

        let slow = try alice.coinsJSON("send", "savings", shop, "0.002", "--fee", "1.1", "--yes")
        let id = try #require(slow["payment"]?["transaction"]?.text)
        let child = try alice.coinsJSON("child", "savings", id, "--fee", "20", "--yes")
        #expect(child["sent"] == .bool(true))
        #expect(try chain.mempool().count == 2)
        try chain.mine()
        try alice.coins("history", "savings")
        #expect(try alice.state(of: 4) == "confirmed" && alice.state(of: 5) == "confirmed")
    }

    /// N1, N4, N12: without an option but the yes.
    @Test func aPaymentIsRaisedAndTakenBackByTheDefaultFee() throws {
        let alice = try network.holder("alice")
        try alice.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try alice.coins("add", networkName, "--name", "savings")
        try chain.fund([(try alice.address("savings"), 1_000_000)])
        let link = "bitcoin:\(shop)?amount=0.004&label=Bakery"
        let shown = try alice.coins("send", "--dry-run", "savings", link)
        #expect(shown.output.contains("Bakery") && !shown.output.contains("at most"), "\(shown.output)")
        try alice.coinsRefused(["send", "savings", link, "0.003", "--yes"], 1, saying: ["asks for 0.004 BTC"])
        try alice.coins("send", "savings", link, "--yes")
        let cancelled = try alice.coinsJSON("cancel", "1", "--yes")
        #expect(try chain.mempool() == [cancelled["payment"]?["transaction"]?.text])
        try chain.mine()
        // N12: the list asks how they stand.
        #expect(try alice.state(of: 2) == "confirmed")

        try alice.coins("send", "savings", shop, "--all", "--yes")
        let words = ["bump", "3", "--yes"]
        try alice.coinsRefused(words, 1, saying: ["instead of", "--accept recipient-pays"])
        let raised = try alice.satchel(["coins"] + words + ["--accept", "recipient-pays"])
        #expect(raised.status == 0 && raised.output.contains("instead of"), "\(raised.all)")
        #expect(try chain.mempool().count == 1)
        let back = try alice.coinsJSON("cancel", "4", "--yes")
        #expect(try chain.mempool() == [back["payment"]?["transaction"]?.text])
    }

    /// From the extended key alone, and from what `coins key` shows.
    @Test func aWatchedAccountIsSignedForByAWalletWithoutANetwork() throws {
        let cold = try network.holder("cold")
        let account = try cold.coinsJSON("add", networkName, "--name", "savings")
        let key = try #require(try cold.coinsJSON("key", "savings")["key"]?.text)
        let bare = try #require(account["extendedKey"]?.text)
        let hot = try network.watcher("hot")
        try hot.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try hot.coins("watch", networkName, bare, "--name", "watched")
        try chain.fund([(try hot.address("watched"), 1_000_000)])
        let refused = try hot.satchel(["coins", "send", "watched", shop, "0.001", "--yes"])
        #expect(refused.status == 1 && refused.complaint.contains("Export the payment"), "\(refused.all)")

        try hot.coinsRefused(
            ["send", "watched", shop, "0.001", "--export", "--file", network.file("1.psbt")], 1, saying: ["no-origin"])
        try hot.coins(
            "send", "watched", shop, "0.001", "--export", "--accept", "no-origin", "--file", network.file("1.psbt"))
        let shown = try cold.coins("sign", "--dry-run", network.file("1.psbt"))
        #expect(shown.output.contains("0.001 BTC to \(shop)") && shown.output.contains("Nothing was signed."))
        try cold.coins("sign", network.file("1.psbt"), "--yes", "--file", network.file("1.signed"))
        try hot.coins("complete", "--yes", "1", network.file("1.signed"))
        #expect(try chain.mempool().count == 1)
        try chain.mine()

        try hot.coins("hide", "watched")
        try hot.coins("watch", networkName, key, "--name", "watched")
        let accept = ["--accept", "paid-before"]
        let frames = try hot.satchel(
            ["coins", "send", "watched", shop, "0.002", "--export", "--ur", "-", "--png", network.file("2.png")]
                + accept)
        #expect(frames.output.lowercased().split(separator: "\n").allSatisfy { $0.hasPrefix("ur:crypto-psbt/") })
        try network.write("2.ur", frames.output)
        let pictures = try network.pictures("2")
        try cold.satchel(["coins", "sign"] + pictures + ["--yes", "--ur", network.file("2.signed")]).require()
        try hot.coins("complete", "--yes", "2", network.file("2.signed"))
        #expect(try chain.mempool().count == 1)
        try chain.mine()
    }

    @Test func psbtsAreLookedIntoPutTogetherAndFinishedWithoutAnyWallet() throws {
        let cold = try network.holder("cold")
        try cold.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try cold.coins("add", networkName, "--name", "savings")
        try chain.fund([(try cold.address("savings"), 1_000_000)])
        let export = try cold.coinsJSON("send", "savings", shop, "0.001", "--export", "--file", network.file("a.psbt"))
        try cold.coins("sign", network.file("a.psbt"), "--yes", "--file", network.file("b.psbt"))
        let nobody = try network.stranger("nobody")

        let before = try nobody.coinsJSON("psbt", "show", network.file("a.psbt"), "--network", networkName)
        #expect(before["isComplete"] == .bool(false) && before["inputs"]?[0]?["signatures"] == .number(0))
        let addresses = [0, 1].map { before["outputs"]?[$0]?["address"]?.text }
        #expect(addresses.contains(shop))
        let base64 = try #require(export["document"]?["base64"]?.text)
        #expect(try nobody.coins("psbt", "show", base64).output.contains("0 of 1 signatures"))
        try nobody.coinsRefused(
            ["psbt", "finalize", network.file("a.psbt")], 6, saying: ["not signed by enough of its keys"])

        try nobody.coins(
            "psbt", "combine", network.file("a.psbt"), network.file("b.psbt"), "--ur", network.file("both.ur"))
        let piped = try nobody.satchel(["coins", "psbt", "show", "-", "--json"], input: network.file("both.ur"))
        #expect(try piped.json()["isComplete"] == .bool(true))
        let printed = try nobody.coins("psbt", "finalize", network.file("both.ur"))
        let finished = try nobody.coinsJSON("psbt", "finalize", network.file("both.ur"))
        #expect(printed.output == (finished["bytes"]?.text ?? "") + "\n")
        #expect(try chain.mempool() == [], "nothing is sent")

        var bytes = try network.bytes("b.psbt")
        bytes[bytes.count / 2] ^= 1
        try network.write("broken.psbt", bytes)
        let broken = try nobody.satchel(["coins", "psbt", "finalize", network.file("broken.psbt")])
        #expect(broken.status == 6, "\(broken.all)")
    }

    @Test func twoOfThreePeoplePayTogether() throws {
        let people = try ["ann", "bob", "cleo"].map { name in
            let person = try network.watcher(name)
            try person.coins("new")
            return person
        }
        let keys = try people.map { try #require(try $0.coinsJSON("cosigner", networkName)["key"]?.text) }
        let addresses = try people.map { person in
            let run = try person.satchel(["coins", "share", networkName, "2", "--name", "club", "--json"] + keys)
            return try run.json()["address"]?.text
        }
        let address = try #require(addresses[0])
        #expect(Set(addresses) == [address])
        let (ann, cleo) = (people[0], people[2])
        try ann.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try chain.fund([(address, 1_000_000)])

        #expect(try ann.coins("send", "--dry-run", "club", shop, "0.004").output.contains("give --export instead"))
        try ann.coins("send", "club", shop, "0.004", "--export", "--file", network.file("1.psbt"))
        try ann.coins("sign", network.file("1.psbt"), "--yes", "--file", network.file("2.psbt"))
        #expect(try ann.coins("complete", "--yes", "1", network.file("2.psbt")).output.contains("missing"))
        #expect(try ann.coins("psbt", "show", network.file("2.psbt")).output.contains("1 of 2 signatures"))
        try ann.coins("export", "1", "--file", network.file("3.psbt"))
        try cleo.coins("sign", network.file("3.psbt"), "--yes", "--file", network.file("4.psbt"))
        try ann.coins("complete", "--yes", "1", network.file("4.psbt"))
        #expect(try chain.mempool().count == 1)
        try chain.mine()
        #expect(try ann.spendable("club")?.hasPrefix("0.0059") == true)
    }

    @Test func linksContactsAndLabels() throws {
        let alice = try network.holder("alice")
        try alice.coins("servers", "add", networkName, "esplora", try server("esplora"))
        try alice.coins("add", networkName, "--name", "savings")
        try chain.fund([(try alice.address("savings"), 1_000_000)])
        let link = try alice.coinsJSON("send", "--dry-run", "savings", "bitcoin:\(shop)?amount=0.0015&label=Caf%C3%A9")
        #expect(link["review"]?["payees"]?[0]?["amount"]?.value == "0.0015")
        try alice.coins("contacts", "add", "Café", networkName, shop)
        let paid = try alice.coins("send", "savings", "Café", "0.001", "--yes")
        #expect(paid.output.contains("\(shop) (Café)"))
        try chain.mine()
        let id = try #require(try alice.coinsJSON("history", "savings")[0]?["id"]?.text)
        try alice.coins("label", "savings", String(id.prefix(12)), "two coffees")
        let line = try alice.coinsJSON("history", "savings", "--cached")[0]
        #expect(line?["label"]?.text == "two coffees" && line?["contact"]?.text == "Café")
    }
}
