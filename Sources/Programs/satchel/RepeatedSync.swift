// SPDX-License-Identifier: MIT
import Bytes
import HTTP
import Keys
import Logging
import Terminal
import Wallet

/// Syncs at each interval, and at once when the network changes.
///
/// The wallet is open only during a round, so that other commands can use it between rounds. A round is skipped if
/// another command has the wallet open. While the hub cannot be reached the intervals grow, up to eightfold.
struct RepeatedSync {
    private let invocation: Invocation
    private let context: CommandContext
    private let seconds: Int
    private let rounds: Int
    private let network: NetworkWatch
    private let log: Log

    private static let longest = 8

    init(_ invocation: Invocation, every seconds: Int) throws {
        self.invocation = invocation
        self.seconds = seconds
        context = try CommandContext(invocation)
        rounds = try invocation.integer(.rounds, in: 1...1_000_000) ?? .max
        network = try NetworkWatch()
        log = try invocation.log()
    }

    func run() throws {
        // Ask for the passphrase once. The wallet's lock is free again before the first pause.
        let key = try unlock()
        var factor = 1
        for round in 0..<rounds {
            if round > 0, network.wait(seconds: pause(factor)) { factor = 1 }
            do {
                let isReached = try sync(try Wallet.open(context.environment(), .vaultKey(key)))
                factor = isReached ? 1 : min(Self.longest, factor * 2)
            } catch let error as WalletError where error.code == .inUse {
                continue
            }
        }
    }

    private func unlock() throws -> VaultKey { try context.open(isUse: false).vaultKey }

    /// Varies by up to a tenth at random, so that wallets do not ask the hub all at once.
    private func pause(_ factor: Int) -> Int {
        let pause = seconds * factor
        return max(1, pause + Int.random(in: -pause / 10...pause / 10))
    }

    /// One round.
    ///
    /// - Returns: whether the hub answered.
    private func sync(_ wallet: Wallet) throws -> Bool {
        let begin = ContinuousClock.now
        let report = try wallet.sync(everything: invocation.has(.everything))
        log.note(report, took: begin.duration(to: .now))
        let connection = wallet.connection
        let news = report.outcomes.filter {
            switch $0.outcome {
            case .done, .failed: true
            case .idle, .skipped: false
            }
        }
        if invocation.wantsJSON {
            invocation.console.print([
                "complete": .bool(report.isComplete), "connection": .string(connection.quality.rawValue),
                "milliseconds": connection.milliseconds.map { .number(Int64($0)) } ?? .null,
                "parts": .array(news.map { .part($0.part, $0.outcome) }),
            ])
        } else {
            for (part, outcome) in news {
                invocation.console.print("\(part.word)  \(outcome.name)  \(outcome.sentence ?? "")".printable())
            }
        }
        return report.failure?.code != .hubUnreachable
    }
}
