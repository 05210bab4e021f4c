// SPDX-License-Identifier: MIT
import Glibc
import Synchronization
import Testing

@Suite struct SimulationTests {
    /// `SATCHEL_ECONOMIES`: how many. `SATCHEL_SEED`: the first seed.
    private static func setting(_ name: String, _ standard: UInt64) -> UInt64 {
        getenv(name).flatMap { UInt64(String(cString: $0)) } ?? standard
    }

    private static var count: UInt64 {
        #if DEBUG
            setting("SATCHEL_ECONOMIES", 200)
        #else
            setting("SATCHEL_ECONOMIES", 20_000)
        #endif
    }

    @Test func noEconomyLosesMakesOrMisjudgesAnything() async {
        let first = Self.setting("SATCHEL_SEED", 1)
        let next = Progress(first: first, end: first + Self.count)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { Self.work(next) } }
        }
        print(next.summary)
        for seed in next.failures { Issue.record("\(Self.story(of: seed))") }
    }

    @Test func theSameSeedIsTheSameRun() throws {
        for seed in 1...UInt64(3) { #expect(Self.story(of: seed) == Self.story(of: seed)) }
    }

    private static func work(_ progress: Progress) {
        while let seed = progress.take() {
            do {
                let economy = try Economy(seed: seed)
                try economy.run()
                progress.finish(economy.tally)
            } catch {
                // At once, so that a run of hours that is cut short has said it; the whole story follows at the end.
                print("seed \(seed): \(error)")
                fflush(nil)
                progress.fail(seed)
            }
        }
    }

    /// Runs one seed again, and tells everything that happened in it.
    private static func story(of seed: UInt64) -> String {
        var lines = [
            "seed \(seed)",
            "SWIFT_DETERMINISTIC_HASHING=1 SATCHEL_SEED=\(seed) SATCHEL_ECONOMIES=1 swift test -c release --filter SimulationTests",
        ]
        do {
            let economy = try Economy(seed: seed, isTraced: true)
            do { try economy.run() } catch { lines.append("\(error)") }
            lines += economy.trace
        } catch {
            lines.append("\(error)")
        }
        return lines.joined(separator: "\n")
    }
}

/// Hands out seeds to the threads and keeps what they report.
private final class Progress: Sendable {
    private struct State {
        var next: UInt64
        var failures: [UInt64] = []
        var tally = Tally()
    }

    /// A fault shows itself many times; the first ones suffice.
    private static let maximumFailures = 3

    private let end: UInt64
    private let state: Mutex<State>

    init(first: UInt64, end: UInt64) {
        self.end = end
        state = Mutex(State(next: first))
    }

    func take() -> UInt64? {
        state.withLock { state in
            guard state.next < end, state.failures.count < Self.maximumFailures else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func finish(_ tally: Tally) { state.withLock { $0.tally += tally } }
    func fail(_ seed: UInt64) { state.withLock { $0.failures.append(seed) } }
    var failures: [UInt64] { state.withLock { $0.failures.sorted() } }
    var summary: String { state.withLock { $0.tally.description } }
}
