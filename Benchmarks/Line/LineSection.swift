// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import TestSupport

/// Payments of the real programs over networks as slow as 2G, with TLS: how long a person waits, and what it costs.
enum LineSection {
    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let network = try TestNetwork(folder: try scratch.folder("line"))
        let profiles: [LineProfile] = options.isQuick ? [.thirdGeneration] : [.secondGeneration, .thirdGeneration]
        return try profiles.flatMap { try measure($0, network, repetitions: options.repetitions(5, quick: 2)) }
    }

    private static func measure(_ profile: LineProfile, _ network: TestNetwork, repetitions: Int) throws -> [Finding] {
        let line = try SlowLine(profile, to: network.port, seed: 1)
        try network.useLine(at: line.port)
        var (sends, bytes, connections) = (Samples(), Samples(), 0)
        for _ in 0..<repetitions {
            let before = line.passed
            let (report, time) = try Stopwatch.measure { try network.satchel("send", "--yes", "bob", "1.00", "--json") }
            guard report.contains(#""sent":true"#) else {
                throw BenchError(.wrongResult, "A payment over \(profile.name) was not sent: \(report)")
            }
            sends.add(time)
            bytes.add(UInt64(line.passed.bytes - before.bytes))
            connections += line.passed.connections - before.connections
        }
        let rate =
            "\(profile.bitsPerSecond / 1_000) kbit/s, \(2 * profile.delayMilliseconds) ms, \(profile.lossPercent) %"
        return [
            Finding(
                .line, "`satchel send` over \(profile.name) (\(rate) loss), TLS, to the hub's answer",
                "\(Text.duration(sends.median)), at most \(Text.duration(sends.percentile(100)))"),
            Finding(
                .line, "bytes of it in both directions, with TLS and TCP",
                "\(Text.count(Int(bytes.median))), \(connections / repetitions) connection\(connections == repetitions ? "" : "s")"
            ),
        ]
    }

    /// A hub with TLS and two accounts, all of it real programs.
    private final class TestNetwork {
        let port: UInt16
        private let folder: String
        private let link: String
        private let server: ChildProcess

        init(folder: String) throws {
            self.folder = folder
            func write(_ name: String, _ text: String) throws -> String {
                let path = "\(folder)/\(name)"
                let isWritten = FileManager.default.createFile(
                    atPath: path, contents: Data((text + "\n").utf8), attributes: [.posixPermissions: 0o600])
                guard isWritten else { throw BenchError(.system, "Could not write '\(path)'.") }
                return path
            }
            let passphrase = try write("passphrase", "lantern river 4827")
            let password = try write("password", "lantern river 4827")
            let hub = "\(folder)/hub"
            _ = try Self.run(
                "satchel-hub", ["init", "--currency", "USD", "--directory", hub, "--passphrase-file", passphrase], [])
            server = try ChildProcess(
                try ChildProcess.sibling("satchel-hub"),
                ["serve", "--tls", "--port", "0", "--json", "--directory", hub], complaints: "\(folder)/hub.log")
            let ready = try server.firstLine()
            guard let link = Self.field("link", of: ready), let url = Self.field("ready", of: ready),
                let port = url.split(separator: ":").last.flatMap({ UInt16($0) })
            else { throw BenchError(.system, "The hub did not say where it listens but '\(ready)'.") }
            self.link = link
            self.port = port
            for name in ["alice", "bob"] {
                for words in [
                    ["init"], ["join", link], ["register", name, "--password-file", password],
                ] { _ = try Self.run("satchel", Self.words(words, folder, name), Self.environment(folder, name)) }
            }
            _ = try Self.run("satchel-hub", ["topup", "--yes", "alice", "100.00", "--directory", hub], [])
            _ = try satchel("sync")
        }

        /// Joins anew at the other end of a line: the same hub at another address.
        func useLine(at line: UInt16) throws {
            _ = try satchel("join", link.replacing("127.0.0.1:\(port)", with: "127.0.0.1:\(line)"))
        }

        func satchel(_ words: String...) throws -> String {
            try Self.run("satchel", Self.words(words, folder, "alice"), Self.environment(folder, "alice"))
        }

        private static func words(_ words: [String], _ folder: String, _ name: String) -> [String] {
            ["--wallet", "\(folder)/\(name)", "--passphrase-file", "\(folder)/passphrase"] + words
        }

        private static func environment(_ folder: String, _ name: String) -> [String] {
            ["HOME=\(folder)", "XDG_STATE_HOME=\(folder)/state of \(name)"]
        }

        /// The first line that a program prints.
        private static func run(_ program: String, _ words: [String], _ environment: [String]) throws -> String {
            let process = try ChildProcess(
                try ChildProcess.sibling(program), words, environment: environment)
            let line = try process.firstLine()
            let status = process.wait()
            guard status == 0 else {
                throw BenchError(.wrongResult, "`\(program) \(words.joined(separator: " "))` ended with \(status).")
            }
            return line
        }

        private static func field(_ name: String, of json: String) -> String? {
            json.split(separator: "\"\(name)\":\"", maxSplits: 1).dropFirst().first?.split(separator: "\"").first
                .map(String.init)
        }
    }
}
