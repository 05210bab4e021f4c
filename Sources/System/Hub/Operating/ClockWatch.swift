// SPDX-License-Identifier: MIT
package import Tokens

//  in step ──set forward by more than an hour──► ahead ──set back again, or somebody confirms──► in step
//
//  | state   | meaning                                             | what waits                                     |
//  | ------- | --------------------------------------------------- | ---------------------------------------------- |
//  | in step | the clock has gone as a clock does                  | nothing                                        |
//  | ahead   | it was set forward, and nobody has said that it is right | what is done because its time has come    |

/// Notices that the system's clock was set, by a clock beside it that only counts.
///
/// Payments, tokens and sessions follow the clock wherever it goes, and come back with it. What is done because its time has
/// come does not come back: standing orders of months would be paid at once, and tokens that people still hold would be
/// refunded. So that waits while the clock is ahead of where it was.
package struct ClockWatch: Sendable {
    package enum Finding: Sendable, Equatable {
        /// The clock was set forward by so many seconds and is ahead now.
        case setForward(seconds: Int64)
        /// It was set back; whether it is ahead still says ``ClockWatch/isAhead``.
        case setBack(seconds: Int64)
    }

    /// Less than this is how clocks are corrected.
    package static let tolerance: Int64 = 3_600

    /// The clock less the counter, when they were looked at last.
    package private(set) var offset: Int64
    /// What all settings of the clock add up to, since the start or the last word of a person.
    private var displacement: Int64 = 0

    /// - Parameters:
    ///   - now: the system's clock.
    ///   - counter: seconds that only count, such as CLOCK_BOOTTIME.
    package init(now: Timestamp, counter: Int64) {
        offset = Self.offset(now: now, counter: counter)
    }

    static func offset(now: Timestamp, counter: Int64) -> Int64 { seconds(now) - counter }

    package var isAhead: Bool { displacement > Self.tolerance }

    /// To be called more often than the tolerance is long.
    package mutating func look(now: Timestamp, counter: Int64) -> Finding? {
        let fresh = Self.offset(now: now, counter: counter)
        let step = fresh - offset
        offset = fresh
        guard abs(step) > Self.tolerance else { return nil }
        displacement += step
        return step > 0 ? .setForward(seconds: step) : .setBack(seconds: -step)
    }

    /// Somebody says that the clock is right as it is.
    package mutating func confirm() { displacement = 0 }

    /// Small enough to be added and subtracted, whatever a clock shows.
    private static func seconds(_ time: Timestamp) -> Int64 { Int64(clamping: min(time.seconds, 1 << 40)) }
}
