// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// M7: what the help says of exit statuses, and what strangers' words do to terminals and spreadsheets.
struct ExitStatusTests {
    private let network: TestNetwork
    private let alice: Person
    private let bob: Person

    init() throws {
        network = try TestNetwork()
        try network.makeHub()
        alice = try network.person("alice", cents: 50_00, buying: 20_00)
        bob = try network.person("bob", cents: 10_00)
    }

    /// The sentence of each status, as the help has it.
    private func meanings() throws -> [Int32: String] {
        let page = try alice.succeed("--help").output
        var meanings: [Int32: String] = [:]
        var current: Int32?
        for line in page.split(separator: "\n").drop(while: { $0 != "EXIT STATUS:" }) {
            let words = line.split(separator: " ")
            if words.count > 2, let status = Int32(words[0]) { current = status }
            guard let current, line.hasPrefix("  ") else { continue }
            meanings[current, default: ""] += " " + words.joined(separator: " ")
        }
        return meanings
    }

    @Test func eachStatusOfTheHelpIsWhatTheProgramEndsWith() throws {
        var seen: [Int32: [String]] = [:]
        func end(_ run: Run, _ words: String...) { seen[run.status, default: []] += words }

        let request = try #require(try bob.succeed("request", "1.00", "--json").json()["text"]?.text)
        let second = try #require(try bob.succeed("request", "1.00", "--json").json()["text"]?.text)
        end(try alice.satchel("balance"), "Done.")
        end(try alice.satchel("contacts", "find", "nobody-here"), "Refused")
        end(try alice.satchel("take-offline"), "command line")
        end(try alice.satchel("send", "bob", "1.00"), "Nothing was done", "--yes")
        end(try alice.satchel(["balance"], passphraseFile: network.write("wrong", "not the one")), "passphrase")
        let large = try #require(try bob.succeed("request", "20.01", "--json").json()["text"]?.text)
        end(try alice.satchel("pay", "--yes", large), "Not enough money")
        end(try alice.satchel("pay", "--yes", String(request.dropLast(9))), "malformed")

        // A folder on the way to the wallet that others may write.
        chmod(network.file(alice.device), 0o777)
        end(try alice.satchel("pay", "--yes", request), "risk of this device")
        chmod(network.file(alice.device), 0o700)

        // A store from before the last payment, beside an epoch file from after it.
        try network.copy("\(alice.device)/wallet", to: "old wallet")
        try alice.succeed("pay", "--yes", request)
        network.remove("\(alice.device)/wallet")
        try network.copy("old wallet", to: "\(alice.device)/wallet")
        end(try alice.satchel("pay", "--yes", second), "a copy restored")

        network.closeHub()
        end(try alice.satchel("sync"), "cannot be reached")
        end(try alice.satchel("send", "--yes", "bob", "1.00"), "Written down and not confirmed yet", "do not repeat it")
        try network.write("\(bob.device)/wallet/wallet.sqlite", "This is no database, and longer than a byte.")
        end(try bob.satchel("balance"), "damaged")

        let meanings = try meanings()
        #expect(Set(seen.keys) == Set(meanings.keys) && meanings.count == 12, "\(seen) \(meanings)")
        for (status, words) in seen {
            for word in words { #expect(meanings[status]?.contains(word) == true, "\(status): \(word), \(meanings)") }
        }
    }

    /// What a later Satchel makes is said to be that, and is not taken for a file's name.
    @Test func aTextOfANewerVersionIsCalledThat() throws {
        let request = try #require(try bob.succeed("request", "1.00", "--json").json()["text"]?.text)
        let newer = "OW2" + request.dropFirst(3)
        let file = try network.write("newer.txt", newer + "\n")
        for word in [newer, file] { try alice.refused(["pay", "--yes", word], 6, saying: ["newer Satchel"]) }
        for word in ["OW:x", "OWQ", "OW1", "OWL2Q:1"] {
            try alice.refused(["pay", "--yes", word], 6, saying: ["neither a"])
        }
    }

    /// Words that the hub took before it looked at them, or that another hub takes.
    @Test func aStrangersWordsDoNothingToTerminalsAndSpreadsheets() throws {
        try bob.succeed("send", "--yes", "alice", "1.00", "--note", "MARK")
        try bob.succeed("requests", "new", "1.00", "--from", "alice", "--note", "MARK")
        try alice.succeed("sync")
        network.closeHub()
        let words = "'rent' || char(27) || '[2J' || char(155) || '31m' || char(8238) || ';=1+1'"
        try network.changeDatabase(
            "UPDATE entry SET note = \(words) WHERE note = 'MARK'; UPDATE money_request SET note = \(words) WHERE note = 'MARK';"
        )
        try network.openHub()
        let commands = [
            ["activity", "list", "--account"], ["activity", "list", "--account", "--json"],
            ["activity", "export", "--format", "csv", "-"], ["activity", "export", "--format", "json", "-"],
            ["activity", "summary"], ["requests"], ["requests", "--json"],
        ]
        for command in commands {
            let run = try alice.satchel(command)
            let harmful = run.all.unicodeScalars.filter { [0x1B, 0x9B, 0x202E].contains($0.value) }
            #expect(run.status == 0 && harmful.isEmpty, "\(command): \(run.all)")
            if command.last == "-" || command.contains("--account") {
                #expect(run.output.contains("rent"), "\(run.all)")
            }
        }
        // The operator's exports bring the same words to another terminal.
        for format in ["csv", "json"] {
            let exported = try network.hub("export", "--format", format)
            let harmful = exported.all.unicodeScalars.filter { [0x1B, 0x9B, 0x202E].contains($0.value) }
            #expect(
                exported.status == 0 && harmful.isEmpty && exported.output.contains("rent"),
                "\(format): \(exported.all)")
            #expect(format == "json" || exported.output.contains(";'=1+1"), "\(exported.output)")
        }
        let table = try alice.succeed("activity", "export", "-").output
        #expect(table.contains(";'=1+1") && !table.contains(";=1+1"), "\(table)")
    }
}
