// SPDX-License-Identifier: MIT
import TestSupport
import Testing

extension TestNetwork {
    /// The phrase of everybody who restores one here. BIP-0039, the first vector
    static let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"

    /// Somebody with a wallet and a phrase, and no hub.
    func holder(_ name: String, phrase: String = phrase) throws -> Person {
        let person = try watcher(name)
        try write("\(name).phrase", phrase + "\n")
        try person.coins("restore", "--phrase-file", file("\(name).phrase"))
        return person
    }

    /// Somebody with a wallet and no phrase.
    func watcher(_ name: String) throws -> Person {
        let person = try stranger(name)
        try person.succeed("init")
        return person
    }
}

extension TestNetwork {
    /// The pictures `<name>.png` or `<name>-001.png`, `<name>-002.png`…
    func pictures(_ name: String) throws -> [String] {
        let names = Folder.names(in: folder).filter { $0.hasPrefix(name) && $0.hasSuffix(".png") }.sorted()
        try #require(!names.isEmpty)
        return names.map(file)
    }
}

extension Run {
    func require(_ location: SourceLocation = #_sourceLocation) throws {
        try #require(status == 0, "\(all)", sourceLocation: location)
    }
}

extension String {
    var withoutLineFeed: String { hasSuffix("\n") ? String(dropLast()) : self }
}

extension Person {
    /// Runs `satchel coins …`, which must succeed.
    @discardableResult
    func coins(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try satchel(["coins"] + words)
        try #require(run.status == 0, "satchel coins \(words): \(run.all)", sourceLocation: location)
        return run
    }

    /// The same with `--json`, read.
    func coinsJSON(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> JSONValue {
        let run = try satchel(["coins"] + words + ["--json"])
        try #require(run.status == 0, "satchel coins \(words): \(run.all)", sourceLocation: location)
        return try run.json(location)
    }

    /// Runs a command that must be refused, and signs nothing.
    func coinsRefused(
        _ words: [String], _ status: Int32, saying: [String], location: SourceLocation = #_sourceLocation
    ) throws {
        let run = try satchel(["coins"] + words)
        #expect(run.status == status, "satchel coins \(words): \(run.all)", sourceLocation: location)
        for word in saying {
            #expect(run.complaint.contains(word), "'\(word)' is not in: \(run.all)", sourceLocation: location)
        }
        let forScripts = try satchel(["coins"] + words + ["--json"])
        let error = try Run(output: forScripts.complaint, complaint: "", status: 0).json(location)["error"]
        #expect(error?["exitCode"] == .number(Int64(status)), "\(forScripts.all)", sourceLocation: location)
    }

    /// Runs the wallet with a file as its standard input.
    func satchel(_ words: [String], input: String) throws -> Run {
        let program = [Programs.wallet, "--wallet", "\(network.file(device))/wallet"] + words
        let quoted = program.map { "'\($0)'" }.joined(separator: " ")
        return try run("/bin/sh", ["-c", "\(quoted) <'\(input)'"], environment: ["HOME": network.file(device)])
    }

    /// Where an account is paid.
    func address(_ account: String) throws -> String {
        try #require(try coinsJSON("address", account)["address"]?.text)
    }

    /// What an account holds and no payment claims, of its coin or of a token.
    func spendable(_ account: String, token: Int = 0) throws -> String? {
        try coinsJSON("balance", account)[0]?["balances"]?[token]?["spendable"]?.value
    }

    /// How a payment stands.
    func state(of payment: Int64) throws -> String? {
        try coinsJSON("payments").list?.first { $0["id"] == .number(payment) }?["state"]?.text
    }
}
