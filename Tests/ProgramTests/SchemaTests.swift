// SPDX-License-Identifier: MIT
import TestSupport
import Testing

/// The description of answers for scripts. What the other tests read is judged by ``AnswerSchema``.
struct SchemaTests {
    private static let programs = [(Programs.wallet, "satchel"), (Programs.hub, "satchel-hub")]
    private static let environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]

    /// `make schemas` writes them.
    @Test(arguments: programs) func theCommittedSchemasAreThoseOfTheProgram(program: String, name: String) throws {
        let printed = try run(program, ["schema"], environment: Self.environment)
        let committed = String(decoding: try File.read("\(AnswerSchema.folder)/\(name).json"), as: UTF8.self)
        #expect(printed.status == 0 && printed.output == committed, "Run `make schemas` and review the difference.")
    }

    @Test func everyCommandHasASchemaAndEverySchemaACommand() {
        for (name, schema) in [("satchel", AnswerSchema.wallet), ("satchel-hub", .hub)] {
            let missing = schema.answers.filter { $0.value == .bool(false) }.map(\.key).sorted()
            #expect(missing == [] && schema.answers.count > 30, "\(name): \(missing)")
        }
    }

    /// A command is played in a transcript, or by a suite that reads its answer.
    @Test func everyCommandIsPlayedForReal() throws {
        var played: [Bool: Set<String>] = [:]
        for story in GoldenTests.stories {
            for step in try GoldenFile("Transcripts/\(story).txt").steps where [.run, .start].contains(step.kind) {
                let words = words(of: step.line)
                let isHub = words[0] == "hub"
                let name = (isHub ? AnswerSchema.hub : .wallet).command(of: Array(words.dropFirst()))
                played[isHub, default: []].insert(name ?? "")
            }
        }
        for (isHub, schema) in [(false, AnswerSchema.wallet), (true, .hub)] {
            let elsewhere = isHub ? Self.playedElsewhereByTheOperator : Self.playedElsewhere
            let left = Set(schema.answers.keys).subtracting(played[isHub] ?? [])
            #expect(left == elsewhere, "Play a command in a transcript, or name it below with its suite.")
        }
    }

    /// They need a chain, an authenticator, an event of the hub, a kernel's keyring or a bank's statement.
    private static let playedElsewhere: Set<String> = [
        // BitcoinCoinTests, EthereumCoinTests, SolanaCoinTests, AnimatedSharingTests
        "coins again", "coins bump", "coins cancel", "coins child", "coins complete", "coins discover", "coins drop",
        "coins export", "coins follow", "coins label", "coins nonce", "coins price", "coins psbt combine",
        "coins psbt finalize", "coins psbt show", "coins push", "coins restore", "coins send", "coins sign",
        // AccessTests
        "second-factor confirm", "second-factor off", "second-factor on", "second-factor recovery-codes", "unlock",
        // WatchTests, CopiedFolderTests, RefusalTests
        "watch", "examine", "passphrase",
        // NearbyPaymentTests
        "nearby",
        // CardUpdateTests
        "cards remind", "cards update",
        // DemoTests
        "demo",
        // DevicePairingTests
        "devices confirm", "devices pair", "devices pairing", "devices refuse", "drive pair",
        // NotifyTests
        "notify off", "notify on", "notify run", "notify show",
        // DeviceTests, DriveDemoTests, and the suites of DriveTests, which need a file service
        "device chip forget", "device chip on", "device chip status", "device list", "device mode",
        "drive add-member", "drive app-password", "drive camera add", "drive camera remove", "drive camera rules",
        "drive camera run", "drive camera status", "drive drain", "drive get", "drive links", "drive login",
        "drive logout", "drive ls", "drive make-space", "drive mkdir", "drive mount", "drive mv", "drive pin",
        "drive put", "drive remove-member", "drive restore", "drive rm", "drive share", "drive spaces",
        "drive status", "drive trash", "drive unmount", "drive unshare", "drive versions",
        // TunnelTests
        "drive tunnel create", "drive tunnel down", "drive tunnel export", "drive tunnel forget", "drive tunnel import",
        "drive tunnel join", "drive tunnel status", "drive tunnel up",
    ]

    private static let playedElsewhereByTheOperator: Set<String> = [
        // BankStoryTests, ConsoleTests, OperatorTests, NginxTests
        "bank absorb", "bank cancel", "bank import", "bank refused", "bank return", "bank settle", "console",
        "announce-certificate", "migrate", "restore",
        // BackupCrashTests and DamageTests of the file service
        "files backup", "files check", "files export", "files restore", "files scrub",
        // DemoTests
        "demo",
        // HubTunnelTests
        "tunnel export", "tunnel list", "tunnel off", "tunnel on", "tunnel show",
    ]

    @Test func aValueThatIsNotAsTheSchemaSaysIsFound() throws {
        let amount = try #require(AnswerSchema.wallet.answers["send"]?["properties"]?["amount"])
        func mistakes(_ value: JSONValue) -> Int {
            AnswerSchema.wallet.mistakes(in: value, against: amount, at: "amount").count
        }
        #expect(mistakes(.object(["value": .text("1.50"), "currency": .text("USD")])) == 0)
        #expect(mistakes(.object(["value": .text("1,50"), "currency": .text("USD")])) == 1)
        #expect(mistakes(.object(["value": .text("1.50")])) == 1)
        #expect(mistakes(.object(["value": .number(1), "currency": .text("USD"), "more": .null])) == 2)
        #expect(mistakes(.text("1.50 USD")) == 1)
    }
}
