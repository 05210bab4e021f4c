// SPDX-License-Identifier: MIT
import Crypto
import FoundationEssentials

/// A cold start of the real program: from starting the process to its end, nothing of it kept in between.
///
/// The wallet is an ordinary one: a pack of tokens, a full pool of certified keys, ten payments each way.
enum StartSection {
    private static let limit: UInt64 = 30_000_000

    /// A command line that is started again and again.
    private struct Start {
        let arguments: [String]
        var samples = Samples()

        mutating func measure(_ program: String, _ environment: [String]) throws {
            let (status, time) = try Stopwatch.measure {
                try ChildProcess(program, arguments, environment: environment).wait()
            }
            guard status == 0 else {
                throw BenchError(.wrongResult, "`satchel \(arguments.joined(separator: " "))` ended with \(status).")
            }
            samples.add(time)
        }
    }

    static func run(_ options: Options, scratch: ScratchFolder) throws -> [Finding] {
        let folder = try scratch.folder("start")
        let passphraseFile = folder + "/passphrase"
        try makeWallet(in: folder, passphraseFile: passphraseFile)
        let program = try ChildProcess.sibling("satchel")
        let environment = ["HOME=\(folder)", "XDG_STATE_HOME=\(folder)/state", "SATCHEL_WALLET=\(folder)/alice"]
        func satchel(_ arguments: String...) throws -> Int32 {
            try ChildProcess(program, arguments, environment: environment).wait()
        }
        var unlocked = Start(arguments: ["balance"])
        var sealed = Start(arguments: ["balance", "--passphrase-file", passphraseFile])
        var bare = Start(arguments: ["--version"])
        let hasKeyring = try satchel("unlock", "--passphrase-file", passphraseFile) == 0
        for _ in 0..<options.repetitions(50, quick: 10) {
            if hasKeyring { try unlocked.measure(program, environment) }
            try sealed.measure(program, environment)
            try bare.measure(program, environment)
        }
        if hasKeyring { _ = try satchel("lock") }
        return [
            hasKeyring
                ? .atMost(
                    limit, .start, "`satchel balance`, unlocked", unlocked.samples.median, note: note(unlocked.samples))
                : Finding(.start, "`satchel balance`, unlocked", "this system has no keyring to unlock with"),
            measured("`satchel balance` with the passphrase (Argon2id)", sealed.samples),
            measured("`satchel --version`: the process alone", bare.samples),
        ]
    }

    private static func measured(_ what: String, _ samples: Samples) -> Finding {
        Finding(.start, what, Text.duration(samples.median) + note(samples))
    }

    private static func note(_ samples: Samples) -> String {
        ", 99 of 100 within \(Text.duration(samples.percentile(99))) (\(samples.count) times)"
    }

    private static func makeWallet(in folder: String, passphraseFile: String) throws {
        let pair = try WalletPair(folder: folder, passphraseCost: .interactive)
        var times = WalletPair.Times()
        for _ in 0..<10 {
            try pair.pay(500, from: pair.alice, to: pair.bob, times: &times)
            try pair.pay(250, from: pair.bob, to: pair.alice, times: &times)
        }
        let isWritten = FileManager.default.createFile(
            atPath: passphraseFile, contents: Data((WalletPair.passphrase + "\n").utf8),
            attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw BenchError(.system, "Could not write '\(passphraseFile)'.") }
    }
}
