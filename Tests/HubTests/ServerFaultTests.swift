// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import PostgreSQL
import SQL
import ServerSupport
import Synchronization
import Testing
import TestSupport
import Tokens

/// What a hub makes of the faults of its database server.
@Suite(.needsServer, .serialized)
struct ServerFaultTests {
    /// A hub that serves from a directory, with its database on a server.
    private final class Station: Sendable {
        let scratch: ScratchFolder
        let directory: HubDirectory
        let clock = ManualClock()
        let random: RandomSource
        let address: DatabaseAddress
        let replica: DatabaseAddress?

        init(seed: UInt64 = 1, on address: DatabaseAddress? = nil, replica: DatabaseAddress? = nil) throws {
            scratch = try ScratchFolder()
            directory = HubDirectory(scratch.path)
            random = seeded(seed)
            self.address = try address ?? PrivateServer.shared.get().makeDatabase()
            self.replica = replica
            try HubSetup.create(
                in: directory, on: .server(self.address, reading: replica), currency: usd,
                rootKey: P256.PrivateKey(random: random), clock: clock.clock, random: random)
        }

        /// The directory of another machine that may serve the same database.
        func standby() throws -> ScratchFolder {
            let other = try ScratchFolder()
            for name in ["working.keys", "hub.database"] {
                try other.write(try File.read("\(directory.path)/\(name)"), to: name)
            }
            return other
        }

        func open(at path: String? = nil, _ configure: (inout HubConfiguration) -> Void = { _ in }) throws -> TestHub {
            var configuration = HubConfiguration()
            configuration.passwordCost = .minimum
            // Whoever must understand a failure reads what the operator would have read.
            configuration.log = Log(.debug) { print("hub: \($0.text)") }
            configure(&configuration)
            let hub = try Hub.open(
                directory: path ?? directory.path, configuration: configuration, clock: clock.clock, random: random)
            return TestHub(hub: hub, clock: clock, random: random)
        }
    }

    /// The server is not made to prove them row by row, so the audit does.
    @Test func theAuditNamesReferencesThatLeadNowhere() throws {
        let station = try Station(seed: 30)
        let hub = try station.open()
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.send(150, to: "bob")
        #expect(try hub.hub.audit().isSound)
        let surgeon = try ServerDatabase(station.address)
        try surgeon.run("UPDATE entry SET recipient = 999999 WHERE recipient IS NOT NULL")
        try surgeon.run("UPDATE operation SET entry = 999998 WHERE entry IS NOT NULL")
        let findings = try hub.hub.audit().findings
        #expect(findings.contains { $0.rule == .entryAccountMissing })
        #expect(findings.contains(AuditFinding(.answerEntryMissing, "entry 999998")))
    }

    /// Ends every connection to the database but its own, as the server knows them.
    private static func endAll(_ address: DatabaseAddress, by signal: Int32? = nil) throws {
        let surgeon = try ServerDatabase(address)
        let victims = try surgeon.rows(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).map { try $0.int(0) }
        for victim in victims {
            if let signal {
                kill(pid_t(victim), signal)
            } else {
                _ = try surgeon.rows("SELECT pg_terminate_backend(?::int)", [.integer(victim)])
            }
        }
    }

    @Test func aBackendThatIsEndedInTheMiddleOfABatchChangesNothingAndTheNextBatchGoesOn() throws {
        let station = try Station()
        let address = station.address
        let trial = Atomic(-1)
        let wanted: [HubStep] = [.batchBegun, .jobApplied, .batchApplied]
        let hub = try station.open { configuration in
            configuration.onStep = { step in
                let number = trial.load(ordering: .relaxed)
                guard number >= 0, number < wanted.count, wanted[number] == step else { return }
                trial.store(-1, ordering: .relaxed)
                try Self.endAll(address)
            }
        }
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        var expected: Int64 = 10_000
        for number in wanted.indices {
            let id = alice.operation()
            trial.store(number, ordering: .relaxed)
            let code = refusal { _ = try alice.send(100, to: "bob", id: id) }
            // Ended before the batch has sent anything, the connection is simply made again.
            #expect(code == (number == 0 ? nil : .busy))
            _ = try alice.send(100, to: "bob", id: id)
            expected -= 100
            #expect(try alice.balance().balance == dollars(expected))
        }
        try hub.requireSoundLedger()
        hub.hub.close()
    }

