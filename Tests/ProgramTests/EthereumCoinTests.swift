// SPDX-License-Identifier: MIT
import PeerSupport
import Synchronization
import TestSupport
import Testing

/// Ethereum as people type it, on a chain that py-evm executes.
@Suite(.needsPeers) struct EthereumCoinTests {
    private let network: TestNetwork
    private let chain: LocalEthereum
    private let alice: Person
    private var networkName: String { "ethereum-\(chain.chainID)" }
    private let shop = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1"

    init() throws {
        network = try TestNetwork()
        chain = try LocalEthereum()
        alice = try network.holder("alice")
        try alice.coins("add", "ethereum-\(chain.chainID)", "--name", "ether")
        try alice.coins("servers", "add", "ethereum-\(chain.chainID)", "ethereum", chain.url)
        try chain.fund(try alice.address("ether"), wei: 2_000_000_000_000_000_000)
    }

    @Test func etherAndTokensAreSent() throws {
        let token = try chain.deployToken(symbol: "TST", decimals: 6)
        try chain.giveTokens(token, to: try alice.address("ether"), amount: 100_000_000)
        try alice.coins("tokens", "add", networkName, token, "TST", "6")
        #expect(try alice.spendable("ether") == "2" && alice.spendable("ether", token: 1) == "100")

        let shown = try alice.coins("send", "--dry-run", "ether", shop, "0.5")
        #expect(shown.output.contains("0.5 ETH to \(shop)") && shown.output.contains("Nothing was signed or sent."))
        #expect(try alice.spendable("ether") == "2")
        try alice.coins("send", "ether", shop, "0.5", "--yes")
        try alice.coins("send", "ether", shop, "12.5", "--token", "TST", "--yes")
        #expect(try alice.spendable("ether", token: 1) == "87.5")
        #expect(try alice.spendable("ether")?.hasPrefix("1.49") == true)
        let lines = try alice.coinsJSON("history", "ether")
        #expect([0, 1].compactMap { lines[$0]?["amount"]?.value }.sorted() == ["0.5", "12.5"])

        let link = try alice.coinsJSON("send", "--dry-run", "ether", "ethereum:\(shop)@\(chain.chainID)?value=1e17")
        #expect(link["review"]?["payees"]?[0]?["amount"]?.value == "0.1")
        let asked = "ethereum:\(token)@\(chain.chainID)/transfer?address=\(shop)&uint256=1500000"
        let tokens = try alice.coinsJSON("send", "--dry-run", "ether", asked)["review"]?["payees"]?[0]?["amount"]
        #expect(tokens?.value == "1.5" && tokens?["currency"]?.text == "TST")
        try alice.coinsRefused(
            ["send", "--dry-run", "ether", "ethereum:\(shop)@1?value=1e17"], 2, saying: ["for the chain 1"])
        try alice.coins("send", "ether", shop, "--all", "--yes")
        #expect(try alice.spendable("ether")?.hasPrefix("0.0000") == true)
    }

    /// Nothing stands at the shop's address, and the chain's node says so with an empty answer.
    @Test func aTokenWithoutAContractIsShownAsUnknown() throws {
        let token = try chain.deployToken(symbol: "TST", decimals: 6)
        try chain.giveTokens(token, to: try alice.address("ether"), amount: 1_000_000)
        try alice.coins("tokens", "add", networkName, token, "TST", "6")
        try alice.coins("tokens", "add", networkName, shop, "GHO", "6")
        let shown = try alice.coins("balance")
        #expect(shown.output.contains("2 ETH") && shown.output.contains("1 TST"), "\(shown.all)")
        #expect(shown.complaint.contains("The balance of GHO is unknown: no ERC-20 token answers at \(shop)."))
        let json = try alice.coinsJSON("balance", "ether")[0]
        #expect(json?["isFresh"] == .bool(true))
        #expect(json?["unknown"]?[0]?["token"]?.text == shop && json?["unknown"]?[1] == nil)
        #expect(json?["balances"]?[1]?["confirmed"]?.value == "1" && json?["balances"]?[2] == nil)
        #expect(try alice.coins("history", "ether").output.contains("2 ETH"))
    }

    /// N7: what came in is in the history, with its payer; what no transaction shows, and what a node forgot, is said so.
    @Test func etherThatCameInIsInTheHistory() throws {
        let shown = try alice.coins("history", "ether")
        #expect(shown.output.contains("2 ETH") && !shown.output.contains("No transactions yet"), "\(shown.all)")
        let line = try #require(try alice.coinsJSON("history", "ether")[0])
        #expect(
            line["direction"]?.text == "in" && line["amount"]?.value == "2" && line["origin"]?.text == "transaction")
        #expect(line["id"]?.text?.count == 66 && line["counterpart"]?.text?.hasPrefix("0x") == true)
        #expect(line["status"]?.text == "pending" && line["block"] != nil)
        try chain.fundByContract(try alice.address("ether"), wei: 30_000_000_000_000_000)
        #expect(try alice.coins("history", "ether").output.contains("a contract"))
        try chain.mine(64)
        let settled = try alice.coinsJSON("history", "ether", "--limit", "5")
        #expect(settled[0]?["origin"]?.text == "block" && settled[1]?["status"]?.text == "confirmed")

