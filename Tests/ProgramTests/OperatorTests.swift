// SPDX-License-Identifier: MIT
import CrashRig
import Crypto
import Glibc
import HTTP
import HubAPI
import Money
import Synchronization
import TestSupport
import Testing
import Tokens

/// A hub as its operator runs it: watched, stopped in the middle of its work, copied and put back.
struct OperatorTests {
    @Test func aHubStoppedUnderLoadHasAllThatItAcknowledged() throws {
        let network = try TestNetwork(
            protection: ["--request-log", "--metrics", "127.0.0.1:0"],
            settings: ["SATCHEL_HUB_RATES_ENABLED": "false"])
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00)
        let bob = try network.person("bob")
        for _ in 0..<3 { try alice.succeed("send", "--yes", "bob", "1.00") }
        let watch = try Running(
            Programs.wallet, Array(bob.commandLine(["watch", "--json"]).dropFirst()), environment: bob.environment(),
            complaints: network.file("watch.log"))
        defer { watch.stop() }
        #expect(try Run(output: watch.line(), complaint: "", status: 0).json()["listening"] == .bool(true))
        let crowd = try Crowd(payingTo: "bob", at: "http://127.0.0.1:\(network.port)")
        for name in crowd.names {
            try #require(try network.hub("topup", "--yes", name, "\(Crowd.cents / 100)").status == 0)
        }
        let pid = try #require(network.server).pid
        let told = Mutex(ContinuousClock.now)
        concurrently(1 + Crowd.payers) { thread in
            guard thread == 0 else { return crowd.pay(as: thread - 1) }
            crowd.wait(forAnswers: 200)
            told.withLock { $0 = .now }
            kill(pid, SIGTERM)
        }
        // Neither the payers nor a stream that would last a day keep it longer than systemd waits.
        #expect(network.closeHub() == 0)
        #expect(told.withLock { $0 }.duration(to: .now) < .seconds(15))
        let log = String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        #expect(log.contains("method=POST route=/v1/transactions/send status=200"))
        for secret in ["alice", "bob", alice.password, "Bearer", "1.00"] { #expect(!log.contains(secret), "\(secret)") }
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "97.00")
        try crowd.lookAgain()
        #expect(try network.hub("audit").status == 0)
    }

    @Test func aHubIsCopiedWhileItServesAndPutBackElsewhere() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00)
        _ = try network.person("bob")
        try alice.succeed("send", "--yes", "bob", "5.00")
        let copied = try network.hub("backup", network.file("copy"), "--json")
        #expect(copied.status == 0, "\(copied.all)")
        #expect(try network.hub("backup", network.file("copy")).status != 0)
        let refused = try network.hub("restore", network.file("copy"))
        #expect(refused.status != 0 && refused.complaint.contains("never written over"), "\(refused.all)")
        #expect(network.closeHub() == 0)
        network.remove("hub")
        let restored = try network.hub("restore", network.file("copy"))
        #expect(restored.status == 0, "\(restored.all)")
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "45.00")
        let exported = try network.hub("export", "--format", "csv")
        #expect(exported.output.split(separator: "\n").count == 5)
    }

    /// The hub runs as a user of its own, and the stick with the root key is the administrator's.
    @Test(.enabled(if: geteuid() == 0, "only root works in folders of others"))
    func whatTheAdministratorDoesAsRootTheServiceCanRead() throws {
        let network = try TestNetwork()
        let (hub, copy, owner) = (network.file("hub"), network.file("copies"), UInt32(54_321))
        func strangers() throws -> String {
            try run("/usr/bin/find", [hub, copy, "!", "-uid", "\(owner)"], environment: [:]).output
        }
        for folder in [hub, copy] {
            mkdir(folder, 0o700)
            try #require(chown(folder, owner, owner) == 0)
        }
        let secret = ["--passphrase-file", network.file("hub.passphrase")]
        try #require(try network.hub(["init"] + secret).status == 0)
        #expect(try network.hub(["rotate-keys"] + secret).status == 0)
        #expect(try network.hub("backup", copy + "/today").status == 0)
        #expect(try strangers() == "")
        network.remove("hub")
        mkdir(hub, 0o700)
        try #require(chown(hub, owner, owner) == 0)
        #expect(try network.hub("restore", copy + "/today").status == 0)
        try network.openHub()
        #expect(try network.hub("topup", "--yes", "--guarantee-fund", "1").status == 0)
        #expect(network.closeHub() == 0)
        #expect(try strangers() == "")
    }

    @Test(
        .enabled(
            if: access(Checker.python, X_OK) == 0 || getenv("CI") != nil,
            "SKIPPED, NOTHING PROVED: schemathesis is not here; run Scripts/setup --tests first."))
    func whateverTheDescriptionAllowsIsAnsweredAsItSays() throws {
        let folder = Programs.hub.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let check = try run(
            Checker.root + "/Scripts/check-api",
            [folder, "--phases", "examples,coverage,fuzzing", "--max-examples", "2", "--seed", "1"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SATCHEL_PYTHON_API": Checker.python])
        #expect(check.status == 0, "\(check.all)")
        #expect(check.output.contains("operations were answered with 200"), "\(check.all)")
        #expect(check.output.contains("The ledger is sound."))
    }

    private enum Checker {
        static let root = String(#filePath.dropLast("/Tests/ProgramTests/OperatorTests.swift".count))
        static let python =
            getenv("SATCHEL_PYTHON_API").map { String(cString: $0) } ?? root + "/.build/python-api/bin/python3"
    }
}

/// People who pay over connections of their own until nobody answers any more.
private final class Crowd: Sendable {
    static let payers = 6
    static let cents: Int64 = 1_000_000
    /// More than anybody comes to before a hub stops that was told to.
    private static let most = 100_000

    private struct Sent {
        let order: SendOrder
        /// Nil when nobody heard the answer.
        var answer: AccountTransaction?
    }

    let names = (0..<payers).map { "payer-\($0)" }
    private let payee: String
    private let url: String
    private let sessions: [Session]
    private let currency: Currency
    private let sent = Mutex([[Sent]](repeating: [], count: payers))

    init(payingTo payee: String, at url: String) throws {
        self.payee = payee
        self.url = url
        currency = try Currency(code: "USD")
        let caller = HubCaller(try Line(to: url).pipe)
        sessions = try names.map {
            try caller.call(Routes.register, Credentials(username: $0, password: "four words are enough"))
        }
    }

    private func proof(_ payer: Int) -> CallerProof { CallerProof(sessions[payer], at: Self.now) }

    private static var now: UInt64 { UInt64(time(nil)) }

    func pay(as payer: Int) {
        do {
            let caller = HubCaller(try Line(to: url).pipe)
            for place in 0..<Self.most {
                let order = SendOrder(
                    id: OperationID(at: Timestamp(seconds: Self.now), random: .system), recipient: payee,
                    amount: Amount(minorUnits: 1, currency: currency), note: nil)
                sent.withLock { $0[payer].append(Sent(order: order)) }
                let answer = try caller.call(Routes.send, order, as: proof(payer))
                sent.withLock { $0[payer][place].answer = answer.transaction }
            }
            Issue.record("The hub went on although it was told to stop.")
        } catch is NoAnswer {
            // The hub has gone: that is what this is about.
        } catch let problem as HubProblem where problem.code == .busy {
            // So it says while it goes.
        } catch {
            Issue.record("A payment failed: \(error)")
        }
    }

    func wait(forAnswers count: Int) {
        while sent.withLock({ $0.joined().count { $0.answer != nil } }) < count { usleep(1_000) }
    }

    /// What was answered is in the ledger before anybody asks for it again; what was not goes through once.
    func lookAgain() throws {
        let caller = HubCaller(try Line(to: url).pipe)
        for (payer, all) in sent.withLock({ $0 }).enumerated() {
            let answered = all.compactMap(\.answer)
            let unheard = all.filter { $0.answer == nil }.map(\.order)
            #expect(unheard.count == 1, "Everybody was paying when the hub was told to stop.")
            let balance = try balance(of: payer, caller)
            let least = Self.cents - Int64(all.count)
            #expect(least...least + Int64(unheard.count) ~= balance, "\(answered.count) of \(all.count) were answered")
            for answer in answered.suffix(100) {
                let found = try caller.call(Routes.transaction, Nothing(), values: [answer.id], as: proof(payer))
                #expect(found == answer)
            }
            for order in unheard { _ = try caller.call(Routes.send, order, as: proof(payer)) }
            #expect(try self.balance(of: payer, caller) == least)
        }
    }

    private func balance(of payer: Int, _ caller: HubCaller) throws -> Int64 {
        try caller.call(Routes.balance, Nothing(), as: proof(payer)).balances[0].balance.minorUnits
    }
}
