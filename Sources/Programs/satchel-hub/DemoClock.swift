// SPDX-License-Identifier: MIT
import Synchronization
import Tokens

/// A clock that runs behind the machine's, so that a demo's accounts have a past.
final class DemoClock: Sendable {
    private let secondsBehind = Mutex<UInt64>(0)

    var clock: Clock {
        Clock { [self] in
            let now = HubProgram.clock.now().seconds
            return Timestamp(seconds: now - min(now, secondsBehind.withLock { $0 }))
        }
    }

    func set(secondsBehind: UInt64) { self.secondsBehind.withLock { $0 = secondsBehind } }
}
