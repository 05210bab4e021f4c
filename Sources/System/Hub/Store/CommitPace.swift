// SPDX-License-Identifier: MIT
import Glibc

/// Lets the process that serves write between the commits of a long command.
///
/// Books in a file have one writer at a time, and whoever waits for the turn looks for it only now and then, at most every tenth of
/// a second: so the turn must be free for as long as it was taken. <https://www.sqlite.org/c3ref/busy_timeout.html>
struct CommitPace {
    private var began: ContinuousClock.Instant?

    /// Waits as long as it is since the last call returned; not at all the first time.
    mutating func giveWay() {
        if let began {
            let taken = began.duration(to: .now)
            let microseconds = taken.components.seconds * 1_000_000 + taken.components.attoseconds / 1_000_000_000_000
            usleep(UInt32(clamping: min(max(microseconds, 0), 900_000)))
        }
        began = .now
    }
}
