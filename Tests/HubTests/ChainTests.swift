// SPDX-License-Identifier: MIT
import Hub
import HubAPI
import HubLedger
import HubStorage
import Money
import SQLite
import Testing
import Tokens

/// Postings that are found through themselves, however many there are.
@Suite struct ChainTests {
    /// A hub in which alice has more than two marks of postings.
    private func long(in place: StorePlace? = .memory()) throws -> (hub: TestHub, alice: TestAccount) {
        let hub = try TestHub(in: place, configure: longSessions)
        let alice = try hub.account("alice", cents: 100_000)
        let bob = try hub.account("bob", cents: 100_000)
        for round in 0..<300 {
            hub.clock.advance(seconds: 1)
            _ = try alice.send(Int64(round + 1), to: "bob")
            _ = try bob.send(1, to: "alice")
        }
        return (hub, alice)
    }

    @Test func aLongHistoryIsReadToItsBeginningInPagesOfAnySize() throws {
        let (hub, alice) = try long(in: nil)
        for limit in [1, 7, 100] {
            var found: [AccountTransaction] = []
            var cursor: String?
            repeat {
                let page = try alice.history(HistoryFilter(), limit: limit, before: cursor)
                found += page.items
                cursor = page.next
            } while cursor != nil
            #expect(found.count == 601 && Set(found.map(\.id)).count == 601)
            for (newer, older) in zip(found, found.dropFirst()) {
                #expect(try older.balanceAfter.adding(newer.amount) == newer.balanceAfter)
            }
        }
        // The index reads it from its beginning, from mark to mark.
        var filter = HistoryFilter()
        filter.direction = .outgoing
        #expect(try alice.history(filter, limit: 100).items.first?.amount == dollars(-300))
        filter.direction = nil
        filter.until = hub.clock.now.seconds
        #expect(try alice.history(filter, limit: 100).items.count == 100)
        try hub.requireSoundLedger()
    }

    /// The hub that goes on with a database to which something was done.
    private func changed(_ hub: TestHub, by sql: String) throws -> TestHub {
        var image = try hub.hub.image()
        let database = try Database(path: .inMemory)
        try database.restore(from: image.database)
        try database.execute(sql)
        image.database = try database.serialize()
        var configuration = HubConfiguration()
        longSessions(&configuration)
        let again = try Hub.inMemory(
            from: image, configuration: configuration, clock: hub.clock.clock, random: hub.random)
        return TestHub(hub: again, clock: hub.clock, random: hub.random)
    }

    @Test func anOldDatabaseIsBroughtIntoChainsAsItStands() throws {
        let (hub, alice) = try long()
        let before = try alice.history(HistoryFilter(), limit: 100).items
        let again = try changed(hub, by: Self.asTheyWere)
        let after = TestAccount(hub: again, session: alice.session)
        #expect(try after.history(HistoryFilter(), limit: 100).items == before)
        #expect(try again.hub.audit().lines == hub.hub.audit().lines)
        _ = try after.send(5, to: "bob")
        #expect(try after.history(HistoryFilter(), limit: 2).items.last == before.first)
        try again.requireSoundLedger()
    }

    @Test func aBrokenChainIsFound() throws {
        let (hub, _) = try long()
        try hub.requireSoundLedger()
        for spoiling in [
            "UPDATE posting SET previous = 0 WHERE number = 3",
            "UPDATE holding SET newest = newest - 1, postings = postings - 1 WHERE postings > 100",
            "DELETE FROM posting WHERE number = 2", "DELETE FROM posting_mark",
            "UPDATE posting SET entry = entry + 1000000 WHERE number = 1",
            "UPDATE posting SET amount = amount + 1, balance_after = balance_after + 1 WHERE number = 4",
            "DELETE FROM posting WHERE account = (SELECT max(account) FROM holding)",
            "PRAGMA foreign_keys = OFF; DELETE FROM holding WHERE postings > 100",
        ] {
            #expect(try !changed(hub, by: spoiling).hub.audit().isSound, "\(spoiling)")
        }
    }

