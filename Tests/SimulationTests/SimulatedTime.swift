// SPDX-License-Identifier: MIT
import Synchronization
import Tokens

/// The true time of an economy, which is the hub's; moved by the simulation alone.
final class SimulatedTime: Sendable {
    private let time = Mutex(Timestamp(seconds: 1_795_180_000))

    var now: Timestamp { time.withLock { $0 } }
    var clock: Clock { Clock { [self] in now } }

    func advance(seconds: UInt64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
    func advance(days: UInt64) { time.withLock { $0 = $0.adding(days: days) } }
}

/// The clock of one device: it is off by some seconds, and what it is off by can change at any time.
final class DeviceClock: Sendable {
    private let time: SimulatedTime
    private let skew: Mutex<Int64>

    init(_ time: SimulatedTime, skew: Int64) {
        self.time = time
        self.skew = Mutex(skew)
    }

    var clock: Clock {
        Clock { [self] in
            let skew = skew.withLock { $0 }
            return skew < 0 ? time.now.subtracting(seconds: skew.magnitude) : time.now.adding(seconds: skew.magnitude)
        }
    }

    func set(skew new: Int64) { skew.withLock { $0 = new } }
}
