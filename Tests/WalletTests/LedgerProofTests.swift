// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import SQLite
import Testing
import Wallet

@Suite struct LedgerProofTests {
    @Test func aTransferIsProvedToBeInTheHubsLedger() throws {
        let world = try World()
        let alice = try world.person("alice", funds: 1_000)
        _ = try world.person("bob")
        let name = try alice.wallet.send(to: "bob", world.amount(250), note: "tea")
        #expect(throws: WalletError.self) { try alice.wallet.prove(name) }
        try alice.sync()
        let proved = try alice.wallet.prove(name)
        #expect(proved.amount == "-2.50 USD" && proved.balanceAfter == "7.50 USD")
        #expect(proved.counterpart == "bob" && proved.note == "tea")
        #expect(proved.position == 1 && proved.size == 2 && proved.sizeBefore == 0)
        let second = try alice.wallet.send(to: "bob", world.amount(1))
        try alice.sync()
        #expect(try alice.wallet.prove(second).sizeBefore == 2)
        // By the hub's own name too, which is the order's id.
        #expect(try alice.wallet.prove(proved.id) == alice.wallet.prove(name))
        #expect(try alice.wallet.activity(named: name)?.note == "tea")
    }

    @Test func aHubThatRewritesItsLedgerIsCaught() throws {
        let world = try World()
        let alice = try world.person("alice", funds: 1_000)
        _ = try world.person("bob")
        let name = try alice.wallet.send(to: "bob", world.amount(250), note: "tea")
        try alice.sync()
        _ = try alice.wallet.prove(name)
        let honest = try world.hub.image()
        // Another note, and a fresh tree over it that fits.
        try world.replaceBooks(honest) { books in
            try books.execute("DELETE FROM tree_tile; DELETE FROM tree_node; UPDATE entry SET time = time + 1")
        }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
        // The old tree over changed books.
        try world.replaceBooks(honest) { try $0.execute("UPDATE entry SET note = 'gold'") }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
        try world.replaceBooks(honest) { _ in }
        #expect(try alice.wallet.prove(name).size == 2)
    }

    @Test func aHubThatTakesEntriesBackIsCaught() throws {
        let world = try World()
        let alice = try world.person("alice", funds: 1_000)
        _ = try world.person("bob")
        let first = try alice.wallet.send(to: "bob", world.amount(250))
        try alice.sync()
        let before = try world.hub.image()
        let second = try alice.wallet.send(to: "bob", world.amount(1))
        try alice.sync()
        _ = try alice.wallet.prove(second)
        try world.replaceBooks(before) { _ in }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(first) }
    }

    /// What is in the ledger under the transfer's id, but not what was ordered.
    @Test func aHubThatBookedSomethingElseIsCaught() throws {
        let world = try World()
        let alice = try world.person("alice", funds: 1_000)
        _ = try world.person("bob")
        let name = try alice.wallet.send(to: "bob", world.amount(250), note: "tea")
        try alice.sync()
        try world.replaceBooks(try world.hub.image()) {
            try $0.execute(
                "DELETE FROM tree_tile; DELETE FROM tree_node; UPDATE posting SET amount = amount * 2 WHERE entry = 2")
        }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
    }
}