    @Test func anEntryThatIsNotWholeIsFound() throws {
        let (hub, _) = try long()
        let newest = "(SELECT max(entry) FROM posting)"
        for spoiling in [
            "DELETE FROM posting WHERE entry = \(newest)",
            "DELETE FROM posting WHERE entry = \(newest) AND amount < 0",
            "UPDATE posting SET amount = amount + 1 WHERE entry = \(newest) AND amount > 0",
        ] {
            let findings = try changed(hub, by: spoiling).hub.audit().findings
            #expect(findings.contains { $0.rule == .unbalancedEntry }, "\(spoiling)")
        }
    }

    /// An operator's command of a newer program, beside the older one that serves.
    @Test func aServedDatabaseKeepsItsSchemaUntilTheServingProgramEnds() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        _ = try hub.account("alice", cents: 100)
        try disk.spoil(Self.asTheyWere)
        let database = try Database(path: disk.directory.database, readOnly: true)
        for _ in 1...2 {
            let error = #expect(throws: HubError.self) { try disk.open { $0.execution = .caller } }
            #expect(error?.code == .inUse)
            #expect(try database.schemaVersion() == 18)
        }
        hub.hub.close()
        let again = try disk.open { $0.execution = .caller }
        #expect(try database.schemaVersion() > 18)
        try again.requireSoundLedger()
        again.hub.close()
    }

    /// The tables as they were, with what is in them now.
    static let asTheyWere = """
        BEGIN;
        DROP VIEW ledger;
        ALTER TABLE ledger_account ADD COLUMN floor INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE ledger_account ADD COLUMN balance INTEGER NOT NULL DEFAULT 0;
        UPDATE ledger_account SET floor = h.floor, balance = h.balance FROM holding h WHERE h.account = ledger_account.id;
        CREATE TABLE old (
            account INTEGER NOT NULL REFERENCES ledger_account (id), entry INTEGER NOT NULL REFERENCES entry (id),
            amount INTEGER NOT NULL CHECK (amount <> 0), balance_after INTEGER NOT NULL, PRIMARY KEY (account, entry)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO old SELECT account, entry, amount, balance_after FROM posting ORDER BY account, entry;
        DROP TABLE posting;
        DROP TABLE posting_mark;
        DROP TABLE holding;
        ALTER TABLE old RENAME TO posting;
        CREATE INDEX posting_by_entry ON posting (entry, account);
        DROP INDEX bank_transaction_by_look;
        DROP INDEX bank_transaction_by_batch;
        DROP INDEX bank_transaction_by_whole;
        ALTER TABLE bank_transaction DROP COLUMN named;
        ALTER TABLE bank_transaction DROP COLUMN source;
        ALTER TABLE bank_transaction DROP COLUMN batch;
        ALTER TABLE bank_transaction DROP COLUMN whole;
        ALTER TABLE bank_transaction DROP COLUMN doubt;
        DROP INDEX payout_by_export;
        ALTER TABLE bank_transaction DROP COLUMN explained;
        ALTER TABLE bank_transaction DROP COLUMN orders;
        ALTER TABLE bank_transaction DROP COLUMN original;
        ALTER TABLE bank_export DROP COLUMN seen;
        ALTER TABLE fraud_case DROP COLUMN fund_from;
        ALTER TABLE fraud_case DROP COLUMN young_days;
        ALTER TABLE session DROP COLUMN scope;
        ALTER TABLE fraud_case DROP COLUMN fund_cap;
        ALTER TABLE fraud_case DROP COLUMN young_total;
        DROP TABLE device_pairing;
        DROP TABLE tunnel_peer;
        DROP TABLE tunnel;
        DROP TABLE app_password;
        PRAGMA user_version = 18;
        COMMIT;
        """
}
