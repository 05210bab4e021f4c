// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import FoundationEssentials
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Synchronization
import Testing
import TestSupport
import Tokens

@Suite struct DurabilityTests {
    @Test func manyThreadsShareCommitsAndEachGetsItsOwnAnswer() throws {
        let disk = try HubOnDisk()
        let isHeld = Mutex(false)
        let commits = Mutex(0)
        let hub = try disk.open {
            $0.onStep = { step in
                // The first batch waits until everything else is queued.
                while step == .batchBegun, isHeld.withLock({ $0 }) { usleep(200) }
                if step == .batchCommitted { commits.withLock { $0 += 1 } }
            }
        }
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        let orders = (0..<400).map { number in
            SendOrder(
                id: alice.operation(), recipient: "bob", amount: dollars(Int64(number % 7 + 1)), note: "\(number)")
        }
        let proof = alice.proof
        let answers = Mutex<[Int: Response]>([:])
        commits.withLock { $0 = 0 }
        isHeld.withLock { $0 = true }
        concurrently(8) { thread in
            for index in (thread * 50)..<(thread * 50 + 50) {
                do {
                    var request = Request(
                        method: .post, path: Routes.send.path, body: try Wire.encode(orders[index]))
                    proof.prove(&request, for: .signed)
                    hub.hub.handle(request) { answer in answers.withLock { $0[index] = answer } }
                } catch {
                    Issue.record(error)
                }
            }
        }
        #expect(answers.withLock { $0.isEmpty })
        isHeld.withLock { $0 = false }
        while answers.withLock({ $0.count }) < orders.count { usleep(200) }
        for (index, answer) in answers.withLock({ $0 }) {
            let sent = try Wire.decode(SendAnswer.self, from: answer.body).transaction
            #expect(sent.id == orders[index].id.description && sent.note == orders[index].note)
        }
        // What the writer took at once, and all the rest.
        #expect(commits.withLock { $0 } <= 2)
        let sum = orders.reduce(0) { $0 + $1.amount.minorUnits }
        #expect(try alice.balance().balance == dollars(100_000 - sum))
        try hub.requireSoundLedger()
        hub.hub.close()
    }

