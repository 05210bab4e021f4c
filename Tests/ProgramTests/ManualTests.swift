// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Testing

/// What the programs say about themselves, and what they must never say.
struct ManualTests {
    private static let programs = [Programs.wallet, Programs.hub]
    private static let environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]

    private static func commands(of program: String) throws -> [String] {
        let help = try run(program, ["--help"], environment: environment).output
        let topics = help.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("USAGE:") }
            .dropFirst().prefix { $0 != "OPTIONS:" }
        return topics.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
    }

    @Test(arguments: programs) func everyCommandExplainsItself(program: String) throws {
        let commands = try Self.commands(of: program)
        #expect(commands.count >= 9)
        for command in commands {
            let help = try run(program, [command, "--help"], environment: Self.environment)
            #expect(help.status == 0 && help.complaint == "", "\(command): \(help.all)")
            #expect(help.output.hasPrefix("OVERVIEW: ") && help.output.contains("USAGE: "), "\(command): \(help.all)")
            #expect(try run(program, ["help", command], environment: Self.environment).output == help.output)
        }
        #expect(try run(program, ["--version"], environment: Self.environment).status == 0)
    }

    @Test(arguments: programs) func aCommandLineThatIsNotUnderstoodExitsWithTwo(program: String) throws {
        for words in [["no-such-command"], ["--no-such-option"]] {
            let refusal = try run(program, words, environment: Self.environment)
            #expect(refusal.status == 2, "\(words): \(refusal.all)")
            #expect(refusal.complaint.contains("--help") || refusal.complaint.contains("USAGE"), "\(refusal.all)")
        }
        let json = try run(program, ["no-such-command", "--json"], environment: Self.environment)
        let error = try Run(output: json.complaint, complaint: "", status: 0).json()["error"]
        #expect(error?["exitCode"] == .number(2))
    }

    @Test func aProgramOrGroupWithoutACommandPrintsItsHelp() throws {
        let groups = [
            (Programs.wallet, []), (Programs.wallet, ["coins"]), (Programs.wallet, ["cards"]), (Programs.hub, []),
            (Programs.hub, ["bank"]),
        ]
        for (program, words) in groups {
            let bare = try run(program, words, environment: Self.environment)
            #expect(bare.status == 0 && bare.complaint == "", "\(words): \(bare.all)")
            #expect(bare.output == (try run(program, words + ["--help"], environment: Self.environment).output))
        }
        #expect(try run(Programs.wallet, ["coins", "--json"], environment: Self.environment).status == 2)
    }

    @Test(arguments: programs, [("bash", "/bin/bash"), ("zsh", "/usr/bin/zsh"), ("fish", "/usr/bin/fish")])
    func completionsAreScriptsOfTheirShell(program: String, shell: (name: String, path: String)) throws {
        let script = try run(program, ["completions", shell.name], environment: Self.environment)
        #expect(script.status == 0 && script.output.count > 500)
        for command in try Self.commands(of: program) { #expect(script.output.contains(command)) }
        guard FileManager.default.isExecutableFile(atPath: shell.path) else {
            print("SKIPPED: \(shell.name) is not installed, so nobody judges its completions.")
            return
        }
        let network = try TestNetwork()
        let file = try network.write("completions", script.output)
        let verdict = try run(shell.path, ["-n", file], environment: Self.environment)
        #expect(verdict.status == 0, "\(verdict.all)")
    }

    @Test func everyAnswerForScriptsIsJSON() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 20_00)
        let bob = try network.person("bob")
        let request = try #require(try bob.succeed("request", "2.50", "--json").json()["text"]?.text)
        let payment = try #require(try alice.succeed("pay", "--yes", request, "--json").json()["text"]?.text)
        let receipt = try #require(try bob.succeed("receive", payment, "--json").json()["receipt"]?.text)
        let answers = [
            try alice.succeed("ack", receipt, "--json"), try alice.succeed("show", "p1", "--json"),
            try alice.succeed("send", "--yes", "bob", "1", "--json"),
            try alice.succeed("take-offline", "1", "--json"), try alice.succeed("sync", "--json"),
            try alice.succeed("balance", "--json"), try alice.succeed("activity", "--json"),
            try alice.succeed("proofs", "--json"), try alice.succeed("logout", "--json"),
            try network.hub("audit", "--json"), try network.hub("sweep", "--json"), try network.hub("link", "--json"),
            try network.hub("topup", "--yes", "bob", "1", "--json"),
        ]
        for answer in answers {
            #expect(answer.status == 0, "\(answer.all)")
            #expect(try answer.json() != .null)
        }
        let refusal = try alice.satchel("pay", "--yes", "OW1Q:", "--json")
        let error = try Run(output: refusal.complaint, complaint: "", status: 0).json()["error"]
        #expect(refusal.status == 6 && error?["exitCode"] == .number(6) && error?["message"]?.text != nil)
    }

    @Test func noSecretIsShownWrittenOrOnACommandLine() throws {
        let network = try TestNetwork()
        try network.makeHub()
        let alice = try network.person("alice", cents: 50_00, buying: 20_00)
        let bob = try network.person("bob")
        let request = try #require(try bob.succeed("request", "2.50", "--json").json()["text"]?.text)
        let payment = try #require(try alice.succeed("pay", "--yes", request, "--json").json()["text"]?.text)
        var said = try alice.succeed("balance").all + alice.succeed("activity", "--json").all
        said += try alice.succeed("sync").all + bob.succeed("receive", payment).all
        said += try alice.satchel("examine", "OW1F:").all + network.hub("audit").all
        said += String(decoding: try network.bytes("hub.log"), as: UTF8.self)
        // What the serving process can be seen to be doing. proc_pid_cmdline(5)
        let server = try #require(network.server)
        for file in ["cmdline", "environ"] {
            let seen = try run("/bin/cat", ["/proc/\(server.pid)/\(file)"], environment: [:]).output
            #expect(!seen.isEmpty)
            said += seen
        }
        let workingKeys = try network.bytes("hub/working.keys")
        let secrets = [TestNetwork.hubPassphrase, alice.passphrase, alice.password, bob.passphrase]
        #expect(secrets.filter { said.contains($0) } == [])
        let hexadecimal = workingKeys.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for start in stride(from: 0, to: hexadecimal.count - 32, by: 16) {
            let piece = hexadecimal.dropFirst(start).prefix(32)
            #expect(!said.lowercased().contains(piece))
        }
        for file in ["\(alice.device)/wallet/wallet.sqlite", "\(alice.device)/wallet/vault.key", "hub/hub.sqlite"] {
            let bytes = String(decoding: try network.bytes(file), as: UTF8.self)
            #expect(secrets.filter { bytes.contains($0) } == [], "\(file)")
        }
        let modes = try run(
            "/usr/bin/find", [network.file("hub"), network.file(alice.device), "-type", "f", "-perm", "/077"],
            environment: [:])
        #expect(modes.output == "", "files that others may read")
    }
}

/// The pages that `make install` puts where man finds them.
struct ManualPageTests {
    @Test(arguments: [Programs.wallet, Programs.hub])
    func manualPagesAreMadeWithoutAWarningAndHoldEveryCommand(program: String) throws {
        let page = try run(program, ["manual"], environment: ["PATH": "/usr/bin:/bin"])
        try #require(page.status == 0, "\(page.all)")
        let network = try TestNetwork()
        try network.write("page.1", page.output)
        // Plain text: whether bold letters are colours or struck twice is a setting of the machine. grotty(1)
        let shown = try run(
            "/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-rLL=100n", "-P-cbu", network.file("page.1")],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(shown.status == 0 && shown.complaint.isEmpty, "\(shown.complaint)")
        for word in ["OPTIONS", "ACCOUNT", "HELP AND SCRIPTS", "EXIT STATUS", "completions"] {
            #expect(shown.output.contains(word))
        }
    }
}