    @Test func aServerThatCrashesLosesNothingThatWasAnswered() throws {
        let server = try PrivateServer()
        let station = try Station(on: try server.makeDatabase())
        let hub = try station.open()
        let alice = try hub.account("alice", cents: 10_000)
        _ = try hub.account("bob")
        let answered = Mutex<[SendOrder]>([])
        let orders = (0..<200).map { _ in
            SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(1), note: nil)
        }
        let proof = alice.proof
        concurrently(5) { thread in
            guard thread > 0 else {
                // However busy the machine is, something was answered before.
                for _ in 0..<10_000 where answered.withLock({ $0.isEmpty }) { usleep(1_000) }
                do {
                    try Self.endAll(station.address, by: SIGKILL)
                    usleep(50_000)
                    try? server.crash()
                    try server.start()
                } catch { Issue.record(error) }
                return
            }
            for order in orders[((thread - 1) * 50)..<(thread * 50)] {
                do {
                    _ = try HubCaller(hub.hub.pipe).call(Routes.send, order, as: proof)
                    answered.withLock { $0.append(order) }
                } catch {
                    // Refused or unknown: asked again below, under the same id.
                }
            }
        }
        #expect(answered.withLock { $0.count } > 0)
        for order in orders { _ = try hub.caller.call(Routes.send, order, as: alice.proof) }
        #expect(try alice.balance().balance == dollars(10_000 - 200))
        try hub.requireSoundLedger()
        hub.hub.close()
    }

    /// A crash at the very moment of COMMIT, both ways: the answer of the hub is what the database says.
    @Test(arguments: [false, true])
    func aCommitWhoseAnswerIsLostIsLookedUpBeforeAnybodyIsTold(isCommitted: Bool) throws {
        let station = try Station()
        let address = station.address
        let isDue = Atomic(false)
        let hub = try station.open { configuration in
            configuration.onStep = { step in
                guard step == .batchApplied, isDue.exchange(false, ordering: .relaxed) else { return }
                // A trigger that ends the backend inside COMMIT: before it is done, or just after.
                if !isCommitted { try Self.endAll(address) }
            }
        }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let id = alice.operation()
        if isCommitted {
            let relay = try CommitCutter(address)
            defer { withExtendedLifetime(relay) {} }
            // Its own hub, over the relay that swallows the answer.
            hub.hub.close()
            try File.write(Array(relay.text.utf8), to: station.directory.serverAddress)
            let second = try station.open()
            let again = TestAccount(hub: second, session: alice.session)
            relay.isArmed.store(true, ordering: .relaxed)
            _ = try again.send(100, to: "bob", id: id)
            #expect(relay.cuts.load(ordering: .relaxed) == 1)
            #expect(try again.balance().balance == dollars(900))
            try second.requireSoundLedger()
            second.hub.close()
        } else {
            isDue.store(true, ordering: .relaxed)
            #expect(refusal { _ = try alice.send(100, to: "bob", id: id) } == .busy)
            #expect(try alice.balance().balance == dollars(1_000))
            _ = try alice.send(100, to: "bob", id: id)
            #expect(try alice.balance().balance == dollars(900))
            hub.hub.close()
        }
    }

    /// As when a standby that was behind takes over: what the process remembers may be of accounts that are not there any more.
    @Test func aServerThatHasLostAcknowledgedChangesIsNotServedOn() throws {
        let station = try Station(seed: 31)
        let ended = Atomic(false)
        let hub = try station.open { $0.onReasonToEnd = { ended.store(true, ordering: .relaxed) } }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.send(100, to: "bob")
        let surgeon = try ServerDatabase(station.address)
        try surgeon.run("UPDATE writer_session SET batch = batch - 1 WHERE id = (SELECT epoch FROM writer)")
        #expect(refusal { _ = try alice.send(100, to: "bob") } == .busy)
        #expect(hub.hub.reasonToEnd?.contains("has lost changes that were acknowledged") == true)
        let isTold = ended.load(ordering: .relaxed)
        #expect(isTold)
        #expect(refusal { _ = try alice.send(100, to: "bob") } == .busy)
        hub.hub.close()
        // A fresh process takes the database as it is.
        let next = try station.open()
        _ = try TestAccount(hub: next, session: alice.session).send(100, to: "bob")
        #expect(next.hub.reasonToEnd == nil)
        try next.requireSoundLedger()
        next.hub.close()
    }

    @Test func aSecondWriterIsRefusedUntilItTakesOverAndThenTheFirstOneIs() throws {
        let station = try Station()
        let first = try station.open()
        let alice = try first.account("alice", cents: 1_000)
        _ = try first.account("bob")
        let other = try station.standby()
        #expect(throws: HubError.self) { try station.open(at: other.path) }
        _ = try alice.send(100, to: "bob")
        let second = try station.open(at: other.path) { $0.takesOver = true }
        #expect(refusal { _ = try alice.send(100, to: "bob") } == .busy)
        #expect(first.hub.reasonToEnd == "Another process has taken over this database.")
        #expect(second.hub.reasonToEnd == nil)
        // It may still read, and what it reads is of this moment.
        _ = try TestAccount(hub: second, session: alice.session).send(300, to: "bob")
        #expect(try alice.balance().balance == dollars(600))
        try second.requireSoundLedger()
        first.hub.close()
        second.hub.close()
        // Both gone, nothing is in the way.
        try station.open().hub.close()
    }

    /// What the newest step has changed, as it was before.
    private static let beforeTheNewestStep = """
        DROP TABLE device_pairing;
        UPDATE schema_version SET version = version - 1;
        """

    @Test func aNewerProgramChangesTheSchemaOnlyWhenNobodyServesOrItTakesOver() throws {
        let station = try Station()
        let first = try station.open()
        let alice = try first.account("alice", cents: 1_000)
        _ = try first.account("bob")
        // An older program would not ask for the table of the newest step; nothing here lists devices.
        _ = try alice.balance()
        let other = try station.standby()
        let surgeon = try ServerDatabase(station.address)
        let version = try surgeon.schemaVersion()
        try surgeon.execute(Self.beforeTheNewestStep)
        for execution in [HubConfiguration.Execution.threads, .caller] {
            let error = #expect(throws: HubError.self) {
                try station.open(at: other.path) { $0.execution = execution }
            }
            #expect(error?.code == .inUse)
            let advice = execution == .threads ? "--take-over" : "must upgrade the database first"
            #expect(error?.message.contains(advice) == true, "\(error?.message ?? "")")
            #expect(try surgeon.schemaVersion() == version - 1)
        }
        _ = try alice.send(100, to: "bob")
        let second = try station.open(at: other.path) { $0.takesOver = true }
        #expect(try surgeon.schemaVersion() == version)
        #expect(refusal { _ = try alice.send(100, to: "bob") } == .busy)
        try second.requireSoundLedger()
        first.hub.close()
        second.hub.close()
        try surgeon.execute(Self.beforeTheNewestStep)
        let third = try station.open { $0.execution = .caller }
        #expect(try surgeon.schemaVersion() == version)
        third.hub.close()
        // It holds nothing that would keep the next one from serving.
        try station.open().hub.close()
    }

    @Test func aWriterThatIsStuckInABatchIsPassedAndItsBatchDidNotHappen() throws {
        let station = try Station()
        let isDue = Atomic(false)
        let isStuck = Atomic(false)
        let mayGoOn = Atomic(false)
        let first = try station.open { configuration in
            configuration.onStep = { step in
                guard step == .batchApplied, isDue.exchange(false, ordering: .relaxed) else { return }
                isStuck.store(true, ordering: .relaxed)
                while !mayGoOn.load(ordering: .relaxed) { usleep(1_000) }
            }
        }
        let alice = try first.account("alice", cents: 1_000)
        _ = try first.account("bob")
        let other = try station.standby()
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(100), note: nil)
        let proof = alice.proof
        isDue.store(true, ordering: .relaxed)
        concurrently(2) { thread in
            guard thread == 1 else {
                let code = refusal { _ = try HubCaller(first.hub.pipe).call(Routes.send, order, as: proof) }
                #expect(code == .busy)
                return
            }
            do {
                while !isStuck.load(ordering: .relaxed) { usleep(1_000) }
                let second = try station.open(at: other.path) { $0.takesOver = true }
                let answer = try second.caller.call(Routes.send, order, as: proof)
                #expect(answer.transaction.balanceAfter == dollars(900))
                mayGoOn.store(true, ordering: .relaxed)
                second.hub.close()
            } catch {
                mayGoOn.store(true, ordering: .relaxed)
                Issue.record(error)
            }
        }
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .busy)
        #expect(first.hub.reasonToEnd != nil)
        #expect(try alice.balance().balance == dollars(900))
        first.hub.close()
    }

    @Test func aServingProcessThatAnotherHasTakenOverRefusesAndEnds() throws {
        let station = try Station()
        let serving = try Child("satchel-hub", ["serve", "--directory", station.directory.path, "--port", "0"])
        let url = try #require(serving.firstLine())
        let client = Mutex(try Client(timeoutSeconds: 20))
        let caller = HubCaller { request in try client.withLock { try $0.send(request, to: url) } }
        _ = try caller.call(Routes.register, Credentials(username: "alice", password: "correct horse"))
        let other = try station.standby()
        let words = ["serve", "--directory", other.path, "--port", "0"]
        guard case .broken = try Child("satchel-hub", words).finish() else {
            Issue.record("A second process serves the same database.")
            return
        }
        let second = try Child("satchel-hub", words + ["--take-over"])
        let secondURL = try #require(second.firstLine())
        let bob = Credentials(username: "bob", password: "correct horse")
        #expect(refusal { _ = try caller.call(Routes.register, bob) } == .busy)
        let secondCaller = HubCaller { request in try client.withLock { try $0.send(request, to: secondURL) } }
        _ = try secondCaller.call(Routes.register, bob)
        for _ in 0..<100 where !serving.isDead { usleep(100_000) }
        #expect(serving.isDead && !second.isDead)
        _ = second.end()
    }

    @Test func anOperatorsChangeComesBetweenTwoBatchesOfTheServingHub() throws {
        let station = try Station()
        let serving = try station.open()
        let alice = try serving.account("alice", cents: 1_000)
        _ = try serving.account("bob")
        let proof = alice.proof
        let orders = (0..<100).map { _ in
            SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(1), note: nil)
        }
        concurrently(3) { thread in
            do {
                if thread == 0 {
                    let beside = try station.open { $0.execution = .caller }
                    for _ in 0..<20 { _ = try beside.hub.topUp(.account("alice"), dollars(10)) }
                    beside.hub.close()
                } else {
                    for order in orders[((thread - 1) * 50)..<(thread * 50)] {
                        _ = try HubCaller(serving.hub.pipe).call(Routes.send, order, as: proof)
                    }
                }
            } catch { Issue.record(error) }
        }
        #expect(try alice.balance().balance == dollars(1_000 + 200 - 100))
        try serving.requireSoundLedger()
        serving.hub.close()
    }

    @Test func aReplicaAnswersWhatMayLagAndThePrimaryWhatMayNot() throws {
        let primary = try PrivateServer()
        let address = try primary.makeDatabase()
        do {
            // The tables must be there before the replica stops following.
            let station = try Station(on: address)
            let hub = try station.open()
            _ = try hub.account("alice", cents: 1_000)
            _ = try hub.account("bob")
            hub.hub.close()
            let replica = try primary.makeReplica(behind: "1h")
            let text = "\(address.secretText)\n\(try replica.address(of: "t1").secretText)"
            try File.write(Array(text.utf8), to: station.directory.serverAddress)
            let both = try station.open()
            let login = Credentials(username: "alice", password: "correct horse ecila")
            let alice = TestAccount(hub: both, session: try both.caller.call(Routes.login, login))
            let before = try both.hub.audit().entries
            _ = try alice.send(300, to: "bob")
            #expect(try alice.balance().balance == dollars(700))
            let page = try both.caller.call(Routes.transactions, Nothing(), as: alice.proof)
            #expect(page.items.first?.amount == dollars(-300))
            // The audit reads the replica, which has not seen the transfer and is sound all the same.
            let audit = try both.hub.audit()
            #expect(audit.entries == before && audit.isSound)
            // What is signed about the ledger is of this moment: an older head would look like entries taken back.
            let state = try both.caller.call(Routes.ledgerState, Nothing(), as: alice.proof)
            #expect(try LedgerHead(decoding: state.head.bytes).size == UInt64(before) + 1)
            both.hub.close()
        }
    }

    // MARK: - Servers that take no changes

    /// What a client is told of a change that a read-only server does not take.
    private static func requireReadOnly(_ body: () throws -> Void) {
        let problem = #expect(throws: HubProblem.self) { try body() }
        #expect(problem?.status == 503 && problem?.details["retryAfter"] != nil)
        #expect(
            problem?.message == "The hub's database is read-only at the moment. Nothing was changed; try again later.")
    }

    /// What `/readyz` answers.
    private static func ready(_ hub: TestHub) -> (status: Int?, text: String) {
        let response = hub.hub.answerMachine(
            Request(method: .get, path: "/readyz"), showsMetrics: false, load: { nil })
        return (response?.status, String(decoding: response?.body ?? [], as: UTF8.self))
    }

    private static func wait(until isTrue: () throws -> Bool) throws {
        for _ in 0..<5_000 {
            if try isTrue() { return }
            usleep(1_000)
        }
        Issue.record("What was waited for never came.")
    }

    /// For each session of the server, whenever it was opened.
    private static func setReadOnly(_ isReadOnly: Bool, _ address: DatabaseAddress) throws {
        let surgeon = try ServerDatabase(address)
        try surgeon.execute("ALTER SYSTEM SET default_transaction_read_only = \(isReadOnly ? "on" : "off")")
        _ = try surgeon.rows("SELECT pg_reload_conf()")
    }

    /// R2: a standby that is not promoted yet, as far as a client can tell.
    @Test func aServerThatIsMadeReadOnlyIsSaidAndTheHubGoesOnByItselfAfterwards() throws {
        let server = try PrivateServer()
        defer { withExtendedLifetime(server) {} }
        let station = try Station(seed: 40, on: try server.makeDatabase())
        let lines = Mutex<[String]>([])
        let hub = try station.open { $0.log = Log(.debug) { record in lines.withLock { $0.append(record.text) } } }
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        #expect(Self.ready(hub).status == 200)
        try Self.setReadOnly(true, station.address)
        try Self.wait { Self.ready(hub).status == 503 }
        #expect(Self.ready(hub).text.contains("The database server is read-only."))
        let id = alice.operation()
        for _ in 0..<2 { Self.requireReadOnly { _ = try alice.send(100, to: "bob", id: id) } }
        Self.requireReadOnly { _ = try hub.account("carol") }
        let login = Credentials(username: "alice", password: "correct horse ecila")
        Self.requireReadOnly { _ = try hub.caller.call(Routes.login, login) }
        #expect(lines.withLock { $0.contains { $0.contains("switch default_transaction_read_only off") } })
        // What needs no write goes on.
        #expect(try alice.balance().balance == dollars(1_000))
        #expect(try hub.caller.call(Routes.transactions, Nothing(), as: alice.proof).items.count == 1)
        // A hub that is started now says why it cannot be.
        let other = try station.standby()
        let error = #expect(throws: SQLError.self) { try station.open(at: other.path) }
        #expect(error?.code == .readOnly && error?.message.contains("The server takes no changes") == true)

        try Self.setReadOnly(false, station.address)
        try Self.wait { Self.ready(hub).status == 200 }
        #expect(try alice.send(100, to: "bob", id: id).balance.balance == dollars(900))
        #expect(hub.hub.reasonToEnd == nil)
        try hub.requireSoundLedger()
    }

    /// What an operator looks at needs no change of the database; what changes it says what to do.
    @Test func anOperatorsCommandsLookAtAServerThatIsReadOnly() throws {
        let server = try PrivateServer()
        defer { withExtendedLifetime(server) {} }
        let station = try Station(seed: 45, on: try server.makeDatabase())
        let hub = try station.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.send(100, to: "bob")
        hub.hub.close()
        try Self.setReadOnly(true, station.address)
        try Self.wait { try !ServerDatabase(station.address).takesChanges() }

        let looking = try station.open { $0.execution = .caller }
        defer { looking.hub.close() }
        #expect(try looking.hub.audit().isSound)
        #expect(try !looking.hub.auditLog(AuditLogQuery()).items.isEmpty)
        #expect(try looking.hub.accounts().items.map(\.username) == ["alice", "bob"])
        func refused(_ body: () throws -> Void) {
            let error = #expect(throws: (any Error).self) { try body() }
            #expect("\(error as Any)".contains("read-only") || "\(error as Any)".contains("takes no changes"))
        }
        refused { _ = try looking.hub.topUp(.account("bob"), dollars(5)) }
        // Also when the server takes changes again meanwhile: this process is not among those that take turns.
        try Self.setReadOnly(false, station.address)
        try Self.wait { try ServerDatabase(station.address).takesChanges() }
        refused { _ = try looking.hub.topUp(.account("bob"), dollars(5)) }
        let writing = try station.open { $0.execution = .caller }
        defer { writing.hub.close() }
        _ = try writing.hub.topUp(.account("bob"), dollars(5))
        try writing.requireSoundLedger()
    }

    /// It would be told again each second.
    @Test func aMerchantsServerIsNotToldWhatCannotBeNoted() throws {
        let server = try PrivateServer()
        defer { withExtendedLifetime(server) {} }
        let station = try Station(seed: 43, on: try server.makeDatabase())
        let hub = try station.open {
            $0.execution = .caller
            $0.allowsLoopbackWebhooks = true
        }
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        let shop = try hub.account("shop")
        try hub.hub.setMerchant("shop", name: "Corner Shop")
        let told = Mutex(0)
        let receiver = try Server(address: "127.0.0.1") { _, respond in
            told.withLock { $0 += 1 }
            respond(Response(status: 200))
        }
        defer { receiver.stop() }
        let order = WebhookOrder(id: shop.operation(), url: "http://127.0.0.1:\(receiver.port)/paid")
        _ = try hub.caller.call(Routes.setWebhook, order, as: shop.proof)
        _ = try alice.send(100, to: "shop")
        try Self.setReadOnly(true, station.address)
        try Self.wait { Self.ready(hub).status == 503 }
        for _ in 0..<2 { #expect(try hub.hub.deliverWebhooks() == 0) }
        #expect(told.withLock { $0 } == 0)
        try Self.setReadOnly(false, station.address)
        try Self.wait { Self.ready(hub).status == 200 }
        #expect(try hub.hub.deliverWebhooks() == 1)
        #expect(told.withLock { $0 } == 1)
    }

    /// A setting of a database holds for connections that are opened after it was made.
    @Test func aDatabaseThatWasReadOnlyWhenTheHubConnectedIsConnectedToAgain() throws {
        let server = try PrivateServer()
        defer { withExtendedLifetime(server) {} }
        let station = try Station(seed: 41, on: try server.makeDatabase())
        let hub = try station.open()
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        func set(_ value: String) throws {
            let surgeon = try ServerDatabase(station.address)
            try surgeon.execute("SET default_transaction_read_only = off")
            try surgeon.execute("ALTER DATABASE t1 SET default_transaction_read_only = \(value)")
        }
        try set("on")
        try Self.endAll(station.address)
        let id = alice.operation()
        Self.requireReadOnly { _ = try alice.send(100, to: "bob", id: id) }
        #expect(Self.ready(hub).status == 503)
        try set("off")
        #expect(try alice.send(100, to: "bob", id: id).balance.balance == dollars(900))
        #expect(Self.ready(hub).status == 200)
        try hub.requireSoundLedger()
    }

    @Test func aStandbyIsReadFromAndIsWrittenToOnceItIsPromoted() throws {
        let primary = try PrivateServer()
        let first = try primary.makeDatabase()
        let replica = try primary.makeReplica(behind: "0")
        defer { withExtendedLifetime((primary, replica)) {} }
        let second = try replica.address(of: "t1")
        let both = try DatabaseAddress("postgresql://satchel@/t1?host=\(primary.folder),\(replica.folder)")
        let station = try Station(seed: 42, on: both)
        let hub = try station.open()
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        _ = try alice.send(100, to: "bob")
        let written = try ServerDatabase(first).row("SELECT pg_current_wal_lsn()::text")?.text(0)
        try Self.wait {
            let row = try ServerDatabase(second, readOnly: true).row(
                "SELECT pg_last_wal_replay_lsn() >= ?::pg_lsn", [.optional(written)])
            return try row?.bool(0) == true
        }
        try primary.crash()
        let id = alice.operation()
        for _ in 0..<2 { Self.requireReadOnly { _ = try alice.send(100, to: "bob", id: id) } }
        #expect(Self.ready(hub).status == 503)
        #expect(try alice.balance().balance == dollars(900))
        _ = try ServerDatabase(second).rows("SELECT pg_promote()")
        #expect(try alice.send(100, to: "bob", id: id).balance.balance == dollars(800))
        #expect(Self.ready(hub).status == 200 && hub.hub.reasonToEnd == nil)
        try hub.requireSoundLedger()
    }

    @Test func aDatabaseOnAServerBelongsToOneHub() throws {
        let station = try Station()
        #expect(throws: HubError.self) { _ = try Station(seed: 2, on: station.address) }
    }
}