    /// Its beginning is written again and again; were it not moved it would be ten times as long.
    @Test func theLogStaysShortWhileManyPay() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.logPages = 128 }
        _ = try hub.account("bob")
        let payers = try (0..<8).map { try hub.account("payer\($0)", cents: 1_000) }
        let orders = payers.map { payer in
            (0..<200).map { _ in SendOrder(id: payer.operation(), recipient: "bob", amount: dollars(1), note: nil) }
        }
        let (proofs, pipe) = (payers.map(\.proof), hub.hub.pipe)
        concurrently(8) { thread in
            do {
                for order in orders[thread] { _ = try HubCaller(pipe).call(Routes.send, order, as: proofs[thread]) }
            } catch {
                Issue.record(error)
            }
        }
        let length = try FileManager.default.attributesOfItem(atPath: disk.directory.database + "-wal")[.size] as? Int
        #expect(try #require(length) < 12 << 20, "\(length ?? 0)")
        try hub.requireSoundLedger()
        hub.hub.close()
        let again = try disk.open()
        #expect(try again.hub.audit().isSound)
        #expect(try again.hub.audit().lines.first { $0.account == "user bob" }?.balance == dollars(1_600))
        again.hub.close()
    }

    @Test func twoThreadsWithTheSameIdMoveMoneyOnce() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(100), note: nil)
        let proof = alice.proof
        let answers = Mutex<[AccountTransaction]>([])
        concurrently(8) { _ in
            do {
                let answer = try HubCaller(hub.hub.pipe).call(Routes.send, order, as: proof)
                answers.withLock { $0.append(answer.transaction) }
            } catch {
                Issue.record(error)
            }
        }
        #expect(answers.withLock { all in all.count == 8 && all.allSatisfy { $0 == all[0] } })
        #expect(try alice.balance().balance == dollars(900))
        hub.hub.close()
    }

    @Test func twoConflictingRedemptionsAtOnceCreditEachUnitOnce() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let alice = try hub.account("alice", cents: 10_000)
        let root = try alice.buy(1_000)
        let payees = try (0..<6).map { number in
            let account = try hub.account("payee\(number)")
            let held = try account.receive(try units(UInt64(number) * 100, 500), from: root)
            return (proof: account.proof, bytes: try account.redemption(held.token.range, of: held))
        }
        concurrently(6) { thread in
            do {
                let redemptions = Redemptions(items: [Blob(payees[thread].bytes)])
                _ = try HubCaller(hub.hub.pipe).call(Routes.redeem, redemptions, as: payees[thread].proof)
            } catch {
                Issue.record(error)
            }
        }
        let report = try hub.hub.audit()
        #expect(report.isSound, "\(report)")
        // Everything that six overlapping halves cover, once.
        #expect(report.issuers.map(\.redeemed) == [dollars(1_000)])
        #expect(report.cases.map(\.claimed) == [dollars(2_000)])
        hub.hub.close()
    }

    @Test func everythingIsThereAfterARestart() throws {
        let disk = try HubOnDisk()
        let first = try disk.open()
        let alice = try first.account("alice", cents: 1_000)
        let held = try alice.buy(400)
        let bytes = try alice.redemption(held.token.range, of: held)
        let receipt = try alice.upload([bytes]).items[0].receipt
        let order = SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(100), note: nil)
        _ = try first.account("bob")
        let sent = try first.caller.call(Routes.send, order, as: alice.proof)
        let ended = try first.account("carol")
        _ = try first.caller.call(Routes.logout, RefreshToken(refreshToken: ended.session.refreshToken))
        first.hub.close()

        let second = try disk.open()
        let again = TestAccount(hub: second, session: alice.session)
        #expect(try again.upload([bytes]).items[0].receipt == receipt)
        #expect(try second.caller.call(Routes.send, order, as: again.proof).transaction == sent.transaction)
        #expect(try again.balance().balance == dollars(900))
        #expect(
            refusal { _ = try second.caller.call(Routes.balance, Nothing(), as: ended.proof) } == .unauthorized)
        try second.requireSoundLedger()
        second.hub.close()
    }

    @Test func aFullDiskRefusesAndChangesNothing() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open { $0.maximumPages = 60 }
        let alice = try hub.account("alice", cents: 100_000)
        _ = try hub.account("bob")
        var sent: Int64 = 0
        var code: HubProblem.Code?
        for _ in 0..<2_000 where code == nil {
            code = refusal { _ = try alice.send(1, to: "bob", note: String(repeating: "x", count: 256)) }
            if code == nil { sent += 1 }
        }
        #expect(code == .storageFull && sent > 0)
        // What can be read is still read, and it is what was acknowledged.
        #expect(try alice.balance().balance == dollars(100_000 - sent))
        try hub.requireSoundLedger()
        hub.hub.close()
        let larger = try disk.open()
        let again = TestAccount(hub: larger, session: alice.session)
        _ = try again.send(1, to: "bob")
        try larger.requireSoundLedger()
        larger.hub.close()
    }

    @Test func moreThanTheQueueHoldsIsRefusedAndTheRestIsDone() throws {
        let disk = try HubOnDisk()
        let gate = Mutex(false)
        let hub = try disk.open { configuration in
            configuration.maximumQueue = 4
            configuration.onStep = { step in
                guard step == .batchBegun else { return }
                while gate.withLock({ $0 }) {}
            }
        }
        let alice = try hub.account("alice", cents: 1_000)
        _ = try hub.account("bob")
        let orders = (0..<12).map { _ in
            SendOrder(id: alice.operation(), recipient: "bob", amount: dollars(1), note: nil)
        }
        let statuses = Mutex<[Int]>([])
        gate.withLock { $0 = true }
        for order in orders {
            var request = Request(method: .post, path: Routes.send.path, body: try Wire.encode(order))
            alice.proof.prove(&request, for: .signed)
            hub.hub.handle(request) { response in statuses.withLock { $0.append(response.status) } }
        }
        let busy = statuses.withLock { $0 }
        gate.withLock { $0 = false }
        #expect(busy.count >= 12 - 4 - 4 && busy.allSatisfy { $0 == 503 })
        hub.hub.close()
        let done = statuses.withLock { $0 }
        #expect(done.count == 12 && done.filter { $0 == 200 }.count == 12 - busy.count)
    }

    @Test func aDirectoryIsServedByOneProcessAndMayBeLookedAtByOthers() throws {
        let disk = try HubOnDisk()
        let serving = try disk.open()
        #expect(throws: HubError.self) { try disk.open() }
        let alice = try serving.account("alice")
        let beside = try disk.open { $0.execution = .caller }
        _ = try beside.hub.topUp(.account("alice"), dollars(500))
        #expect(try alice.balance().balance == dollars(500))
        _ = try serving.account("bob")
        _ = try alice.send(200, to: "bob")
        try beside.requireSoundLedger()
        beside.hub.close()
        serving.hub.close()
        try disk.open().hub.close()
    }

    @Test func freshKeysSignAndOldOnesAreStillBelieved() throws {
        let disk = try HubOnDisk()
        let first = try disk.open()
        let alice = try first.account("alice", cents: 1_000)
        let old = try alice.buy(400)
        first.hub.close()
        disk.clock.advance(days: 20)
        #expect(throws: HubError.self) {
            try HubSetup.rotateKeys(
                in: disk.directory, rootKey: P256.PrivateKey(random: disk.random), clock: disk.clock.clock)
        }
        try HubSetup.rotateKeys(
            in: disk.directory, rootKey: disk.rootKey, clock: disk.clock.clock, random: disk.random)
        let second = try disk.open()
        let again = TestAccount(
            hub: second,
            session: try second.caller.call(
                Routes.refresh, RefreshToken(refreshToken: alice.session.refreshToken)))
        let fresh = try again.buy(100)
        #expect(fresh.token.root.issuer != old.token.root.issuer)
        #expect(try again.redeem(old).credited == 400)
        #expect(try again.redeem(fresh).credited == 100)
        #expect(try second.hub.audit().issuers.count == 2)
        #expect(try second.caller.call(Routes.announcements, Nothing()).announcements.count == 10)
        try second.requireSoundLedger()
        second.hub.close()
    }

    @Test func keysPastTheirTimeStopIssuingWithASentenceForTheOperator() throws {
        let disk = try HubOnDisk()
        let lines = Lines()
        let hub = try disk.open { $0.log = Log(.debug) { lines.append($0.text) } }
        let alice = try hub.account("alice", cents: 1_000)
        disk.clock.advance(days: 91)
        let login = Credentials(username: "alice", password: "correct horse ecila")
        alice.session = try hub.caller.call(Routes.login, login)
        #expect(refusal { _ = try alice.buy(100) } == .internalError)
        #expect(lines.all.contains { $0.contains("rotate-keys") })
        hub.hub.close()
    }

    @Test func aHubIsMadeOnce() throws {
        let disk = try HubOnDisk()
        #expect(throws: HubError.self) {
            try HubSetup.create(in: disk.directory, currency: usd, rootKey: disk.rootKey, clock: disk.clock.clock)
        }
        #expect(try HubSetup.isMade(in: disk.directory))
        #expect(throws: HubError.self) {
            try Hub.open(directory: "/tmp/satchel-hub-that-is-not-there", clock: disk.clock.clock)
        }
    }

    @Test func theRootKeyOpensWithItsPassphraseAlone() throws {
        let disk = try HubOnDisk()
        let right = SecretBytes(Array("correct horse".utf8))
        let key = try RootKeyFile.create(
            at: disk.directory.rootKey, passphrase: right, cost: .minimum, random: disk.random)
        #expect(try RootKeyFile.open(at: disk.directory.rootKey, passphrase: right).publicKey == key.publicKey)
        #expect(throws: HubError.self) {
            try RootKeyFile.open(at: disk.directory.rootKey, passphrase: SecretBytes(Array("wrong".utf8)))
        }
        #expect(throws: HubError.self) { try RootKeyFile.open(at: "/tmp/not-there", passphrase: right) }
    }

    /// A console that has been open for days shares the log with the hub whose disk refused a part of the database.
    @Test func aProgramBesideAHubStopsWhenTheDiskHasRefusedTheDatabase() throws {
        let disk = try HubOnDisk()
        let serving = try disk.open()
        _ = try serving.account("alice", cents: 100)
        var beside = HubConfiguration()
        beside.execution = .caller
        let command = try Hub.open(
            directory: disk.directory.path, configuration: beside, clock: serving.clock.clock, random: seeded(9))
        #expect(try command.audit().isSound)
        let mark = disk.directory.database + "-doubt"
        close(creat(mark, 0o600))
        defer { unlink(mark) }
        for call in [{ _ = try command.audit() }, { _ = try command.resetPassword(of: "alice") }] as [() throws -> Void]
        {
            #expect { try call() } throws: { ($0 as? HubError)?.code == .inUse }
        }
        #expect(throws: (any Error).self) {
            _ = try HubBackup.make(of: disk.directory, in: disk.directory.path + "-copy", clock: serving.clock.clock)
        }
        command.close()
        serving.hub.close()
    }
}
