// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// The main job, as people do it: pictures of codes, and the hub switched off.
struct DayTests {
    @Test func threePeoplePayByPicturesWhileTheHubIsOffAndItSettlesToTheCent() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00, buying: 60_00)
        let bob = try network.person("bob")
        let carol = try network.person("carol")
        #expect(network.closeHub() == 0)

        try network.pay(alice, bob, "20.00")
        try network.pay(bob, alice, "5.00")
        try network.pay(bob, carol, "7.50")
        #expect(try alice.balance()["offline"]?.value == "45.00")
        #expect(try bob.balance()["offline"]?.value == "7.50")
        #expect(try carol.balance()["offline"]?.value == "7.50")

        try network.openHub()
        for person in [carol, alice, bob] { try person.succeed("sync", "--everything") }
        for person in [carol, alice, bob] { try person.succeed("sync") }
        #expect(try alice.balance()["hub"]?["balance"]?.value == "85.00")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "7.50")
        #expect(try carol.balance()["hub"]?["balance"]?.value == "7.50")
        let audit = try network.hub("audit", "--json")
        #expect(audit.status == 0)
        let report = try audit.json()
        #expect(report["total"]?.value == "0.00")
        #expect(report["findings"] == .array([]))
        try require("The ledger is sound.", in: try network.hub("audit"))
    }

    @Test func aCheatIsProvedAndEverybodyMayCheckTheProof() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 100_00, buying: 40_00)
        let bob = try network.person("bob")
        let carol = try network.person("carol")
        try network.payTwice(alice, bob, carol, "20.00")
        let proofs = try carol.succeed("proofs", "--json").json()
        let proof = try #require(proofs[0]?["text"]?.text)
        #expect(proof.hasPrefix("OW1F:"))
        try network.write("proof.txt", proof)
        for person in [alice, bob, carol] {
            let verdict = try person.succeed("examine", network.file("proof.txt"))
            #expect(verdict.output.contains("The proof is valid: one key spent"), "\(verdict.all)")
        }
        #expect(try bob.succeed("examine", proof, "--json").json()["isOwn"] != nil)
        let damaged = String(proof.dropLast(8)) + "00000000"
        try bob.refused(["examine", damaged], 6, saying: [])
        try require("fraud case 1 against alice: claimed 20.00 USD", in: try network.hub("audit"))
        let settled = try network.hub("sweep", "--settle-cases")
        #expect(settled.status == 0, "\(settled.all)")
        try carol.succeed("sync")
        #expect(try carol.balance()["hub"]?["balance"]?.value == "20.00")
        try require("The ledger is sound.", in: try network.hub("audit"))
    }

    @Test func aSecondPaymentOfARequestIsTheFirstOneAgain() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 50_00)
        let bob = try network.person("bob")
        let request = try #require(try bob.succeed("request", "12.50", "--json").json()["text"]?.text)
        let first = try alice.succeed("pay", "--yes", request, "--json").json()
        let second = try alice.succeed("pay", "--yes", request, "--json").json()
        #expect(first["text"] == second["text"] && second["isRepeat"] == .bool(true))
        #expect(try alice.balance()["offline"]?.value == "37.50")
        let payment = try #require(first["text"]?.text)
        let receipt = try bob.succeed("receive", payment, "--json").json()["receipt"]
        let again = try bob.satchel("receive", payment, "--json")
        #expect(again.status == 0)
        #expect(try again.json()["receipt"] == receipt && again.json()["isRepeat"] == .bool(true))
        #expect(try bob.succeed("receive", payment).output.contains("Already received 12.50 USD"))
        #expect(try bob.balance()["offline"]?.value == "12.50")
    }

    @Test func aLostPhoneComesBackFromABackup() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 20_00)
        let key = ["--backup-passphrase-file", try network.write("backup.passphrase", "a safe place")]
        let backup = network.file("alice.backup")
        let made = try alice.satchel(["backup", backup] + key)
        #expect(made.status == 0, "\(made.all)")
        network.remove(alice.device)
        try network.write("other.passphrase", "not the one")
        let wrong = try alice.satchel(
            ["restore", backup, "--backup-passphrase-file", network.file("other.passphrase")])
        #expect(wrong.status == 3, "\(wrong.all)")
        let restored = try alice.satchel(["restore", backup] + key)
        #expect(restored.status == 0, "\(restored.all)")
        try alice.succeed("login", "alice", "--password-file", network.file("alice.password"))
        try alice.succeed("sync")
        let balance = try alice.balance()
        #expect(balance["hub"]?["balance"]?.value == "30.00")
        #expect(balance["held"]?[0] != nil, "what the backup held comes back through the hub")
        try alice.refused(["restore", backup] + key, 7, saying: ["never replaces"])
        let damaged = try network.write("damaged.backup", Array(try network.bytes("alice.backup").dropLast(1)))
        network.remove(alice.device)
        let refusal = try alice.satchel(["restore", damaged] + key)
        #expect(refusal.status == 3 || refusal.status == 6, "\(refusal.all)")
    }

    private func require(_ sentence: String, in run: Run) throws {
        #expect(run.output.contains(sentence), "'\(sentence)' is not in: \(run.all)")
    }
}

extension TestNetwork {
    /// Three pictures, as if held before a camera.
    func pay(_ payer: Person, _ payee: Person, _ amount: String) throws {
        let (request, payment, receipt) = (file("request.png"), file("payment.png"), file("receipt.png"))
        try payee.succeed("request", amount, "--png", request)
        try payer.succeed("pay", "--yes", request, "--png", payment)
        let received = try payee.succeed("receive", payment, "--png", receipt)
        #expect(received.output.contains("Received \(amount) USD"), "\(received.all)")
        try payer.succeed("ack", receipt)
    }

    /// The same money to two people, who both sync.
    func payTwice(_ payer: Person, _ first: Person, _ second: Person, _ amount: String) throws {
        // A copy of the whole phone, with what is beside the wallet on another disk, is what no wallet can notice.
        try copy(payer.device, to: "copied device")
        let state = file("copied device") + "/state"
        let script = """
            memory=$(mktemp -d /dev/shm/satchel-test-XXXXXX) && cp -r "$1/." "$memory" && rm -r "$1" && ln -s "$memory" "$1" \
                && echo "$memory"
            """
        let moved = try run("/bin/sh", ["-c", script, "sh", state], environment: ["PATH": "/usr/bin:/bin"])
        let memory = String(moved.output.split(separator: "\n").first ?? "")
        #expect(moved.status == 0 && memory.hasPrefix("/dev/shm/"), "\(moved.all)")
        defer { Folder.remove(memory) }
        try pay(payer, first, amount)
        try second.succeed("request", amount, "--text", file("request.txt"))
        let again = try payer.satchel(
            ["pay", "--yes", file("request.txt"), "--text", file("payment.txt")], device: "copied device")
        #expect(again.status == 0, "\(again.all)")
        try second.succeed("receive", file("payment.txt"), "--text", file("receipt.txt"))
        try first.succeed("sync")
        _ = try second.satchel("sync")
    }
}
