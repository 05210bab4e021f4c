// SPDX-License-Identifier: MIT

/// An instant in seconds since 1970-01-01T00:00:00Z; the only form of time on the wire and on disk.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let seconds: UInt64

    /// 9999-12-31T23:59:59Z. No later time is decoded, so adding days to a received time cannot overflow.
    package static let maximum = Timestamp(seconds: 253_402_300_799)
    package static let secondsPerDay: UInt64 = 86_400
    package static let secondsPerHour: UInt64 = 3_600

    /// - Parameter seconds: since 1970, UTC.
    package init(seconds: UInt64) { self.seconds = seconds }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

    /// This instant moved forward, at most to ``maximum``.
    package func adding(seconds more: UInt64) -> Timestamp {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        return overflow ? .maximum : min(Timestamp(seconds: sum), max(self, .maximum))
    }

    /// This instant moved forward by whole days of 86,400 seconds, at most to ``maximum``.
    package func adding(days: UInt64) -> Timestamp {
        let (more, overflow) = days.multipliedReportingOverflow(by: Self.secondsPerDay)
        return overflow ? .maximum : adding(seconds: more)
    }

    /// This instant moved backward, at most to 1970.
    package func subtracting(seconds less: UInt64) -> Timestamp {
        Timestamp(seconds: seconds > less ? seconds - less : 0)
    }

    /// The seconds from an earlier instant to this one; zero if it is not earlier.
    package func seconds(since earlier: Timestamp) -> UInt64 { self > earlier ? seconds - earlier.seconds : 0 }

    /// `2026-11-20T17:08:00Z`.
    ///
    /// The civil date from the day number is Howard Hinnant's `civil_from_days`,
    /// <https://howardhinnant.github.io/date_algorithms.html>.
    package var iso8601: String {
        let bounded = min(self, .maximum).seconds
        let second = bounded % Self.secondsPerDay
        let shifted = bounded / Self.secondsPerDay + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
        let clock = [second / 3_600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(date)T\(clock)Z"
    }

    package var description: String { iso8601 }

    private static func padded(_ value: UInt64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
