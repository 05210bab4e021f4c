// SPDX-License-Identifier: MIT
import Testing

/// `satchel activity show --proof` with a hub whose operator can be trusted, and with one whose cannot.
struct LedgerProofTests {
    @Test func aPaymentIsProvedToBothSidesAndAChangedLedgerIsRefused() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00)
        let bob = try network.person("bob")
        try alice.succeed("send", "--yes", "bob", "2.50", "--note", "tea")
        try alice.succeed("sync")
        let said = try alice.succeed("activity", "show", "s1", "--proof").output
        for words in ["Proved: -2.50 USD with bob", "balance afterwards 7.50 USD", "entry        2 of 2"] {
            #expect(said.contains(words), "'\(words)' is not in: \(said)")
        }
        let hers = try alice.succeed("activity", "show", "s1", "--proof", "--json").json()
        #expect(hers["amount"]?.value == "-2.50" && hers["note"]?.text == "tea" && hers["entries"] == .number(2))
        // The other side knows it by another id, in the same ledger.
        let page = try bob.succeed("activity", "list", "--account", "--json").json()
        let id = try #require(page["items"]?[0]?["id"]?.text)
        let his = try bob.succeed("activity", "show", id, "--proof", "--json").json()
        #expect(his["amount"]?.value == "2.50" && his["root"] == hers["root"] && his["entry"] == hers["entry"])

        // So it is in a currency that is not the hub's first.
        try #require(try network.hub("currency", "add", "EUR").status == 0)
        try #require(try network.hub("topup", "--yes", "alice", "9EUR").status == 0)
        try alice.succeed("send", "--yes", "bob", "2EUR", "--note", "cake")
        let euros = try alice.succeed("activity", "show", "s2", "--proof", "--json").json()
        #expect(euros["amount"]?.value == "-2.00" && euros["balanceAfter"]?.value == "7.00", "\(euros)")
        #expect(euros["counterpart"]?.text == "bob" && euros["note"]?.text == "cake", "\(euros)")
        let got = try bob.succeed("activity", "list", "--account", "--currency", "EUR", "--json").json()
        let other = try #require(got["items"]?[0]?["id"]?.text)
        let proved = try bob.succeed("activity", "show", other, "--proof", "--json").json()
        #expect(proved["amount"]?.value == "2.00" && proved["entry"] == euros["entry"], "\(proved)")

        let prove = ["activity", "show", "s1", "--proof"]
        network.closeHub()
        try network.changeDatabase("UPDATE entry SET note = 'gold' WHERE note = 'tea'")
        try network.openHub()
        try alice.refused(prove, 7, saying: ["The hub's ledger failed verification", "the hashes do not lead there"])
        // And a fresh tree, which the changed rows fit: it does not continue what was signed before.
        network.closeHub()
        try network.changeDatabase("DELETE FROM tree_tile; DELETE FROM tree_node")
        try network.openHub()
        try alice.refused(prove, 7, saying: ["does not continue", "satchel ledger show"])
    }
}
