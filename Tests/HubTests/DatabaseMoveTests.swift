// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import PostgreSQL
import SQL
import SQLite
import ServerSupport
import TestSupport
import Testing
import Tokens

/// A database that leaves its file for a server.
@Suite(.needsServer)
struct DatabaseMoveTests {
    /// A hub with something in most of its tables, and what its accounts held.
    private func filled(extraAccounts: Int = 0) throws -> (disk: HubOnDisk, alice: Session) {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.keyDays = 400 }
        let alice = try hub.account("alice", cents: 1_000)
        let bob = try hub.account("bob")
        let carol = try hub.account("carol")
        let root = try alice.buy(400)
        _ = try bob.redeem(try bob.receive(try units(0, 400), from: root))
        _ = try carol.redeem(try carol.receive(try units(100, 200), from: root))
        _ = try bob.send(150, to: "carol", note: "Grüße")
        if extraAccounts > 0 { _ = try hub.hub.openInBulk((0..<extraAccounts).map { "extra\($0)" }, each: dollars(5)) }
        hub.hub.close()
        return (disk, alice.session)
    }

    @Test func aMovedDatabaseIsTheSameAndTheHubGoesOnWithIt() throws {
        let (disk, session) = try filled()
        let address = try PrivateServer.shared.get().makeDatabase()
        let before = try disk.open().hub
        let audit = try before.audit()
        before.close()
        let report = try DatabaseMove(of: disk.directory, to: .server(address)) { _ in }.run()
        #expect(report.audit.isSound && report.audit.lines == audit.lines && report.rows > 20)
        #expect(try disk.directory.place() == .server(address))
        let hub = try disk.open()
        let alice = TestAccount(hub: hub, session: session)
        #expect(try alice.balance().balance == dollars(600))
        _ = try hub.account("dave", cents: 100)
        #expect(try hub.hub.audit().isSound)
        hub.hub.close()
        let error = #expect(throws: HubError.self) {
            try DatabaseMove(of: disk.directory, to: .server(address)) { _ in }.run()
        }
        #expect(error?.code == .notInitialised)
    }

    @Test func aTextThatNoServerKeepsIsNamedAndNothingIsMoved() throws {
        let (disk, _) = try filled()
        do {
            let database = try Database(path: disk.directory.database)
            try database.run("UPDATE entry SET note = ? WHERE note IS NOT NULL", [.text("a\u{0}b")])
        }
        let address = try PrivateServer.shared.get().makeDatabase()
        let error = #expect(throws: HubError.self) {
            try DatabaseMove(of: disk.directory, to: .server(address)) { _ in }.run()
        }
        #expect(error?.message.contains("note of id") == true && error?.message.contains("U+0000") == true)
        #expect(try disk.directory.place() == .file(disk.directory.database))
    }

    @Test func aServerWithAnotherDatabaseIsRefusedAndSoIsACopyThatWasTouched() throws {
        let (disk, _) = try filled()
        let other = try PrivateServer.shared.get().makeDatabase()
        _ = try TestHub(seed: 9, in: .server(other))
        #expect(throws: HubError.self) { try DatabaseMove(of: disk.directory, to: .server(other)) { _ in }.run() }
        #expect(try disk.directory.place() == .file(disk.directory.database))
        // A copy that was finished, but not switched to, and then changed by somebody.
        let address = try PrivateServer.shared.get().makeDatabase()
        let database = try File.read(disk.directory.database)
        _ = try DatabaseMove(of: disk.directory, to: .server(address)) { _ in }.run()
        try #require(unlinkFile(disk.directory.serverAddress))
        try File.write(database, to: disk.directory.database)
        try ServerDatabase(address).run("UPDATE entry SET note = 'x' WHERE note IS NOT NULL")
        let error = #expect(throws: HubError.self) {
            try DatabaseMove(of: disk.directory, to: .server(address)) { _ in }.run()
        }
        #expect(error?.code == .internalFault && error?.message.contains("entry") == true)
    }

    @Test func aMoveThatIsKilledStartsOverAndEndsTheSame() throws {
        let (disk, _) = try filled(extraAccounts: 3_000)
        let server = try PrivateServer.shared.get()
        let address = try server.makeDatabase()
        let words = ["migrate", "--directory", disk.directory.path, "--to", address.secretText]
        var kills = 0
        for delay in [60_000, 150_000, 300_000, 500_000, 700_000, 900_000] {
            guard case .killed = try Child("satchel-hub", words).finish(killingAfterMicroseconds: delay) else { break }
            kills += 1
            // Whichever database is named, it is whole.
            let hub = try disk.open()
            #expect(try hub.hub.audit().lines.count > 3_000)
            hub.hub.close()
        }
        #expect(kills > 0)
        if try disk.directory.place() == .file(disk.directory.database) {
            _ = try Child("satchel-hub", words).finish()
        }
        #expect(try disk.directory.place() == .server(address))
        let hub = try disk.open()
        let audit = try hub.hub.audit()
        #expect(audit.isSound && audit.lines.count > 3_000)
        hub.hub.close()
    }
}

private func unlinkFile(_ path: String) -> Bool { unlink(path) == 0 }
