// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import PostgreSQL
import ServerSupport
import TestSupport
import Testing

/// Copying a database on a server that serves, and making a hub of the copy, with the words of Documentation/Databases.md.
@Suite(.needsServer)
struct ServerBackupTests {
    /// A command as the page has it, with the files and databases of this test in place of the page's.
    private struct Advice {
        private let page: String

        init() throws {
            let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            page = String(
                decoding: try File.read(root.joined(separator: "/") + "/Documentation/Databases.md"), as: UTF8.self)
        }

        /// - Parameter beginning: the program and its first word.
        func words(of beginning: String, file: String, database: String) throws -> [String] {
            let place = try #require(page.firstRange(of: "\(beginning) ")).lowerBound
            let words = page[place...].prefix { $0 != "\"" && $0 != "\n" }
            return words.split(separator: " ").dropFirst().map { word in
                switch word {
                case "satchel": database
                case "--file=/var/backups/satchel-hub/satchel.sql": "--file=\(file)"
                default: String(word)
                }
            }
        }
    }

    @Test func theDrillOfAHubUnderLoad() throws {
        let server = try PrivateServer.shared.get()
        let address = try server.makeDatabase()
        let disk = try HubOnDisk(on: .server(address))
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 1_000_000)
        _ = try hub.account("bob")
        let held = try alice.buy(400)
        let advice = try Advice()
        // Where the server's programs may write, which do not run as root.
        let dumpFile = server.folder + "/database of a drill.sql"
        let dump = try advice.words(of: "pg_dump --schema=satchel", file: dumpFile, database: address.secretText)
        let scratch = try ScratchFolder()
        let keys = disk.directory.path + "/working.keys"
        let known = try PaymentLoad.run(on: hub, as: alice.proof) {
            _ = try server.run("pg_dump", dump)
            try scratch.write(try File.read(keys), to: "working.keys")
        }
        _ = try alice.redeem(held)
        hub.hub.close()

        // The machine and the server's database are gone; the copy is what there is.
        let fresh = try server.makeDatabase()
        _ = try server.run("psql", try advice.words(of: "psql -q", file: dumpFile, database: fresh.secretText))
        try scratch.write(Array((fresh.secretText + "\n").utf8), to: "hub.database")
        var configuration = HubConfiguration()
        configuration.passwordCost = .minimum
        let again = TestHub(
            hub: try Hub.open(
                directory: scratch.path, configuration: configuration, clock: disk.clock.clock, random: disk.random),
            clock: disk.clock, random: disk.random)
        try again.requireSoundLedger()
        // Whatever was acknowledged before the copy began is in it, under the same id, and is not done twice.
        #expect(known.count >= 100)
        alice.session = try again.caller.call(
            Routes.login, Credentials(username: "alice", password: "correct horse ecila"))
        let restored = TestAccount(hub: again, session: alice.session)
        let balance = try restored.balance()
        #expect(balance.balance.minorUnits <= 1_000_000 - 400 - Int64(known.count))
        for paid in known {
            let answer = try again.caller.call(Routes.send, paid.order, as: alice.proof)
            #expect(answer.transaction == paid.answer.transaction)
        }
        #expect(try restored.balance() == balance)
        // What happened after the copy can happen again: this is why Operating.md says what to do.
        #expect(try restored.redeem(held).credited == 400)
        try again.requireSoundLedger()
        again.hub.close()
    }
}
