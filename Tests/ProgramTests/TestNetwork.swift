// SPDX-License-Identifier: MIT
import Glibc
import TestSupport
import Testing

/// A hub on this machine and people with wallets, all of it real programs and real files, gone when the test ends.
final class TestNetwork {
    private let scratch: ScratchFolder
    var folder: String { scratch.path }
    private(set) var server: Running?
    private(set) var link = ""
    private(set) var port = 0
    /// Where the hub tells its metrics, if it does.
    private(set) var metrics = "127.0.0.1:1"
    /// How it serves: words for `serve`.
    private let protection: [String]
    /// Settings of the hub, as its environment.
    private let settings: [String: String]

    static let hubPassphrase = "the root key of this network"

    init(protection: [String] = [], settings: [String: String] = [:], port: Int = 0) throws {
        self.protection = protection
        self.settings = settings
        self.port = port
        scratch = try ScratchFolder()
        try write("hub.passphrase", Self.hubPassphrase)
    }

    deinit { server?.stop() }

    func file(_ name: String) -> String { scratch.file(name) }

    @discardableResult
    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        try write(name, Array(text.utf8), mode: mode)
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws -> String {
        try scratch.write(bytes, to: name, mode: mode)
    }

    func bytes(_ name: String) throws -> [UInt8] { try scratch.bytes(of: name) }

    // MARK: - The hub

    @discardableResult
    func hub(_ words: String...) throws -> Run { try hub(words) }

    func hub(_ words: [String], location: SourceLocation = #_sourceLocation) throws -> Run {
        let done = try run(
            Programs.hub, words + ["--directory", file("hub")], environment: ["HOME": folder, "PATH": "/usr/bin:/bin"])
        AnswerSchema.hub.judge(done, of: words, location)
        return done
    }

    func makeHub() throws {
        let made = try hub("init", "--currency", "USD", "--passphrase-file", file("hub.passphrase"))
        try #require(made.status == 0, "\(made.all)")
        try openHub()
    }

    /// Starts serving; at the same port as before, for wallets remember it.
    func openHub() throws { try openHub(protection: protection) }

    func openHub(protection: [String]) throws {
        let server = try Running(
            Programs.hub, ["serve", "--port", "\(port)", "--json", "--directory", file("hub")] + protection,
            environment: settings.merging(["HOME": folder]) { $1 }, complaints: file("hub.log"))
        let ready = try Run(output: server.line(), complaint: "", status: 0).json()
        let url = try #require(ready["ready"]?.text)
        port = try #require(Int(url.split(separator: ":").last ?? ""))
        link = try #require(ready["link"]?.text)
        if let place = ready["metrics"]?.text { metrics = place }
        self.server = server
    }

    @discardableResult
    func closeHub() -> Int32 {
        defer { server = nil }
        return server?.stop() ?? 0
    }

    /// Announces fresh working keys while the hub serves, and tells it to look.
    func rotateKeys() throws {
        let rotated = try hub("rotate-keys", "--passphrase-file", file("hub.passphrase"))
        try #require(rotated.status == 0, "\(rotated.all)")
        hangUp()
    }

    /// Lets the root key vouch for a certificate's key.
    func announce(_ certificate: String) throws {
        let announced = try hub("announce-certificate", certificate, "--passphrase-file", file("hub.passphrase"))
        try #require(announced.status == 0, "\(announced.all)")
    }

    /// What an operator's `systemctl reload` does.
    func hangUp() {
        if let server { kill(server.pid, SIGHUP) }
    }

    /// Waits until the hub has written a line so many times.
    func waitForComplaint(_ line: String, times: Int) throws {
        for _ in 0..<200 {
            let log = String(decoding: try bytes("hub.log"), as: UTF8.self)
            if log.split(separator: "\n").count(where: { $0.contains(line) }) >= times { return }
            usleep(100_000)
        }
        Issue.record("The hub never wrote '\(line)': \(String(decoding: try bytes("hub.log"), as: UTF8.self))")
    }

    /// Changes the hub's database behind its back, while it is closed.
    func changeDatabase(_ sql: String) throws {
        let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
        let changed = try run(
            "/usr/bin/python3", ["-c", script, file("hub/hub.sqlite"), sql], environment: ["PATH": "/usr/bin:/bin"])
        try #require(changed.status == 0, "\(changed.all)")
    }

    // MARK: - People

    /// Somebody with a wallet and an account.
    func person(_ name: String, cents: Int = 0, buying offline: Int = 0) throws -> Person {
        let person = try stranger(name)
        try person.succeed("init")
        try person.succeed("join", link)
        try person.succeed("register", name, "--password-file", file("\(name).password"))
        if cents > 0 { try #require(try hub("topup", "--yes", name, Self.text(cents)).status == 0) }
        if offline > 0 { try person.succeed("take-offline", Self.text(offline)) }
        return person
    }

    /// Somebody who has a passphrase and nothing else yet.
    func stranger(_ name: String) throws -> Person {
        let person = Person(name: name, network: self)
        try write("\(name).passphrase", person.passphrase + "\n")
        try write("\(name).password", person.password + "\n")
        return person
    }

    static func text(_ cents: Int) -> String {
        let rest = cents % 100
        return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    func copy(_ name: String, to other: String) throws { try Folder.copy(file(name), to: file(other)) }

    func remove(_ name: String) { Folder.remove(file(name)) }
}

/// One person and their device, a folder.
struct Person {
    let name: String
    unowned let network: TestNetwork
    /// Where the device lies; a thief or a cheat has a copy of it.
    var device: String { "device of \(name)" }

    var passphrase: String { "phone of \(name)" }
    var password: String { "four words are enough" }

    /// Runs the wallet with the person's passphrase.
    func satchel(
        _ words: [String], passphraseFile: String? = nil, device: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws -> Run {
        let line = commandLine(words, passphraseFile: passphraseFile, device: device)
        let done = try run(line[0], Array(line.dropFirst()), environment: environment(device: device))
        AnswerSchema.wallet.judge(done, of: words, location)
        return done
    }

    /// The program and its words.
    func commandLine(_ words: [String], passphraseFile: String? = nil, device: String? = nil) -> [String] {
        let device = network.file(device ?? self.device)
        mkdir(device, 0o700)
        let key = passphraseFile ?? network.file("\(name).passphrase")
        return [Programs.wallet, "--wallet", "\(device)/wallet", "--passphrase-file", key] + words
    }

    func environment(device: String? = nil) -> [String: String] {
        let device = network.file(device ?? self.device)
        return ["HOME": device, "XDG_STATE_HOME": "\(device)/state", "PATH": "/usr/bin:/bin"]
    }

    func satchel(_ words: String...) throws -> Run { try satchel(words) }

    @discardableResult
    func succeed(_ words: String..., location: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try satchel(words)
        try #require(run.status == 0, "satchel \(words): \(run.all)", sourceLocation: location)
        return run
    }

    /// Runs a command that must be refused, with this exit status and each of these words in its sentence.
    @discardableResult
    func refused(
        _ words: [String], _ status: Int32, saying: [String], location: SourceLocation = #_sourceLocation
    ) throws -> Run {
        let run = try satchel(words)
        #expect(run.status == status, "satchel \(words): \(run.all)", sourceLocation: location)
        for word in saying {
            #expect(run.complaint.contains(word), "'\(word)' is not in: \(run.all)", sourceLocation: location)
        }
        #expect(run.output == "", sourceLocation: location)
        return run
    }

    func balance() throws -> JSONValue { try succeed("balance", "--json").json() }
}