        try chain.keepStates(10)
        let late = try network.holder("late")
        try late.coins("add", networkName, "--name", "ether")
        try late.coins("servers", "add", networkName, "ethereum", chain.url)
        let sum = try late.coins("history", "ether")
        #expect(
            sum.output.contains("The balance rose by 2.03 ETH until")
                && sum.output.contains("This server does not list the payments."), "\(sum.all)")
    }

    /// N2: what a network's coin is worth is known for networks of the registry alone, and its test networks are worth nothing.
    @Test func theCoinOfATestNetworkIsNotPricedAsEther() throws {
        let asked = Atomic(0)
        let prices = try LocalListener { caller in
            asked.add(1, ordering: .relaxed)
            _ = caller.read()
            caller.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        }
        let source = "http://127.0.0.1:\(prices.port)/{COIN}-{CURRENCY}#/data/amount"
        let shown = try alice.coins("balance", "ether", "--prices", source, "--currency", "EUR")
        #expect(shown.output.contains("2 ETH"), "\(shown.all)")
        let worth = try alice.coinsJSON("balance", "ether", "--prices", source, "--currency", "EUR")
        #expect(worth[0]?["balances"]?[0]?["worth"]?.value == nil)
        #expect(asked.load(ordering: .relaxed) == 0)
        try alice.coinsRefused(["balance", "--prices", source], 2, saying: ["--currency"])
        try alice.coinsRefused(["balance", "--prices", "nonsense", "--currency", "EUR"], 2, saying: ["prices"])
    }

    /// N11: at sending, by a link too, and when it is kept.
    @Test func anAddressInLettersOfOneCaseIsCautionedAbout() throws {
        let words = "without a checksum"
        let capitals = "0x" + shop.dropFirst(2).uppercased()
        for typed in [shop.lowercased(), capitals] {
            #expect(try alice.coins("send", "--dry-run", "ether", typed, "0.1").output.contains(words))
            let link = try alice.coinsJSON(
                "send", "--dry-run", "ether", "ethereum:\(typed)@\(chain.chainID)?value=1e17")
            #expect(link["review"]?["facts"]?[0]?["code"]?.text == "noChecksum", "\(link)")
            #expect(try alice.coins("contacts", "add", "shop", networkName, typed).output.contains(words))
            #expect(
                try alice.coinsJSON("contacts", "add", "shop", networkName, typed)["caution"]?["code"]?.text
                    == "noChecksum"
            )
        }
        #expect(try alice.coins("watch", networkName, shop.lowercased(), "--name", "other").output.contains(words))
        #expect(try !alice.coins("contacts", "add", "shop", networkName, shop).output.contains(words))
        #expect(try !alice.coins("send", "--dry-run", "ether", "shop", "0.1").output.contains(words))
        #expect(try !alice.coins("send", "--dry-run", "ether", shop, "0.1").output.contains(words))
        let link = try alice.coins("send", "--dry-run", "ether", "ethereum:\(shop)@\(chain.chainID)?value=1e17")
        #expect(!link.output.contains(words))
        #expect(try alice.coins("tokens", "add", networkName, shop.lowercased(), "TST", "6").output.contains(words))
    }

    @Test func aWaitingPaymentIsSpedUpAndTakenBack() throws {
        try chain.setAutoMine(false)
        try alice.coins("send", "ether", shop, "0.1", "--fee", "slow", "--yes")
        try alice.coins("bump", "1", "--yes")
        let cancelled = try alice.coins("cancel", "2", "--yes")
        #expect(cancelled.output.contains("Moves nothing"))
        try chain.mine()
        try alice.coins("history", "ether")
        #expect(try alice.state(of: 1) == "replaced" && alice.state(of: 2) == "replaced")
        #expect(try alice.state(of: 3) == "confirmed")
        try alice.coinsRefused(["bump", "3", "--yes"], 6, saying: ["Payment 3"])
    }

    @Test func aWatchedAddressIsSignedForByCodes() throws {
        let key = try #require(try alice.coinsJSON("key", "ether")["key"]?.text)
        let hot = try network.watcher("hot")
        try hot.coins("servers", "add", networkName, "ethereum", chain.url)
        try hot.coins("watch", networkName, key, "--name", "watched")
        let asked = try hot.coins("send", "watched", shop, "0.25", "--export", "--ur", "-")
        #expect(asked.output.lowercased().hasPrefix("ur:eth-sign-request/"))
        try alice.coins("servers", "remove", "--yes", networkName, "ethereum", chain.url)
        let signed = try alice.coins("sign", asked.output.withoutLineFeed, "--yes")
        #expect(signed.output.lowercased().hasPrefix("ur:eth-signature/"), "\(signed.all)")
        try hot.coins("complete", "--yes", "1", signed.output.withoutLineFeed)
        #expect(try hot.spendable("watched")?.hasPrefix("1.749") == true)
        #expect(try hot.state(of: 1) != "exported")
    }
}
