// SPDX-License-Identifier: MIT
import Glibc

/// Lets the serving process write between the commits of a long command.
///
/// A database file has one writer at a time, and a process that waits for the lock polls it at most every tenth of a
/// second. So the lock must stay free for as long as it was held. <https://www.sqlite.org/c3ref/busy_timeout.html>
package struct CommitPace {
    private var began: ContinuousClock.Instant?

    package init() {}

    /// Sleeps for as long as it is since the last call returned; the first call does not sleep.
    package mutating func giveWay() {
        if let began {
            let taken = began.duration(to: .now)
            let microseconds = taken.components.seconds * 1_000_000 + taken.components.attoseconds / 1_000_000_000_000
            usleep(UInt32(clamping: min(max(microseconds, 0), 900_000)))
        }
        began = .now
    }
}
