// SPDX-License-Identifier: MIT
package import HubAPI
package import Tokens

/// An instant on the clocks of a place.
package struct LocalTime: Hashable, Sendable {
    package let day: CalendarDay
    package let hour: Int
    package let minute: Int

    /// - Parameter secondsFromUTC: how far the place's clocks are ahead.
    package init(_ time: Timestamp, secondsFromUTC: Int) {
        let shifted =
            secondsFromUTC < 0
            ? time.subtracting(seconds: UInt64(secondsFromUTC.magnitude)) : time.adding(seconds: UInt64(secondsFromUTC))
        day = CalendarDay(of: shifted)
        let seconds = Int(shifted.seconds % Timestamp.secondsPerDay)
        hour = seconds / 3_600
        minute = seconds / 60 % 60
    }
}
