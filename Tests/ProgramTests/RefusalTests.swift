// SPDX-License-Identifier: MIT
import Glibc
import Testing

/// Each thing that goes wrong for people, with its exit status and a sentence that says what to do next.
struct RefusalTests {
    private let network: TestNetwork
    private let alice: Person
    private let bob: Person

    init() throws {
        network = try TestNetwork()
        try network.makeHub()
        alice = try network.person("alice", cents: 50_00, buying: 20_00)
        bob = try network.person("bob")
    }

    @Test func aWrongPassphraseIsRefusedAndNothingIsTouched() throws {
        try network.write("wrong.passphrase", "not the one")
        let before = try network.bytes("\(alice.device)/wallet/wallet.sqlite")
        let run = try alice.satchel(["balance"], passphraseFile: network.file("wrong.passphrase"))
        #expect(run.status == 3)
        #expect(run.complaint.contains("passphrase"), "\(run.all)")
        #expect(try network.bytes("\(alice.device)/wallet/wallet.sqlite") == before)
    }

    @Test func aMissingPassphraseIsAskedForAtATerminalOnly() throws {
        let run = try run(
            Programs.wallet, ["--wallet", network.file("\(alice.device)/wallet"), "balance"],
            environment: ["HOME": network.folder])
        #expect(run.status == 3)
        #expect(run.complaint.contains("--passphrase-file"), "\(run.all)")
    }

    @Test func aPassphraseThatOthersCanReadIsRefused() throws {
        try network.write("open.passphrase", alice.passphrase, mode: 0o644)
        let run = try alice.satchel(["balance"], passphraseFile: network.file("open.passphrase"))
        #expect(run.status != 0)
        #expect(run.complaint.contains("chmod 600"), "\(run.all)")
    }

    @Test func tooLittleMoneyIsSaidWithWhatThereIs() throws {
        let request = try #require(try bob.succeed("request", "20.01", "--json").json()["text"]?.text)
        try alice.refused(["pay", "--yes", request], 5, saying: ["20.00 USD", "20.01 USD"])
        try alice.refused(["take-offline", "31"], 5, saying: ["30.00 USD"])
        try alice.refused(["send", "--yes", "bob", "30.01"], 5, saying: ["30.00 USD", "30.01 USD"])
        #expect(try alice.balance()["offline"]?.value == "20.00")
    }

    @Test(arguments: ["", "0", "-5", "12.345", "1e3", "twelve", "12.50 EUR", "99999999999999999999"])
    func anAmountThatIsNoneIsRefused(text: String) throws {
        let run = try alice.satchel("request", text)
        #expect(run.status == 2 || run.status == 5, "\(run.all)")
        #expect(run.output == "")
        #expect(!run.complaint.isEmpty)
    }

    @Test func anUnknownCurrencyIsRefused() throws {
        let run = try run(
            Programs.hub,
            [
                "init", "--currency", "XYZ", "--directory", network.file("other"), "--passphrase-file",
                network.file("hub.passphrase"),
            ], environment: ["HOME": network.folder])
        #expect(run.status == 2)
        #expect(run.complaint.contains("XYZ"), "\(run.all)")
    }

    @Test func anUnreachableHubIsSaidAndWhatWaitsIsKept() throws {
        network.closeHub()
        try alice.refused(["send", "--yes", "bob", "5.00"], 9, saying: ["Queued as s1", "do not send it again"])
        let sync = try alice.satchel("sync")
        #expect(sync.status == 4, "\(sync.all)")
        #expect(sync.all.contains("Could not reach http://127.0.0.1"), "\(sync.all)")
        #expect(try alice.satchel("sync", "--json").json() != .null)
        try network.openHub()
        try alice.succeed("sync")
        try bob.succeed("sync")
        #expect(try bob.balance()["hub"]?["balance"]?.value == "5.00")
    }

    @Test func aSessionThatHasEndedAsksToLogIn() throws {
        try network.copy(alice.device, to: "copied device")
        let out = try alice.satchel(["logout"], device: "copied device")
        #expect(out.status == 0, "\(out.all)")
        let sync = try alice.satchel("sync")
        #expect(sync.status == 3, "\(sync.all)")
        #expect(sync.all.contains("Log in again"), "\(sync.all)")
        try alice.succeed("login", "alice", "--password-file", network.file("alice.password"))
        try alice.succeed("sync")
    }

    @Test func aWrongPasswordIsRefused() throws {
        let carol = try network.stranger("carol")
        try carol.succeed("init")
        try carol.succeed("join", network.link)
        try carol.refused(
            ["login", "alice", "--password-file", network.file("carol.passphrase")], 3, saying: ["password"])
        try carol.refused(
            ["register", "alice", "--password-file", network.file("carol.password")], 1, saying: ["alice"])
    }

