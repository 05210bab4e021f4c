// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import HTTP
import Hub
import HubAPI
import Keys
import SQLite
import TestSupport
import Testing
import Tokens
import Wallet

/// Rows of a hub that was refused, put back into the file by a program that can write it and cannot open it.
struct OldRowTests {
    private let economy: TestEconomy
    private let other: TestEconomy

    init() throws { (economy, other) = (try TestEconomy(), try TestEconomy(seed: 5)) }

    private func rows(_ table: String, of database: Database) throws -> [(id: Int64, payload: [UInt8])] {
        try database.rows("SELECT id, payload FROM \(table) ORDER BY id", []).map { (try $0.int(0), try $0.blob(1)) }
    }

    /// A wallet whose candidate, another hub, has learned keys; its file as that hub left it; and then the right hub.
    private func joinedAfterACandidate() throws -> (wallet: Person, before: Database) {
        let anna = try Person("anna", economy: economy)
        let handle = other.hub.handle
        let impostor = try Server(
            address: "127.0.0.1", port: 0, credentials: try economy.hub.channelCredentials()
        ) { request, respond in handle(request, respond) }
        defer { impostor.stop() }
        let environment = Wallet.Environment(
            place: .memory(anna.database), epochs: anna.epochs, clock: economy.time.clock, random: economy.random,
            connect: { try HubConnection.open($0, trusting: $1, timeoutSeconds: 20) }, passphraseCost: .minimum)
        let wallet = try Wallet.open(environment, .vaultKey(anna.vaultKey))
        let link = HubDescription(
            url: "https://127.0.0.1:\(impostor.port)", rootKey: other.hub.rootKey, isProvedByRoot: true)
        #expect(try !wallet.join(link).isJoined)
        let before = try Database(path: .inMemory)
        try before.restore(from: try anna.image())
        try anna.reopen()
        #expect(try anna.wallet.join(economy.description) == .joined)
        try anna.wallet.register(username: "anna", password: "lantern river 4827")
        return (anna, before)
    }

    @Test func anAnnouncementOfARefusedHubDoesNotOpenForTheNext() throws {
        let (anna, before) = try joinedAfterACandidate()
        try anna.sync()
        let old = try rows("announcement", of: before)
        let present = try rows("announcement", of: anna.database)
        #expect(!old.isEmpty && !present.isEmpty)
        #expect(Set(old.map(\.id)).isDisjoint(with: present.map(\.id)))
        try anna.database.run(
            "INSERT INTO announcement (id, state, payload) VALUES (?, 0, ?)",
            [.integer(old[0].id), .blob(old[0].payload)])
        try anna.reopen()
        refuses(.damaged) { try anna.wallet.request(economy.amount(100)) }

        try anna.database.run("DELETE FROM announcement WHERE id = ?", [.integer(old[0].id)])
        try anna.reopen()
        try anna.sync()
    }

    @Test func aSessionIsNotSentToAHubThatWasPutBack() throws {
        let (anna, before) = try joinedAfterACandidate()
        let hub = try #require(try rows("setting", of: before).first { $0.id == 1 })
        try anna.database.run("UPDATE setting SET payload = ? WHERE id = 1", [.blob(hub.payload)])
        try anna.reopen()
        #expect(try anna.wallet.hub?.rootKey == other.hub.rootKey)
        refuses(.damaged) { try anna.wallet.isLoggedIn }
    }

    /// Seals the rows as versions up to 7 did, for the store alone.
    private func age(_ anna: Person) throws {
        let owner = HubID(rootKey: economy.hub.rootKey).bytes
        for (number, row) in try rows("announcement", of: anna.database).enumerated() {
            let plain = try anna.vaultKey.open(row.payload, table: "announcement", row: row.id, of: owner)
            let id = Int64(number + 1)
            let payload = try anna.vaultKey.seal(plain, table: "announcement", row: id, random: economy.random)
            try anna.database.run(
                "UPDATE announcement SET id = ?, payload = ? WHERE id = ?",
                [.integer(id), .blob(payload), .integer(row.id)])
        }
        let session = try #require(try rows("setting", of: anna.database).first { $0.id == 2 })
        let plain = try anna.vaultKey.open(session.payload, table: "setting", row: 2, of: owner)
        let payload = try anna.vaultKey.seal(plain, table: "setting", row: 2, random: economy.random)
        try anna.database.run("UPDATE setting SET payload = ? WHERE id = 2", [.blob(payload)])
        try anna.database.execute("DROP TABLE account_entry; PRAGMA user_version = 7")
    }

    @Test func aStoreOfAnEarlierVersionKeepsItsKeysAndItsSession() throws {
        let anna = try economy.person("anna")
        let count = try rows("announcement", of: anna.database).count
        try age(anna)
        try anna.reopen()
        #expect(try anna.database.schemaVersion() == 11)
        #expect(try rows("announcement", of: anna.database).count == count)
        #expect(try anna.wallet.isLoggedIn)
        try anna.sync()
    }

    @Test func anEarlierVersionsRowOfAnotherHubIsDroppedWhenTheStoreIsBrought() throws {
        let (anna, before) = try joinedAfterACandidate()
        try age(anna)
        let foreign = try #require(try rows("announcement", of: before).first)
        let owner = HubID(rootKey: other.hub.rootKey).bytes
        let plain = try anna.vaultKey.open(foreign.payload, table: "announcement", row: foreign.id, of: owner)
        let payload = try anna.vaultKey.seal(plain, table: "announcement", row: 1, random: economy.random)
        try anna.database.run("UPDATE announcement SET payload = ? WHERE id = 1", [.blob(payload)])
        let count = try rows("announcement", of: anna.database).count
        try anna.reopen()
        #expect(try rows("announcement", of: anna.database).count == count - 1)
        try anna.sync()
        #expect(try rows("announcement", of: anna.database).count == count, "the hub tells its own key again")
    }
}
