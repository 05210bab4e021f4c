// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import SQLite
import Testing
import Tokens
import Wallet

@Suite struct LedgerProofTests {
    @Test func aTransferIsProvedToBeInTheHubsLedger() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        let name = try alice.wallet.send(to: "bob", economy.amount(250), note: "tea").description
        #expect(throws: WalletError.self) { try alice.wallet.prove(name) }
        try alice.sync()
        let proved = try alice.wallet.prove(name)
        #expect(proved.amount == "-2.50" && proved.balanceAfter == "7.50" && proved.currency == "USD")
        #expect(proved.counterpart == "bob" && proved.note == "tea")
        #expect(proved.position == 1 && proved.size == 2 && proved.sizeBefore == 2)
        let second = try alice.wallet.send(to: "bob", economy.amount(1)).description
        try alice.sync()
        #expect(try alice.wallet.prove(second).sizeBefore == 3)
        // By the hub's own name too, which is the order's id.
        #expect(try alice.wallet.prove(proved.id) == alice.wallet.prove(name))
        #expect(try alice.wallet.activity(named: name)?.note == "tea")
    }

    @Test func aHubThatRewritesItsLedgerIsCaught() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        let name = try alice.wallet.send(to: "bob", economy.amount(250), note: "tea").description
        try alice.sync()
        _ = try alice.wallet.prove(name)
        let honest = try economy.hub.image()
        // Another note, and a fresh tree over it that fits.
        try economy.replaceDatabase(honest, Self.fork)
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
        // The old tree over changed rows.
        try economy.replaceDatabase(honest) { try $0.execute("UPDATE entry SET note = 'gold'") }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
        try economy.replaceDatabase(honest) { _ in }
        #expect(try alice.wallet.prove(name).size == 2)
    }

    @Test func aHubThatTakesEntriesBackIsCaught() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        let first = try alice.wallet.send(to: "bob", economy.amount(250)).description
        try alice.sync()
        let before = try economy.hub.image()
        let second = try alice.wallet.send(to: "bob", economy.amount(1)).description
        try alice.sync()
        _ = try alice.wallet.prove(second)
        try economy.replaceDatabase(before) { _ in }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(first) }
    }

    @Test func eachSyncFollowsTheLedgerAndKeepsBothHeadsOfAHubThatForksIt() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        #expect(try alice.wallet.ledger().newest?.size == 1)
        _ = try alice.wallet.send(to: "bob", economy.amount(250), note: "tea")
        #expect(try alice.sync().outcome(of: .ledger) == .idle)
        let seen = try #require(try alice.wallet.ledger().newest)
        #expect(seen.size == 2)
        let honest = try economy.hub.image()
        try economy.replaceDatabase(honest, Self.fork)
        for _ in 0..<2 {
            let report = try alice.wallet.sync()
            guard case .failed(.error(let error)) = report.outcome(of: .ledger) else {
                Issue.record("A forked ledger went unnoticed: \(report.outcomes)")
                return
            }
            #expect(error.code == .rewrittenLedger && error.message.contains("satchel ledger show"))
            // All the rest is done as ever, so that the hub hears of every payment.
            #expect(report.outcome(of: .balance) == .idle && report.failure?.code == .rewrittenLedger)
        }
        let forks = try alice.wallet.ledger().forks
        #expect(forks.count == 1 && forks[0].before == seen)
        // Both are of one size: with the hub's announced keys anybody sees that it signed two ledgers.
        #expect(forks[0].after.size == seen.size && forks[0].after.root != seen.root)
        try alice.reopen()
        #expect(try alice.wallet.ledger().forks == forks)
        // The old database again: nothing to complain of, and the evidence stays.
        try economy.replaceDatabase(honest) { _ in }
        try alice.sync()
        #expect(try alice.wallet.ledger().forks == forks)
    }

    /// Over a slow line the age of what is kept says when to ask again.
    @Test func aLaterStatementOfTheSameLedgerIsKept() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        try alice.sync()
        let first = try #require(try alice.wallet.ledger().newest)
        economy.time.advance(seconds: 3_600)
        try alice.sync()
        let second = try #require(try alice.wallet.ledger().newest)
        #expect(second.size == first.size && second.root == first.root)
        #expect(second.time == first.time.adding(seconds: 3_600))
    }

    @Test func whoBelievesTheOperatorGoesOnWithTheLedgerAsItIs() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        let copy = try economy.hub.image()
        _ = try alice.wallet.send(to: "bob", economy.amount(250))
        try alice.sync()
        try economy.replaceDatabase(copy) { _ in }
        #expect(try alice.wallet.sync().failure?.code == .rewrittenLedger)
        try alice.wallet.acceptLedger()
        #expect(try alice.sync().outcome(of: .ledger) == .idle)
        let known = try alice.wallet.ledger()
        #expect(known.newest?.size == 1 && known.forks.count == 1 && known.forks[0].before.size == 2)
    }

    @Test func twoWalletsThatAreShownDifferentLedgersFindOutByComparing() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        let bob = try economy.person("bob")
        _ = try alice.wallet.send(to: "bob", economy.amount(250))
        let honest = try economy.hub.image()
        try alice.sync()
        let hers = Hex.encode(try #require(try alice.wallet.ledger().newest).encoded)
        try bob.wallet.checkLedger(against: hers)
        // From here on whoever comes is shown another ledger.
        let image = try economy.hub.image()
        try economy.replaceDatabase(honest, Self.fork)
        let cara = try economy.person("cara")
        let others = Hex.encode(try #require(try cara.wallet.ledger().newest).encoded)
        refuses(.rewrittenLedger) { try cara.wallet.checkLedger(against: hers) }
        try economy.replaceDatabase(image) { _ in }
        try alice.sync()
        refuses(.rewrittenLedger) { try alice.wallet.checkLedger(against: others) }
        refuses(.badDocument) { try alice.wallet.checkLedger(against: "8358") }
        // What another hub signed says nothing about this one.
        let stranger = try TestEconomy(seed: 2).person("dora", funds: 5)
        let foreign = Hex.encode(try #require(try stranger.wallet.ledger().newest).encoded)
        #expect(throws: WalletError.self) { try alice.wallet.checkLedger(against: foreign) }
        #expect(try alice.wallet.ledger().forks.count == 1)
    }

    /// Another time of all entries, and a fresh tree over them that fits.
    private static func fork(_ database: Database) throws {
        try database.execute("DELETE FROM tree_tile; DELETE FROM tree_node; UPDATE entry SET time = time + 1")
    }

    /// What is in the ledger under the transfer's id, but not what was ordered.
    @Test func aHubThatBookedSomethingElseIsCaught() throws {
        let economy = try TestEconomy()
        let alice = try economy.person("alice", funds: 1_000)
        _ = try economy.person("bob")
        let name = try alice.wallet.send(to: "bob", economy.amount(250), note: "tea").description
        try alice.sync()
        try economy.replaceDatabase(try economy.hub.image()) {
            try $0.execute(
                "DELETE FROM tree_tile; DELETE FROM tree_node; UPDATE posting SET amount = amount * 2 WHERE entry = 2")
        }
        refuses(.rewrittenLedger) { _ = try alice.wallet.prove(name) }
    }
}