    @Test func aDamagedOrForeignImageIsRefused() throws {
        try bob.succeed("request", "1.00", "--png", network.file("request.png"))
        let image = try network.bytes("request.png")
        let cut = try network.write("cut.png", Array(image.prefix(image.count / 2)))
        try alice.refused(["pay", "--yes", cut], 6, saying: ["cut.png"])
        var flipped = image
        for index in stride(from: image.count / 3, to: image.count / 2, by: 7) { flipped[index] ^= 0xff }
        let damaged = try network.write("damaged.png", flipped)
        try alice.refused(["pay", "--yes", damaged], 6, saying: ["damaged.png"])
        let empty = try network.write("empty.png", "")
        try alice.refused(["pay", "--yes", empty], 6, saying: ["empty.png"])
        let prose = try network.write("prose.txt", "Dear Alice, please send money.")
        try alice.refused(["pay", "--yes", prose], 6, saying: ["prose.txt"])
        try alice.refused(["pay", "--yes", network.file("nowhere.png")], 6, saying: ["nowhere.png"])
        #expect(try alice.balance()["offline"]?.value == "20.00")
    }

    @Test func aDocumentOfAnotherKindOrCutShortIsNamed() throws {
        let request = try #require(try bob.succeed("request", "1.00", "--json").json()["text"]?.text)
        try alice.refused(["receive", request], 6, saying: ["request"])
        try alice.refused(["pay", "--yes", String(request.dropLast(5))], 6, saying: [])
        try alice.refused(["pay", "--yes", "OW1Q:"], 6, saying: [])
        try bob.refused(["pay", "--yes", request], 6, saying: [])
    }

    @Test func aPurchaseThatABusyHubDidNotMakeIsKeptAndFinishedOnceBySync() throws {
        let script = """
            import signal, sqlite3, sys
            books = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
            books.execute("BEGIN IMMEDIATE")
            print("locked", flush=True)
            signal.pause()
            """
        let command = try Running(
            "/usr/bin/python3", ["-c", script, network.file("hub/hub.sqlite")], environment: ["PATH": "/usr/bin:/bin"],
            complaints: network.file("command.log"))
        try #require(command.line() == "locked")
        let said = try alice.refused(
            ["take-offline", "2"], 9, saying: ["kept as b2", "the hub is busy", "next sync", "do not order it again"])
        #expect(!said.complaint.contains("Nothing was") && !said.complaint.contains("try again"), "\(said.all)")
        command.stop()
        #expect(try alice.succeed("sync").output.contains("1 order of offline money finished"))
        #expect(try alice.balance()["offline"]?.value == "22.00")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "28.00")
    }

    @Test func withoutAHubWhatIsKeptAndWhatIsNotAreToldApart() throws {
        try network.hub("currency", "add", "EUR")
        network.closeHub()
        try alice.refused(
            ["take-offline", "2"], 9, saying: ["kept as b2", "the hub cannot be reached", "do not order it again"])
        try alice.refused(["convert", "2USD", "EUR", "--yes"], 4, saying: ["Nothing was ordered."])
        try alice.refused(
            ["send", "--yes", "bob", "1"], 9,
            saying: ["Queued as s1. The next `satchel sync` sends it, so do not send it again."])
        try network.openHub()
        try alice.succeed("sync")
        #expect(try alice.balance()["hub"]?["balance"]?.value == "27.00")
    }

    @Test func aSecondProcessOnTheSameWalletIsRefused() throws {
        // The pipe is never closed, so the first process waits in the middle with the wallet open.
        try #require(try run("/usr/bin/mkfifo", [network.file("pipe")], environment: [:]).status == 0)
        let first = try Running(
            Programs.wallet,
            [
                "--wallet", network.file("\(alice.device)/wallet"), "--passphrase-file",
                network.file("alice.passphrase"), "pay", "--yes", network.file("pipe"),
            ],
            environment: ["HOME": network.file(alice.device), "XDG_STATE_HOME": network.file("\(alice.device)/state")],
            complaints: network.file("first.log"))
        // Once somebody reads the pipe, the wallet is open.
        var writing: Int32 = -1
        for _ in 0..<1_000 where writing < 0 {
            writing = open(network.file("pipe"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if writing < 0 { usleep(10_000) }
        }
        try #require(writing >= 0)
        let refusal = try alice.satchel("balance")
        #expect(refusal.status == 1)
        #expect(refusal.complaint.contains("Another program has this wallet open"), "\(refusal.all)")
        close(writing)
        first.stop()
        try alice.succeed("balance")
    }

    @Test func aHubIsServedByOneProcessAndMadeOnce() throws {
        let second = try run(
            Programs.hub, ["serve", "--port", "0", "--directory", network.file("hub")],
            environment: ["HOME": network.folder])
        #expect(second.status == 7)
        #expect(second.complaint.contains("Stop it first"), "\(second.all)")
        let again = try network.hub("init", "--passphrase-file", network.file("hub.passphrase"))
        #expect(again.status == 7, "\(again.all)")
    }

    @Test func anEmptyPlaceSaysHowToBegin() throws {
        let carol = try network.stranger("carol")
        try carol.refused(["balance"], 1, saying: ["satchel init"])
        try carol.succeed("init")
        try carol.refused(["init"], 7, saying: ["already"])
        try carol.refused(["balance"], 1, saying: ["Join"])
        try carol.refused(["join", "https://hub.example"], 2, saying: ["satchel://join?"])
        let hub = try run(
            Programs.hub, ["serve", "--directory", network.file("nothing")], environment: ["HOME": network.folder])
        #expect(hub.status == 1 && hub.complaint.contains("satchel-hub init"), "\(hub.all)")
    }
}
