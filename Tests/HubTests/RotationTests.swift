// SPDX-License-Identifier: MIT
import Crypto
import Glibc
import HTTP
import Hub
import HubAPI
import HubStorage
import Money
import Synchronization
import Testing
import TestSupport
import Tokens

/// Fresh working keys for a hub that serves meanwhile.
@Suite struct RotationTests {
    @Test func nobodyIsRefusedWhileKeysAreReplacedUnderLoad() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        let accounts = try (0..<4).map { try hub.account("person\($0)", cents: 100_000) }
        let held = Mutex<[(person: Int, held: Held)]>([])
        let isOver = Mutex(false)
        let rounds = Mutex([0, 0, 0, 0])
        let (directory, rootKey, clock, random) = (disk.directory, disk.rootKey, disk.clock.clock, disk.random)
        concurrently(5) { thread in
            do {
                guard thread == 4 else {
                    while !isOver.withLock({ $0 }) {
                        let person = accounts[thread]
                        let bought = try person.goingOn { try person.buy(3) }
                        // Every other one is redeemed at once, the rest when all the keys have been replaced.
                        let round = rounds.withLock { all -> Int in
                            all[thread] += 1
                            return all[thread]
                        }
                        if round.isMultiple(of: 2) {
                            let answer = try person.goingOn { try person.redeem(bought) }
                            #expect(try answer.credited == 3)
                        } else {
                            held.withLock { $0.append((thread, bought)) }
                        }
                        _ = try person.goingOn { try person.send(1, to: "person\((thread + 1) % 4)") }
                    }
                    return
                }
                for rotation in 1...3 {
                    // All are under way, each with the keys of the last round.
                    let goal = rounds.withLock { $0 }.map { $0 + 3 }
                    while zip(rounds.withLock { $0 }, goal).contains(where: { $0 < $1 }) { usleep(1_000) }
                    try HubSetup.rotateKeys(in: directory, rootKey: rootKey, clock: clock, random: random)
                    #expect(try hub.hub.takeFreshKeys(), "rotation \(rotation)")
                }
                let goal = rounds.withLock { $0 }.map { $0 + 3 }
                while zip(rounds.withLock { $0 }, goal).contains(where: { $0 < $1 }) { usleep(1_000) }
            } catch {
                Issue.record(error)
            }
            isOver.withLock { $0 = true }
        }
        let kept = held.withLock { $0 }
        #expect(Set(kept.map { $0.held.token.root.issuer }).count == 4)
        for (person, held) in kept {
            #expect(try accounts[person].goingOn { try accounts[person].redeem(held) }.credited == 3)
        }
        #expect(try hub.hub.audit().issuers.count == 4)
        #expect(try hub.caller.call(Routes.announcements, Nothing()).announcements.count == 20)
        try hub.requireSoundLedger()
        hub.hub.close()
        // The next start finds them all.
        let again = try disk.open()
        try again.requireSoundLedger()
        again.hub.close()
    }

    @Test(arguments: [true, false])
    func whatAThiefOfTheKeyFileMakesUpIsRefusedAfterARotation(isOfOneSecret: Bool) throws {
        let disk = try HubOnDisk()
        if isOfOneSecret { try KeyThief.writeAsBefore(disk.directory) }
        let hub = try disk.open()
        defer { hub.hub.close() }
        let euro = try Currency(code: "EUR")
        try hub.hub.add(euro)
        let (alice, mallory) = (try hub.account("alice", cents: 1_000), try hub.account("mallory", cents: 1_000))
        let (app, _) = try alice.secure()
        let thief = try KeyThief(disk.directory)
        let forged = thief.proof(
            for: try alice.id, session: try thief.session(of: "alice"), at: hub.clock.now)
        let row = try thief.row(of: "mallory")
        func convert(_ number: UInt8) throws {
            let quote = thief.quote(
                number, for: row, give: dollars(1), get: Amount(minorUnits: 100, currency: euro), at: hub.clock.now)
            _ = try hub.caller.call(
                Routes.convert, ConvertOrder(id: mallory.operation(), quote: quote), as: mallory.proof)
        }
        func steal() throws {
            let order = SendOrder(id: mallory.operation(), recipient: "mallory", amount: dollars(1), note: nil)
            _ = try hub.caller.call(Routes.send, order, as: forged)
        }
        // Until the rotation all of it works.
        try convert(1)
        try steal()
        try HubSetup.rotateKeys(
            in: disk.directory, rootKey: disk.rootKey, clock: disk.clock.clock, random: disk.random)
        #expect(try hub.hub.takeFreshKeys())
        #expect(refusal { try steal() } == .unauthorized)
        #expect(refusal { _ = try hub.caller.call(Routes.balance, Nothing(), as: forged) } == .unauthorized)
        let key = mallory.session.signingKey
        try mallory.refresh()
        #expect(mallory.session.signingKey != key)
        #expect(refusal { try convert(2) } == .badRequest)
        // With the token of a session goes its key: the one without the other is nothing.
        var mixed = mallory.session
        mixed.signingKey = key
        let order = SendOrder(id: mallory.operation(), recipient: "alice", amount: dollars(1), note: nil)
        #expect(
            refusal { _ = try hub.caller.call(Routes.send, order, as: CallerProof(mixed, at: hub.clock.now.seconds)) }
                == .unsigned)
        // What the database keeps sealed can still be opened, and people go on where they were.
        _ = try hub.answer(try hub.challenge("alice"), app.fresh())
        try alice.refresh()
        #expect(try alice.send(500, to: "mallory").balance.balance == dollars(499))
        try hub.requireSoundLedger()
    }

    /// M2: wallets order lists by their key, so each key signs one, also where nobody is revoked.
    @Test func aRotationSignsTheListOfRevokedKeysAnew() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        func list() throws -> RevocationList? {
            try hub.caller.call(Routes.announcements, Nothing()).revocations.map {
                try RevocationList(decoding: $0.bytes)
            }
        }
        #expect(try list() == nil)
        var issuers: Set<KeyID> = []
        for round in 1...2 {
            try HubSetup.rotateKeys(
                in: disk.directory, rootKey: disk.rootKey, clock: disk.clock.clock, random: disk.random)
            #expect(try hub.hub.takeFreshKeys())
            let signed = try #require(try list())
            #expect(signed.sequence == UInt64(round) && signed.count == 0)
            issuers.insert(signed.issuer)
            // Nothing is signed twice for one key.
            try hub.hub.renewRevocations()
            #expect(try list() == signed)
        }
        #expect(issuers.count == 2)
        hub.hub.close()
    }

    @Test func aTokenOfASessionThatIsNotTheAccountsIsRefused() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        defer { hub.hub.close() }
        let (alice, bob) = (try hub.account("alice"), try hub.account("bob"))
        let thief = try KeyThief(disk.directory)
        let (hers, his) = (try thief.session(of: "alice"), try thief.session(of: "bob"))
        func isBelieved(_ session: Int64) throws -> Bool {
            let proof = thief.proof(for: try alice.id, session: session, at: hub.clock.now)
            return refusal { _ = try hub.caller.call(Routes.balance, Nothing(), as: proof) } != .unauthorized
        }
        #expect(try isBelieved(hers))
        #expect(try !isBelieved(his))
        #expect(try !isBelieved(his + 1_000))
        // One that ended long ago is not among those that a hub remembers.
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: alice.session.refreshToken))
        hub.clock.advance(days: 1)
        _ = try hub.caller.call(
            Routes.login, Credentials(username: "bob", password: "correct horse bob"))
        try bob.refresh()
        _ = try hub.caller.call(Routes.logout, RefreshToken(refreshToken: bob.session.refreshToken))
        #expect(try !isBelieved(hers))
    }

    /// The directory of a standby, to which nobody has brought the file yet.
    @Test func keysThatAreNotInTheFileAreNotTakenForFresh() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        defer { hub.hub.close() }
        let alice = try hub.account("alice", cents: 1_000)
        let older = try File.read(disk.directory.workingKeys)
        try HubSetup.rotateKeys(
            in: disk.directory, rootKey: disk.rootKey, clock: disk.clock.clock, random: disk.random)
        let newer = try File.read(disk.directory.workingKeys)
        try File.write(older, to: disk.directory.workingKeys)
        for _ in 0..<2 {
            let error = #expect(throws: HubError.self) { try hub.hub.takeFreshKeys() }
            #expect(error?.code == .keys && error?.message.contains("'\(disk.directory.workingKeys)'") == true)
        }
        #expect(try alice.balance().balance == dollars(1_000))
        try File.write(newer, to: disk.directory.workingKeys)
        #expect(try hub.hub.takeFreshKeys())
        #expect(try !hub.hub.takeFreshKeys())
        try alice.refresh()
        _ = try alice.buy(400)
        try hub.requireSoundLedger()
    }

    @Test func whoWaitsForEventsProvesThemselvesAgainAfterARotation() throws {
        let disk = try HubOnDisk()
        let hub = try disk.open()
        defer { hub.hub.close() }
        let alice = try hub.account("alice")
        var request = Request(
            method: .get, path: Routes.eventPoll.path, query: [("wait", "50")], headers: Headers(), body: [],
            remoteAddress: "")
        alice.proof.prove(&request, for: .account)
        let answers = Mutex<[Int]>([])
        hub.hub.handle(request) { answer in answers.withLock { $0.append(answer.status) } }
        #expect(answers.withLock { $0 } == [])
        try HubSetup.rotateKeys(
            in: disk.directory, rootKey: disk.rootKey, clock: disk.clock.clock, random: disk.random)
        #expect(try hub.hub.takeFreshKeys())
        #expect(answers.withLock { $0 } == [200])
    }
}

extension TestAccount {
    /// As a wallet does it: a session whose access token the hub no longer knows is refreshed, and what was asked is asked
    /// again.
    fileprivate func goingOn<R>(_ body: () throws -> R) throws -> R {
        for _ in 0..<3 {
            do {
                return try body()
            } catch let problem as HubProblem where problem.code == .unauthorized {
                try refresh()
            }
        }
        return try body()
    }
}
