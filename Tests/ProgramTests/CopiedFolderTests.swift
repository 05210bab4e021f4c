// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// M1: `cp -a` of a wallet's folder, and `satchel pay` from each copy while the others have theirs open.
struct CopiedFolderTests {
    private static let python = "/usr/bin/python3"

    /// Starts one copy that waits for its document at standard input and one that waits at its question, pays from all
    /// the others at once, and lets the two go on. Prints each one's exit status and what it said.
    private static let script = """
        import json, os, pty, subprocess, sys, time
        plan = json.load(sys.stdin)
        def words(name): return plan["copies"][name]
        results = {}

        reader = subprocess.Popen(words("reader") + ["-", "--yes"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, start_new_session=True)
        child, terminal = pty.fork()
        if child == 0: os.execv(words("asked")[0], words("asked") + [plan["files"]["asked"]])
        seen = b""
        while b"[y/N]" not in seen: seen += os.read(terminal, 4096)
        lock = words("reader")[words("reader").index("--wallet") + 1] + "/lock"
        while subprocess.run(["flock", "-n", lock, "true"]).returncode == 0: time.sleep(0.01)

        others = {name: subprocess.Popen(words(name) + [plan["files"][name], "--yes", "--json"], stdout=subprocess.PIPE,
                                         stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
                  for name in plan["copies"] if name not in ("reader", "asked")}
        for name, process in others.items():
            output = process.communicate()[0].decode()
            results[name] = [process.returncode, output]

        output = reader.communicate(open(plan["files"]["reader"], "rb").read())[0].decode()
        results["reader"] = [reader.returncode, output]
        os.write(terminal, b"y\\n")
        seen = b""
        while True:
            try: chunk = os.read(terminal, 4096)
            except OSError: break
            if not chunk: break
            seen += chunk
        results["asked"] = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), seen.decode()]
        print(json.dumps(results))
        """

    @Test(.enabled(if: access(python, X_OK) == 0, "SKIPPED, NOTHING PROVED: Python is not installed."))
    func oneOfManyCopiesPaysAndTheOthersSayWhy() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 30_00)
        let bob = try network.person("bob")
        var copies: [String: JSONText] = [:]
        var files: [String: JSONText] = [:]
        let names = ["original", "reader", "asked", "second", "third"]
        for (index, name) in names.enumerated() {
            let folder = network.file("\(alice.device)/wallet") + (name == "original" ? "" : "-" + name)
            if name != "original" {
                let copied = try run(
                    "/bin/cp", ["-a", network.file("\(alice.device)/wallet"), folder], environment: [:])
                try #require(copied.status == 0, "\(copied.all)")
            }
            files[name] = .text(network.file("\(name).request"))
            try bob.succeed("request", "20.0\(index)", "--text", network.file("\(name).request"))
            let line = alice.commandLine(["pay"]).map { $0 == network.file("\(alice.device)/wallet") ? folder : $0 }
            copies[name] = .list(line.map(JSONText.text))
        }
        try network.write("plan.json", JSONText.object(["copies": .object(copies), "files": .object(files)]).text)
        try network.write("play.py", Self.script)
        network.closeHub()

        let played = try run(
            "/bin/sh", ["-c", "exec \(Self.python) '\(network.file("play.py"))' <'\(network.file("plan.json"))'"],
            environment: alice.environment())

        try #require(played.status == 0, "\(played.all)")
        let results = try played.json()
        let paid = names.filter { results[$0]?[0] == .number(0) }
        #expect(paid.count == 1, "\(results)")
        for name in names where !paid.contains(name) {
            let sentence = results[name]?[1]?.text ?? ""
            #expect(sentence.contains("another copy has paid since"), "\(name): \(sentence)")
        }
        // The copy that paid goes on; bob takes it, redeems it, and nobody is accused.
        let winner = network.file("\(alice.device)/wallet") + (paid.first == "original" ? "" : "-" + (paid.first ?? ""))
        let shown = try run(
            alice.commandLine([])[0],
            ["--wallet", winner] + alice.commandLine(["show", "p1", "--text", "-"]).dropFirst(3),
            environment: alice.environment())
        try network.write("payment", shown.output)
        try bob.succeed("receive", network.file("payment"))
        try network.openHub()
        try bob.succeed("sync", "--everything")
        let audit = try network.hub("audit", "--json")
        #expect(audit.status == 0)
        #expect(try audit.json()["cases"] == .array([]), "\(audit.all)")
    }
}

/// M6: a home folder that comes back from a backup, with `satchel` and `tar` as people use them.
struct HomeBackupTests {
    private static let tar = "/bin/tar"

    @Test(.enabled(if: access(tar, X_OK) == 0, "SKIPPED, NOTHING PROVED: tar is not installed."))
    func aHomeFromABackupThatLeavesCachesOutPaysWithNothingOfBefore() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 80_00, buying: 30_00)
        let bob = try network.person("bob")
        func paid(_ amount: String) throws {
            try bob.succeed("request", amount, "--text", network.file("request"))
            let payment = try alice.succeed("pay", "--yes", network.file("request"), "--text", "-").output
            try bob.succeed("receive", try network.write("payment", payment))
        }
        func tar(_ words: String...) throws -> String {
            let run = try run(Self.tar, ["-C", network.folder] + words, environment: ["PATH": "/usr/bin:/bin"])
            try #require(run.status == 0, "\(run.all)")
            return run.output
        }
        _ = try tar("-cf", network.file("home.tar"), "--exclude-caches", alice.device)
        let listing = try tar("-tf", network.file("home.tar"))
        #expect(listing.contains("vault.key") && listing.contains("CACHEDIR.TAG"), "\(listing)")
        #expect(!listing.contains(".epoch"), "\(listing)")
        try paid("25.00")

        network.remove(alice.device)
        _ = try tar("-xf", network.file("home.tar"))

        try bob.succeed("request", "26.00", "--text", network.file("request"))
        let refused = try alice.satchel("pay", "--yes", network.file("request"))
        #expect(refused.status != 0 && refused.all.contains("old files were copied back"), "\(refused.all)")
        try alice.succeed("sync")
        try alice.succeed("take-offline", "10.00")
        try paid("4.00")
        try bob.succeed("sync", "--everything")
        let audit = try network.hub("audit", "--json")
        #expect(try audit.status == 0 && audit.json()["cases"] == .array([]), "\(audit.all)")
    }
}

/// What the script is told.
private indirect enum JSONText {
    case text(String), list([JSONText]), object([String: JSONText])

    var text: String {
        switch self {
        case .text(let text): "\"\(text)\""
        case .list(let items): "[\(items.map(\.text).joined(separator: ", "))]"
        case .object(let fields): "{\(fields.map { "\"\($0)\": \($1.text)" }.joined(separator: ", "))}"
        }
    }
}
