// SPDX-License-Identifier: MIT
import PeerSupport
import Testing

/// Solana as people type it, on a chain that LiteSVM executes.
@Suite(.needsPeers) struct SolanaCoinTests {
    private let network: TestNetwork
    private let chain: LocalSolana
    private let alice: Person
    private let networkName = "solana-local"
    private let shop = "GPW66GHetXd5KBo4pztHdHDAP4uWYsoWVqC94sXu6w2U"

    init() throws {
        network = try TestNetwork()
        chain = try LocalSolana()
        alice = try network.holder("alice")
        try alice.coins("add", networkName, "--name", "sol")
        try alice.coins("servers", "add", networkName, "solana", chain.url)
        try chain.fund(try alice.address("sol"), lamports: 2_000_000_000)
    }

    @Test func solAndTokensAreSent() throws {
        let mint = try chain.createMint(decimals: 6)
        try chain.giveTokens(mint, to: try alice.address("sol"), amount: 5_000_000)
        try alice.coins("tokens", "add", networkName, mint, "USD", "6")
        #expect(try alice.spendable("sol") == "2" && alice.spendable("sol", token: 1) == "5")
        let shown = try alice.coins("send", "--dry-run", "sol", shop, "0.5")
        #expect(shown.output.contains("0.5 SOL to \(shop)") && shown.output.contains("Nothing was signed or sent."))
        try alice.coins("send", "sol", shop, "0.5", "--memo", "for the roof", "--yes")
        try alice.coinsRefused(
            ["send", "sol", shop, "1.5", "--token", "USD", "--yes"], 1, saying: ["--accept new-account"])
        try alice.coins("send", "sol", shop, "1.5", "--token", "USD", "--yes", "--accept", "new-account")
        #expect(try alice.spendable("sol", token: 1) == "3.5")
        #expect(try alice.spendable("sol")?.hasPrefix("1.497") == true)
        let link = try alice.coinsJSON("send", "--dry-run", "sol", "solana:\(shop)?amount=0.01&label=Shop")
        #expect(link["review"]?["payees"]?[0]?["amount"]?.value == "0.01")
        try alice.coins("send", "sol", shop, "--all", "--yes")
        #expect(try alice.spendable("sol") == "0")
    }

    @Test func aPaymentIsSignedOfflineUnderADurableNonce() throws {
        let key = try #require(try alice.coinsJSON("key", "sol")["key"]?.text)
        let nonce = try chain.createNonce(authority: try alice.address("sol"))
        let hot = try network.watcher("hot")
        try hot.coins("servers", "add", networkName, "solana", chain.url)
        try hot.coins("watch", networkName, key, "--name", "watched")
        let asked = try hot.coins("send", "watched", shop, "0.25", "--nonce-account", nonce, "--export", "--ur", "-")
        #expect(asked.output.lowercased().hasPrefix("ur:sol-sign-request/"))
        try chain.expireBlockhash()
        try alice.coins("servers", "remove", "--yes", networkName, "solana", chain.url)
        let shown = try alice.coins("sign", "--dry-run", asked.output.withoutLineFeed)
        #expect(shown.output.contains("0.25 SOL to \(shop)") && shown.output.contains("Nothing was signed."))
        let signed = try alice.coins("sign", asked.output.withoutLineFeed, "--yes")
        try hot.coins("complete", "--yes", "1", signed.output.withoutLineFeed)
        #expect(try hot.spendable("watched")?.hasPrefix("1.74") == true)
    }

    @Test func aLostPaymentIsNotMadeAgainBeforeItIsDead() throws {
        try chain.lose(2)
        try alice.coins("send", "sol", shop, "0.02", "--yes")
        try alice.coinsRefused(["again", "1", "--yes"], 6, saying: ["has not expired", "could pay twice"])
        // The same bytes once more.
        try alice.coins("push", "1")
        #expect(try alice.coinsJSON("payments") != .array([]))
    }
}
