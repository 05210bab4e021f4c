// SPDX-License-Identifier: MIT
import PeerSupport
import Testing

/// What goes wrong for people with coins: an exit status, a sentence, and nothing signed.
@Suite(.needsPeers) struct CoinRefusalTests {
    private let network: TestNetwork
    private let chain: LocalBitcoin
    private let alice: Person
    private let networkName = "bitcoin-regtest"
    private let shop = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

    init() throws {
        network = try TestNetwork()
        chain = try LocalBitcoin()
        alice = try network.holder("alice")
        try alice.coins("add", networkName, "--name", "savings")
    }

    private func fund() throws {
        try alice.coins("servers", "add", networkName, "esplora", chain.esploraURL)
        try chain.fund([(try alice.address("savings"), 1_000_000)])
        try alice.coins("balance", "savings")
    }

    private func requireNothingWasSigned() throws {
        #expect(try chain.mempool() == [])
        #expect(try alice.coinsJSON("payments")["items"] == .array([]))
    }

    @Test func whatIsMistypedIsRefusedWithTheReason() throws {
        try fund()
        func refuses(_ words: [String], _ status: Int32, _ saying: [String]) throws {
            try alice.coinsRefused(["send", "savings"] + words + ["--yes"], status, saying: saying)
        }
        try refuses(
            ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "0.001"], 2,
            ["an address of Bitcoin, not of Bitcoin Regtest"])
        try refuses([String(shop.dropLast()) + "q", "0.001"], 2, ["a typo near character 44"])
        try refuses(["0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", "0.001"], 2, ["an Ethereum address"])
        // N12: the words are right and one value is wrong, so how to write them is not said.
        let run = try alice.satchel(["coins", "send", "--dry-run", "savings", "hello", "0.001"])
        #expect(run.status == 2 && !run.complaint.contains("Usage"), "\(run.complaint)")
        try refuses(["ethereum:0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1?value=1"], 2, ["on ethereum"])
        try refuses([shop, "0.000002"], 5, ["No node relays"])
        try refuses([shop, "5"], 5, ["are missing"])
        try refuses([shop, "0.000000001"], 2, ["decimals"])
        try refuses([shop, "1e3"], 2, ["amount"])
        try refuses([shop], 2, ["Give an amount"])
        try refuses([shop, "0.001", "--all"], 2, ["not both"])
        try refuses([shop, "0.001", "--fee", "-3"], 2, ["fee"])
        try requireNothingWasSigned()
    }

    @Test func anAbsurdFeeIsPaidOnlyByWhoeverSaysSo() throws {
        try fund()
        let words = ["send", "savings", shop, "0.001", "--fee", "400", "--yes"]
        try alice.coinsRefused(words, 1, saying: ["more than a quarter", "--accept fee-share"])
        try requireNothingWasSigned()
        let dry = try alice.coins("send", "--dry-run", "savings", shop, "0.001", "--fee", "400")
        #expect(dry.output.contains("WARNING") && dry.output.contains("--yes --accept fee-share"))
        #expect(try alice.satchel(["coins"] + words + ["--accept", "fee-share"]).status == 0)
        #expect(try chain.mempool().count == 1)
    }

    @Test func serversThatAreSilentOrOfAnotherChainLeadToNothing() throws {
        try alice.coinsRefused(["send", "savings", shop, "0.001", "--yes"], 4, saying: ["No server"])
        try alice.coinsRefused(
            ["servers", "add", networkName, "electrum", "ssl://example.org"], 2, saying: ["host:port"])
        try alice.coinsRefused(
            ["servers", "add", networkName, "solana", "https://example.org"], 2, saying: ["not serve"])
        try alice.coins("servers", "add", networkName, "esplora", "http://127.0.0.1:1/api")
        try alice.coinsRefused(["send", "savings", shop, "0.001", "--yes"], 4, saying: ["127.0.0.1"])
        let known = try alice.coins("balance", "savings")
        #expect(known.complaint.contains("is not up to date"), "\(known.all)")

        let solana = try LocalSolana()
        let ethereum = try LocalEthereum()
        for (other, kind, url) in [
            ("bitcoin", "esplora", chain.esploraURL), ("ethereum", "ethereum", ethereum.url),
            ("solana-devnet", "solana", solana.url),
        ] {
            try alice.coins("add", other, "--name", other)
            try alice.coins("servers", "add", other, kind, url)
            let run = try alice.satchel(["coins", "fee", other])
            #expect(run.status == 1, "\(run.all)")
            #expect(run.complaint.contains("is not on") || run.complaint.contains("chain"), "\(run.all)")
        }
        try requireNothingWasSigned()
    }

    @Test func phrasesAreCheckedAndNeverShownUnasked() throws {
        let bob = try network.watcher("bob")
        try network.write("wrong.phrase", TestNetwork.phrase.replacing("about", with: "abandon"))
        try bob.coinsRefused(["restore", "--phrase-file", network.file("wrong.phrase")], 2, saying: ["one is wrong"])
        try network.write("typo.phrase", TestNetwork.phrase.replacing("about", with: "abaut"))
        try bob.coinsRefused(["restore", "--phrase-file", network.file("typo.phrase")], 2, saying: ["about"])
        try bob.coinsRefused(["add", networkName], 1, saying: ["no phrase yet"])
        try alice.coinsRefused(["new"], 7, saying: ["phrase"])

        try fund()
        var said = ""
        for words in [
            ["accounts"], ["servers", "list"], ["contacts", "list"], ["tokens", "list"], ["balance"],
            ["history", "savings"], ["fee", "savings"], ["key", "savings"], ["address", "savings"],
            ["send", "--dry-run", "savings", shop, "0.001"], ["send", "savings", shop, "0.001", "--yes"], ["payments"],
            ["bump", "--dry-run", "1", "--fee", "9"], ["cancel", "--dry-run", "1", "--fee", "9"], ["push", "1"],
            ["rename", "savings", "spendings"],
            ["servers", "remove", "--yes", networkName, "esplora", chain.esploraURL],
        ] {
            let plain = try alice.satchel(["coins"] + words)
            said += plain.all
            guard !["rename", "servers"].contains(words[0]) || words[1] == "list" else { continue }
            let forScripts = try alice.satchel(["coins"] + words + ["--json"])
            said += forScripts.all
            if forScripts.status == 0 { #expect(try forScripts.json() != .null, "\(words)") }
        }
        #expect(!said.contains("abandon"))
        #expect(try alice.coins("phrase", "--yes").output.contains("abandon"))
    }
}
