// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// A hub as its operator runs it: watched, stopped in the middle of its work, copied and put back.
struct OperatorTests {
    @Test func aHubStoppedUnderLoadHasAllThatItAcknowledged() throws {
        let town = try Town(protection: ["--request-log", "--metrics", "127.0.0.1:0"])
        try town.makeHub()
        let alice = try town.person("alice", cents: 100_00)
        let bob = try town.person("bob")
        for _ in 0..<3 { try alice.succeed("send", "bob", "1.00") }
        let watch = try Running(
            Programs.wallet, Array(bob.commandLine(["watch", "--json"]).dropFirst()), environment: bob.environment(),
            complaints: town.file("watch.log"))
        defer { watch.stop() }
        #expect(try Run(output: watch.line(), complaint: "", status: 0).json()["listening"] == .bool(true))
        let begin = ContinuousClock.now
        // A stream that would last a day does not keep it.
        #expect(town.closeHub() == 0)
        #expect(begin.duration(to: .now) < .seconds(10))
        let log = String(decoding: try town.bytes("hub.log"), as: UTF8.self)
        #expect(log.contains("method=POST route=/v1/transactions/send status=200"))
        for secret in ["alice", "bob", alice.password, "Bearer", "1.00"] { #expect(!log.contains(secret), "\(secret)") }
        try town.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "97.00")
        #expect(try town.hub("audit").status == 0)
    }

    @Test func aHubIsCopiedWhileItServesAndPutBackElsewhere() throws {
        let town = try Town()
        try town.makeHub()
        let alice = try town.person("alice", cents: 50_00)
        _ = try town.person("bob")
        try alice.succeed("send", "bob", "5.00")
        let copied = try town.hub("backup", town.file("copy"), "--json")
        #expect(copied.status == 0, "\(copied.all)")
        #expect(try town.hub("backup", town.file("copy")).status != 0)
        let refused = try town.hub("restore", town.file("copy"))
        #expect(refused.status != 0 && refused.complaint.contains("never written over"), "\(refused.all)")
        #expect(town.closeHub() == 0)
        town.remove("hub")
        let restored = try town.hub("restore", town.file("copy"))
        #expect(restored.status == 0, "\(restored.all)")
        try town.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "45.00")
        let books = try town.hub("export", "--format", "csv")
        #expect(books.output.split(separator: "\n").count == 5)
    }

    /// The hub runs as a user of its own, and the stick with the root key is the administrator's.
    @Test(.enabled(if: geteuid() == 0, "only root works in folders of others"))
    func whatTheAdministratorDoesAsRootTheServiceCanRead() throws {
        let town = try Town()
        let (hub, copy, owner) = (town.file("hub"), town.file("copies"), UInt32(54_321))
        func strangers() throws -> String {
            try run("/usr/bin/find", [hub, copy, "!", "-uid", "\(owner)"], environment: [:]).output
        }
        for folder in [hub, copy] {
            mkdir(folder, 0o700)
            try #require(chown(folder, owner, owner) == 0)
        }
        let secret = ["--passphrase-file", town.file("hub.passphrase")]
        try #require(try town.hub(["init"] + secret).status == 0)
        #expect(try town.hub(["rotate-keys"] + secret).status == 0)
        #expect(try town.hub("backup", copy + "/today").status == 0)
        #expect(try strangers() == "")
        town.remove("hub")
        mkdir(hub, 0o700)
        try #require(chown(hub, owner, owner) == 0)
        #expect(try town.hub("restore", copy + "/today").status == 0)
        try town.openHub()
        #expect(try town.hub("topup", "--guarantee-fund", "1").status == 0)
        #expect(town.closeHub() == 0)
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
        #expect(check.output.contains("The books are sound."))
    }

    private enum Checker {
        static let root = String(#filePath.dropLast("/Tests/ProgramTests/OperatorTests.swift".count))
        static let python =
            getenv("SATCHEL_PYTHON_API").map { String(cString: $0) } ?? root + "/.build/python-api/bin/python3"
    }
}
