// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// What `satchel-hub audit` tells a script: 0 for a sound ledger, 7 for a database that was changed behind the hub's back.
struct AuditStatusTests {
    private let network: TestNetwork

    init() throws {
        network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 10_00, buying: 2_00)
        _ = try network.person("bob")
        try alice.succeed("send", "--yes", "bob", "2.50", "--note", "tea")
    }

    /// - Parameter code: what a script gets in place of the sentence.
    private func require(_ status: Int32, saying words: String, code: String) throws {
        for (json, expected) in [([], words), (["--json"], code)] {
            let audit = try network.hub(["audit"] + json)
            #expect(audit.status == status && audit.all.contains(expected), "\(audit.all)")
        }
    }

    @Test func aSoundLedgerEndsWithNothing() throws {
        // While the hub serves as well.
        #expect(try network.hub("audit").status == 0)
        #expect(try network.hub("audit", "log", "--check").status == 0)
        network.closeHub()
        #expect(try network.hub("audit").status == 0)
        let report = try network.hub("audit", "--json")
        #expect(try report.status == 0 && report.json()["findings"] == .array([]), "\(report.all)")
        #expect(try network.hub("audit", "log", "--check").status == 0)
    }

    @Test(arguments: [
        "UPDATE posting SET amount = amount + 1 WHERE entry = (SELECT id FROM entry WHERE note = 'tea') AND amount > 0",
        "UPDATE holding SET balance = balance + 100 WHERE balance > 0",
        "UPDATE root SET amount = amount + 1",
    ])
    func aChangedAmountEndsWithSeven(change: String) throws {
        network.closeHub()
        try network.changeDatabase(change)
        try require(7, saying: "The audit failed", code: "The audit failed")
        // The log was not touched, and a changed ledger does not keep anyone from reading it.
        #expect(try network.hub("audit", "log", "--check").status == 0)
    }

    @Test(arguments: [
        "UPDATE audit_log SET actor = 'nobody' WHERE number = 2", "DELETE FROM audit_log WHERE number = 2",
        "UPDATE audit_log SET details = details || '.' WHERE number = (SELECT max(number) FROM audit_log)",
    ])
    func anEditedAuditLogEndsWithSeven(change: String) throws {
        network.closeHub()
        try network.changeDatabase(change)
        try require(7, saying: "of the audit log", code: "\"audit-log-")
        let log = try network.hub("audit", "log", "--check")
        #expect(log.status == 7 && log.complaint.contains("The audit log was tampered with"), "\(log.all)")
    }

    @Test func aLogWhoseEndWasCutOffLacksTheHeadThatWasNoted() throws {
        let head = try #require(try network.hub("audit", "log", "--check", "--json").json()["head"]?.text)
        #expect(try network.hub("audit", "log", "--head", head).status == 0)
        network.closeHub()
        try network.changeDatabase("DELETE FROM audit_log WHERE number = (SELECT max(number) FROM audit_log)")
        let cut = try network.hub("audit", "log", "--head", head)
        #expect(cut.status == 7 && cut.complaint.contains("does not hold that head"), "\(cut.all)")
    }
}
