// SPDX-License-Identifier: MIT
import Crypto
import HTTP
import Hub
import HubAPI
import HubStorage
import Logging
import Money
import Testing
import Tokens

/// Transfers that share a batch.
///
/// Regressions are named after bugs that others had: here pending funds not counted, destination not locked, version race and duplicate
/// key in a batch; double refund in `SweepTests`, the same token twice in one request in `RedemptionTests`, history pagination in
/// `TransferTests`.
@Suite struct TransferBatcherTests {
    /// A hub on the disk whose batches are made by hand.
    private struct Bench {
        let disk: HubOnDisk
        let hub: TestHub
        let writer: HeldWriter
        /// What the operator reads.
        let lines = Lines()

        init(_ configure: (inout HubConfiguration) -> Void = { _ in }) throws {
            disk = try HubOnDisk()
            let writer = HeldWriter()
            self.writer = writer
            hub = try disk.open { [lines] in
                $0.onStep = writer.onStep
                $0.log = Log(.debug) { lines.append($0.text) }
                configure(&$0)
            }
        }

        func request(_ order: SendOrder, as account: TestAccount) throws -> Request {
            var request = Request(method: .post, path: Routes.send.path, body: try Wire.encode(order))
            account.proof.prove(&request, for: .signed)
            return request
        }

        func send(_ cents: Int64, to name: String, as account: TestAccount, id: OperationID? = nil) throws -> Request {
            try request(
                SendOrder(
                    id: id ?? account.operation(), recipient: name, amount: dollars(cents), note: nil), as: account)
        }

        /// Runs requests as one batch.
        func batch(_ requests: [Request]) throws -> [Response] {
            writer.batch(requests, on: hub.hub, meanwhile: try bystander)
        }

        /// The same, with an interruption in the middle of it.
        func interrupted(
            _ requests: [Request], at step: HubStep, apart milliseconds: UInt32 = 0
        ) throws -> [Response] {
            writer.batch(requests, on: hub.hub, meanwhile: try bystander, apart: milliseconds) {
                writer.interrupt(at: step)
            }
        }

        /// Nobody has this refresh token, so nothing is changed for it.
        private var bystander: Request {
            get throws {
                Request(
                    method: .post, path: Routes.logout.path, body: try Wire.encode(RefreshToken(refreshToken: "x")))
            }
        }
    }

    private static func code(_ response: Response) throws -> HubProblem.Code? {
        response.status == 200 ? nil : try Wire.decode(HubProblem.self, from: response.body).code
    }

