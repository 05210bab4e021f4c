// SPDX-License-Identifier: MIT
package import Tokens

//  in step ──set forward by more than an hour──► ahead ──set back again, or the operator confirms──► in step
//
//  | state   | meaning                                             | what waits                                     |
//  | ------- | --------------------------------------------------- | ---------------------------------------------- |
//  | in step | the clock has advanced normally                     | nothing                                        |
//  | ahead   | it was set forward, and no operator confirmed it    | everything that is due by date                 |

/// Detects that the system's clock was set, by comparing it with a counter that only advances.
///
/// Payments, offline tokens and sessions follow the clock in both directions without harm. What is done because a date
/// has come cannot be undone: months of standing orders would be paid at once, and offline tokens that are still in
/// use would be refunded. So this waits while the clock is ahead of its former course.
package struct ClockWatch: Sendable {
    package enum Finding: Sendable, Equatable {
        /// The clock was set forward by this many seconds and is ahead now.
        case setForward(seconds: Int64)
        /// The clock was set back. ``ClockWatch/isAhead`` says whether it is still ahead.
        case setBack(seconds: Int64)
    }

    /// Seconds. Smaller steps are ordinary clock corrections.
    package static let tolerance: Int64 = 3_600

    /// The clock less the counter at the last look, in seconds.
    package private(set) var offset: Int64
    /// The sum of all steps of the clock since the start or the last confirmation, in seconds.
    private var displacement: Int64 = 0

    /// - Parameters:
    ///   - now: the system's clock.
    ///   - counter: seconds of a clock that only advances, such as CLOCK_BOOTTIME.
    package init(now: Timestamp, counter: Int64) {
        offset = Self.offset(now: now, counter: counter)
    }

    static func offset(now: Timestamp, counter: Int64) -> Int64 { seconds(now) - counter }

    package var isAhead: Bool { displacement > Self.tolerance }

    /// Must be called at intervals shorter than ``tolerance``.
    package mutating func look(now: Timestamp, counter: Int64) -> Finding? {
        let fresh = Self.offset(now: now, counter: counter)
        let step = fresh - offset
        offset = fresh
        guard abs(step) > Self.tolerance else { return nil }
        displacement += step
        return step > 0 ? .setForward(seconds: step) : .setBack(seconds: -step)
    }

    /// Accepts the present clock as correct.
    package mutating func confirm() { displacement = 0 }

    /// Limits the value so that sums and differences cannot overflow, whatever the clock shows.
    private static func seconds(_ time: Timestamp) -> Int64 { Int64(clamping: min(time.seconds, 1 << 40)) }
}
