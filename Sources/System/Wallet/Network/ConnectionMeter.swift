// SPDX-License-Identifier: MIT
internal import Synchronization

/// Measures how long the last calls to the hub took. All connections of one program share it.
package final class ConnectionMeter: Sendable {
    /// One call: its duration, or nil if no answer came.
    private struct Sample {
        let milliseconds: Int?
        let end: Duration
    }

    private static let kept = 8
    /// A device that made no call for this long may be on another network.
    private static let lifetime = Duration.seconds(300)

    private let samples = Mutex<[Sample]>([])
    private let now: @Sendable () -> Duration

    /// - Parameter now: a clock that never goes back; its zero does not matter.
    package init(now: @escaping @Sendable () -> Duration = ConnectionMeter.monotonic) { self.now = now }

    private static let start = ContinuousClock.now

    /// The time since the program first called this.
    package static let monotonic: @Sendable () -> Duration = { start.duration(to: .now) }

    /// Runs a call and records its duration. A call that throws counts as unanswered.
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

    /// The median duration of the recent calls in milliseconds; nil if none was answered.
    package var latency: Int? {
        let answered = recent.compactMap(\.milliseconds).sorted()
        return answered.isEmpty ? nil : answered[answered.count / 2]
    }

    package var quality: ConnectionQuality {
        let recent = recent
        // One lost call can happen on any network. Two in a row show a poor connection.
        if recent.count >= 2, recent.suffix(2).allSatisfy({ $0.milliseconds == nil }) { return .poor }
        return latency.map { ConnectionQuality(milliseconds: $0) } ?? .unknown
    }

    private var recent: [Sample] {
        let oldest = now() - Self.lifetime
        return samples.withLock { $0.filter { $0.end >= oldest } }
    }
}
