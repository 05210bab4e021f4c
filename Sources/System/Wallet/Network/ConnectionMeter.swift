// SPDX-License-Identifier: MIT
internal import Synchronization

/// What the last calls to the hub took: shared by all connections of one program.
package final class ConnectionMeter: Sendable {
    /// One call: how long it took, or nil when no answer came.
    private struct Sample {
        let milliseconds: Int?
        let end: Duration
    }

    private static let kept = 8
    /// A phone that was in a pocket for so long may be on another network.
    private static let lifetime = Duration.seconds(300)

    private let samples = Mutex<[Sample]>([])
    private let now: @Sendable () -> Duration

    /// - Parameter now: a clock that never goes back; its zero does not matter.
    package init(now: @escaping @Sendable () -> Duration = ConnectionMeter.monotonic) { self.now = now }

    private static let start = ContinuousClock.now

    /// Time since the program first asked.
    package static let monotonic: @Sendable () -> Duration = { start.duration(to: .now) }

    /// Runs a call and remembers what it took; one that throws counts as lost.
    package func measure<R>(_ call: () throws -> R) rethrows -> R {
        let began = now()
        do {
            let result = try call()
            note(began: began, isAnswered: true)
            return result
        } catch {
            note(began: began, isAnswered: false)
            throw error
        }
    }

    private func note(began: Duration, isAnswered: Bool) {
        let end = now()
        let (seconds, attoseconds) = (end - began).components
        let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
        samples.withLock {
            $0.append(Sample(milliseconds: isAnswered ? milliseconds : nil, end: end))
            $0.removeFirst(max(0, $0.count - Self.kept))
        }
    }

    /// The median of the last calls in milliseconds; nil when none was answered lately.
    package var latency: Int? {
        let answered = recent.compactMap(\.milliseconds).sorted()
        return answered.isEmpty ? nil : answered[answered.count / 2]
    }

    package var quality: ConnectionQuality {
        let recent = recent
        // One lost call happens on any network; two in a row say something about it.
        if recent.count >= 2, recent.suffix(2).allSatisfy({ $0.milliseconds == nil }) { return .poor }
        return latency.map { ConnectionQuality(milliseconds: $0) } ?? .unknown
    }

    private var recent: [Sample] {
        let oldest = now() - Self.lifetime
        return samples.withLock { $0.filter { $0.end >= oldest } }
    }
}