    @Test func aRefusedTransferLeavesItsNeighboursAlone() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        let bob = try bench.hub.account("bob")
        let answers = try bench.batch(
            [
                bench.send(100, to: "bob", as: alice), bench.send(5_000, to: "bob", as: alice),
                bench.send(1, to: "nobody", as: alice), bench.send(200, to: "bob", as: alice),
            ])
        #expect(try answers.map(Self.code) == [nil, .insufficientBalance, .unknownRecipient, nil])
        #expect(try alice.balance().balance == dollars(700))
        #expect(try bob.balance().balance == dollars(300))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// The row that somebody was to have, had the registration not been undone, is the next one's.
    @Test func aNameWhoseRegistrationWasUndoneIsNotRemembered() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        // A registration is queued by a thread of its own, so what lay in the batch is asked afterwards.
        for trial in 1...20 {
            let (bob, carol) = ("bob\(trial)", "carol\(trial)")
            let registration = Request(
                method: .post, path: Routes.register.path,
                body: try Wire.encode(Credentials(username: bob, password: "correct horse battery")))
            let answers = try bench.interrupted(
                [registration, bench.send(100, to: bob, as: alice)], at: .batchApplied, apart: 50)
            let steps: [HubStep] = [.batchBegun, .jobApplied, .transfersDecided, .jobApplied, .batchApplied]
            guard bench.writer.steps.starts(with: steps) else { continue }
            #expect(answers.allSatisfy { $0.status == 500 })
            let (second, first) = (try bench.hub.account(carol), try bench.hub.account(bob))
            _ = try alice.send(100, to: bob)
            #expect(try second.balance().balance == dollars(0))
            #expect(try first.balance().balance == dollars(100))
            try bench.hub.requireSoundLedger()
            return bench.hub.hub.close()
        }
        Issue.record("The registration and the transfer never shared a batch.")
    }

    /// Duplicate key in a batch: the database knows of neither when both are decided.
    @Test func aDuplicateKeyInABatchMovesMoneyOnce() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        let bob = try bench.hub.account("bob", cents: 1_000)
        let id = alice.operation()
        let answers = try bench.batch(
            [
                bench.send(100, to: "bob", as: alice, id: id), bench.send(100, to: "bob", as: alice, id: id),
                bench.send(101, to: "bob", as: alice, id: id), bench.send(5, to: "alice", as: bob, id: id),
            ])
        #expect(try answers.map(Self.code) == [nil, nil, .idempotencyConflict, nil])
        #expect(answers[0].body == answers[1].body)
        #expect(answers.map { $0.headers["Idempotency-Replayed"] } == [nil, "true", nil, nil])
        #expect(try alice.balance().balance == dollars(905))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// An id that comes again is ordinary: nothing is tried again for it, and the operator need not read of it.
    @Test func anIdThatWasAnsweredBeforeMovesNothingAmongFreshOnes() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        let bob = try bench.hub.account("bob")
        let (paid, refused) = (alice.operation(), alice.operation())
        let first = try bench.batch(
            [
                bench.send(100, to: "bob", as: alice, id: paid), bench.send(5_000, to: "bob", as: alice, id: refused),
            ])
        for round in 1...3 {
            let answers = try bench.batch(
                [
                    bench.send(1, to: "bob", as: alice), bench.send(100, to: "bob", as: alice, id: paid),
                    bench.send(5_000, to: "bob", as: alice, id: refused),
                    bench.send(101, to: "bob", as: alice, id: paid), bench.send(1, to: "bob", as: alice),
                ])
            #expect(
                try answers.map(Self.code) == [nil, nil, .insufficientBalance, .idempotencyConflict, nil])
            #expect(answers[1].body == first[0].body)
            #expect(answers[2].body == first[1].body)
            #expect(answers.map { $0.headers["Idempotency-Replayed"] } == [nil, "true", "true", nil, nil])
            #expect(try alice.balance().balance == dollars(900 - 2 * Int64(round)))
            #expect(bench.writer.steps.count { $0 == .transfersDecided } == 1)
        }
        #expect(!bench.lines.all.contains { $0.contains("tried again") })
        #expect(try bob.balance().balance == dollars(106))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// Which ids are remembered makes no difference: those of before, of another hour, and of clocks that are wrong.
    @Test(arguments: [0, 30, 3_600, 86_400] as [UInt64])
    func anIdThatWasForgottenIsLookedUp(secondsLater: UInt64) throws {
        let bench = try Bench {
            longSessions(&$0)
            $0.rememberedIDs = 4
        }
        let alice = try bench.hub.account("alice", cents: 100_000)
        _ = try bench.hub.account("bob")
        // As if the hub had been started long ago.
        bench.hub.clock.advance(seconds: 3_600)
        let now = bench.hub.clock.now
        let times = [0, 1, 59, 60, 61, 7_200].flatMap { (seconds: UInt64) in
            [Timestamp(seconds: now.seconds - seconds), now.adding(seconds: min(seconds, 60))]
        }
        let requests = try times.map { time in
            try bench.send(100, to: "bob", as: alice, id: OperationID(at: time, random: bench.hub.random))
        }
        let first = try requests.flatMap { try bench.batch([$0]) }
        #expect(first.allSatisfy { $0.status == 200 })
        bench.hub.clock.advance(seconds: secondsLater)
        for _ in 0..<2 {
            for (index, request) in requests.enumerated() {
                let again = try bench.batch([try bench.send(1, to: "bob", as: alice), try renewed(request, alice)])
                #expect(again.map(\.status) == [200, 200] && again[1].body == first[index].body)
                #expect(again[1].headers["Idempotency-Replayed"] == "true")
                #expect(bench.writer.steps.count { $0 == .transfersDecided } == 1)
            }
        }
        #expect(!bench.lines.all.contains { $0.contains("tried again") })
        #expect(try alice.balance().balance == dollars(100_000 - 100 * 12 - 2 * 12))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// The same order, signed now.
    private func renewed(_ request: Request, _ account: TestAccount) throws -> Request {
        var request = Request(method: .post, path: request.path, body: request.body)
        account.proof.prove(&request, for: .signed)
        return request
    }

    @Test func anIdThatTheHubAnsweredBeforeItsRestartIsLookedUp() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        _ = try bench.hub.account("bob")
        let id = alice.operation()
        let first = try bench.batch([bench.send(100, to: "bob", as: alice, id: id)])
        bench.hub.hub.close()
        let (writer, lines) = (HeldWriter(), Lines())
        let later = try bench.disk.open {
            $0.onStep = writer.onStep
            $0.log = Log(.debug) { lines.append($0.text) }
        }
        let same = TestAccount(hub: later, session: alice.session)
        let again = try later.caller.call(
            Routes.send, SendOrder(id: id, recipient: "bob", amount: dollars(100), note: nil), as: same.proof)
        #expect(try Wire.encode(again) == first[0].body)
        #expect(writer.steps.count { $0 == .transfersDecided } == 1)
        #expect(!lines.all.contains { $0.contains("tried again") })
        later.hub.close()
    }

    @Test func aChangeBesideAnIdThatComesAgainHappensOnce() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        let bob = try bench.hub.account("bob")
        func ask(_ cents: Int64) throws -> Request {
            let order = RequestOrder(
                id: alice.operation(), payer: "bob", amount: dollars(cents), note: nil, expires: nil)
            var request = Request(method: .post, path: Routes.newRequest.path, body: try Wire.encode(order))
            alice.proof.prove(&request, for: .signed)
            return request
        }
        let paid = alice.operation()
        let first = try bench.batch(
            [bench.send(100, to: "bob", as: alice, id: paid), bench.send(1, to: "bob", as: alice)])
        let answers = try bench.batch(
            [
                ask(5), bench.send(2, to: "bob", as: alice), bench.send(100, to: "bob", as: alice, id: paid), ask(6),
                bench.send(5_000, to: "bob", as: alice), ask(7),
            ])
        #expect(try answers.map(Self.code) == [nil, nil, nil, nil, .insufficientBalance, nil])
        #expect(answers[2].body == first[0].body)
        #expect(try alice.requests("outgoing").items.compactMap(\.amount) == [dollars(7), dollars(6), dollars(5)])
        #expect(try bob.balance().balance == dollars(103))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// A few cases are read at once; among many each account is looked up.
    @Test(arguments: [1, 50]) func whoHasAnOpenCaseSendsNothingHoweverManyHave(cases: Int) throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 100)
        let bob = try bench.hub.account("bob", cents: 100)
        try bench.disk.spoil(
            """
            PRAGMA foreign_keys = OFF;
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(cases))
            INSERT INTO fraud_case (parent, root, culprit, account, opened, settle_at, closed)
                SELECT CAST(i AS BLOB), 1, x'00', CASE i WHEN 1 THEN (SELECT id FROM account WHERE username = 'alice')
                    WHEN 2 THEN NULL ELSE 10000 + i END, 1, 1, NULL FROM n;
            """)
        let answers = try bench.batch(
            [bench.send(5, to: "bob", as: alice), bench.send(7, to: "alice", as: bob)])
        #expect(try answers.map(Self.code) == [.accountFrozen, nil])
        bench.hub.hub.close()
    }

    /// Names are read ahead when a hub starts; those that came later are looked up.
    @Test func aHubThatStartsAgainKnowsWhoIsMeant() throws {
        let disk = try HubOnDisk()
        var hub = try disk.open()
        _ = try hub.account("bob")
        hub.hub.close()
        hub = try disk.open()
        let alice = try hub.account("alice", cents: 100)
        _ = try hub.account("carol")
        for name in ["bob", "carol", "bob", "carol"] { _ = try alice.send(10, to: name) }
        #expect(refusal { _ = try alice.send(10, to: "dave") } == .unknownRecipient)
        #expect(try alice.balance().balance == dollars(60))
        try hub.requireSoundLedger()
        hub.hub.close()
    }

    @Test func aDuplicateOfARefusalInABatchIsRefusedAgain() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 10)
        let bob = try bench.hub.account("bob", cents: 1_000)
        let id = alice.operation()
        let answers = try bench.batch(
            [
                bench.send(100, to: "bob", as: alice, id: id), bench.send(500, to: "alice", as: bob),
                bench.send(100, to: "bob", as: alice, id: id),
            ])
        #expect(try answers.map(Self.code) == [.insufficientBalance, nil, .insufficientBalance])
        #expect(answers[0].body == answers[2].body)
        bench.hub.hub.close()
    }

    /// Pending funds not counted: each of several payments looks at the balance before any of them.
    @Test func whatABatchHasAlreadySpentCannotBeSpentAgain() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 100)
        let bob = try bench.hub.account("bob")
        let answers = try bench.batch(try (0..<5).map { _ in try bench.send(60, to: "bob", as: alice) })
        #expect(try answers.map(Self.code).filter { $0 == nil }.count == 1)
        #expect(try alice.balance().balance == dollars(40))
        #expect(try bob.balance().balance == dollars(60))
        bench.hub.hub.close()
    }

    /// Destination not locked: money that arrives while its account pays is overwritten.
    @Test func accountsThatPayEachOtherInABatchLoseNothing() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 100)
        let bob = try bench.hub.account("bob", cents: 100)
        let requests = try (0..<20).map { round in
            try round.isMultiple(of: 2)
                ? bench.send(90, to: "bob", as: alice) : bench.send(95, to: "alice", as: bob)
        }
        #expect(try bench.batch(requests).allSatisfy { $0.status == 200 })
        #expect(try alice.balance().balance == dollars(150))
        #expect(try bob.balance().balance == dollars(50))
        // Each line of the history explains the next, though the account was written once.
        let page = try bench.hub.caller.call(Routes.transactions, Nothing(), as: alice.proof)
        for (later, earlier) in zip(page.items, page.items.dropFirst()) {
            #expect(try later.balanceAfter == earlier.balanceAfter.adding(later.amount))
        }
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    @Test func whatComesBetweenTransfersKeepsItsPlace() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 100)
        _ = try bench.hub.account("bob")
        func purchase(_ cents: Int64) throws -> Request {
            let order = PurchaseOrder(
                id: alice.operation(),
                pieces: [.init(amount: dollars(cents), owner: Blob(bench.hub.freshKey().publicKey.compressed))])
            var request = Request(method: .post, path: Routes.purchase.path, body: try Wire.encode(order))
            alice.proof.prove(&request, for: .signed)
            return request
        }
        let answers = try bench.batch(
            [
                bench.send(60, to: "bob", as: alice), purchase(50), bench.send(10, to: "bob", as: alice), purchase(30),
                bench.send(1, to: "bob", as: alice),
            ])
        #expect(
            try answers.map(Self.code) == [nil, .insufficientBalance, nil, nil, .insufficientBalance])
        #expect(try alice.balance().balance == dollars(0))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    /// Version race: what another process does between two batches is seen by the next one.
    @Test func aTopUpOfAnotherProcessIsSeenByTheNextBatch() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 100)
        _ = try bench.hub.account("bob")
        _ = try alice.send(100, to: "bob")
        let other = try bench.disk.open { $0.execution = .caller }
        _ = try other.hub.topUp(.account("alice"), dollars(70))
        #expect(try alice.send(70, to: "bob").balance.balance == dollars(0))
        #expect(refusal { _ = try alice.send(1, to: "bob") } == .insufficientBalance)
        _ = try other.hub.topUp(.account("alice"), dollars(5))
        #expect(try alice.balance().balance == dollars(5))
        try bench.hub.requireSoundLedger()
        bench.hub.hub.close()
    }

    @Test func anInterruptedBatchHasMovedNothingAndCanBeRepeated() throws {
        let bench = try Bench()
        let alice = try bench.hub.account("alice", cents: 1_000)
        _ = try bench.hub.account("bob")
        let requests = try (0..<6).map { try bench.send(Int64($0) + 1, to: "bob", as: alice) }
        for step in [HubStep.transfersDecided, .jobApplied, .batchApplied] {
            let answers = try bench.interrupted(requests, at: step)
            #expect(answers.allSatisfy { $0.status == 500 })
            #expect(try alice.balance().balance == dollars(1_000))
        }
        #expect(try bench.batch(requests).allSatisfy { $0.status == 200 })
        #expect(try alice.balance().balance == dollars(1_000 - 21))
        bench.hub.hub.close()
    }
}
