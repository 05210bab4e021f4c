// SPDX-License-Identifier: MIT
import CrashRig
import Dispatch
import Glibc
import Hub
import HubStorage
import Synchronization
import TestSupport
import Testing
import Wallet

/// Processes that are really killed, at every named step of payer, payee and hub, and at random.
///
/// `SATCHEL_KILL_POINTS` says how many kills are wanted. To replay a failure: `SATCHEL_KILL_ONLY="pay 7"` is one situation
/// and step, `SATCHEL_KILL_SEED=123` is one script; `SATCHEL_FIRST_SCRIPT` is the script after all steps.
struct ProcessKillTests {
    @Test func noKillLosesOrMakesAUnit() throws {
        let stage = try Stage()
        if let only = Self.setting("SATCHEL_KILL_ONLY") { return try Self.replay(only, on: stage) }
        if let seed = Self.setting("SATCHEL_KILL_SEED").flatMap({ UInt64($0) }) {
            _ = try Script(seed: seed).run(on: stage)
            return
        }
        let wanted = Self.setting("SATCHEL_KILL_POINTS").flatMap { Int($0) } ?? 1_000
        let tally = Tally()
        let clock = ContinuousClock()
        let start = clock.now
        let points = try Self.killEverySteps(of: stage, tally)
        let between = clock.now
        let scripts = Self.runScripts(until: wanted, on: stage, tally)
        let end = clock.now
        print(
            "\(tally.count) kills: \(points) at every step of every situation in \(between - start), "
                + "the rest in \(scripts) scripts in \(end - between)")
        print(tally.table)
        #expect(tally.failures == [])
        #expect(tally.count >= wanted || !tally.failures.isEmpty)
        let named = Set(
            WalletStep.allCases.filter { !Self.ofOrders.contains($0) }.map(\.rawValue)
                + HubStep.allCases.map(\.rawValue))
        #expect(named.subtracting(tally.steps).sorted() == [], "steps at which nothing was ever killed")
    }

    /// Conversions and payouts are killed at these in process: `aWalletThatDiesAtAnyStepConvertsOnceOrNotAtAll`.
    private static let ofOrders: Set<WalletStep> = [
        .orderWriting, .orderWritten, .orderAnswered, .orderSettling, .orderSettled,
    ]

    /// Enters each situation once for each step of its victim, and kills it there; returns how many that were.
    private static func killEverySteps(of stage: Stage, _ tally: Tally) throws -> Int {
        let situations = Situation.all
        let points = Mutex<[(PreparedSituation, step: Int)]>([])
        inParallel(situations.count) { index in
            tally.collect("\(situations[index].name)") {
                let prepared = try PreparedSituation(situations[index], on: stage)
                let steps = try prepared.rehearse()
                points.withLock { points in points += (0...steps.count).dropFirst().map { (prepared, $0) } }
                return []
            }
        }
        let all = points.withLock { $0 }
        inParallel(all.count) { index in
            let (prepared, step) = all[index]
            tally.collect("SATCHEL_KILL_ONLY=\"\(prepared.situation.name) \(step)\"") {
                try prepared.kill(at: step)
            }
        }
        return all.count
    }

    /// Runs scripts until there are enough kills; returns how many scripts that were.
    private static func runScripts(until wanted: Int, on stage: Stage, _ tally: Tally) -> Int {
        let first = setting("SATCHEL_FIRST_SCRIPT").flatMap { UInt64($0) } ?? 1
        let next = Mutex(first)
        inParallel(2) { _ in
            while tally.count < wanted && tally.failures.count < Tally.enough {
                let seed = next.withLock { seed in
                    defer { seed += 1 }
                    return seed
                }
                tally.collect("SATCHEL_KILL_SEED=\(seed)") { try Script(seed: seed).run(on: stage) }
            }
        }
        return next.withLock { Int($0 - first) }
    }

    private static func replay(_ point: String, on stage: Stage) throws {
        let words = point.split(separator: " ")
        let name = words.dropLast().joined(separator: " ")
        let situation = try #require(Situation.all.first { $0.name == name }, "no situation is called '\(name)'")
        let prepared = try PreparedSituation(situation, on: stage)
        print("\(name): \(try prepared.rehearse())")
        let step = try #require(words.last.flatMap { Int($0) })
        print("killed at \(try prepared.kill(at: step))")
    }

    private static func setting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func inParallel(_ count: Int, _ body: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }
}

/// The kills of all threads, and what went wrong.
final class Tally: Sendable {
    private struct State {
        var kills: [String: Int] = [:]
        var failures: [String] = []
    }

    /// Failures after which no more are looked for.
    static let enough = 5

    private let state = Mutex(State())

    func collect(_ command: String, _ body: () throws -> [String]) {
        guard failures.count < Self.enough else { return }
        do {
            let steps = try body()
            state.withLock { state in for step in steps { state.kills[step, default: 0] += 1 } }
        } catch {
            state.withLock { $0.failures.append("\(command) swift test --filter ProcessKillTests\n\(error)") }
        }
    }

    var failures: [String] { state.withLock { $0.failures } }
    var count: Int { state.withLock { $0.kills.values.reduce(0, +) } }
    var steps: Set<String> { state.withLock { Set($0.kills.keys) } }
    var table: String {
        state.withLock { state in
            state.kills.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
    }
}
