// SPDX-License-Identifier: MIT
package import Tokens

/// A day of the Gregorian calendar in UTC, such as `2026-11-20`.
///
/// The arithmetic is Howard Hinnant's, <https://howardhinnant.github.io/date_algorithms.html>.
package struct CalendarDay: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// 1970 to 9999.
    package let year: Int
    /// 1 to 12.
    package let month: Int
    /// 1 to 31.
    package let day: Int

    /// Returns nil for a day that does not exist.
    package init?(year: Int, month: Int, day: Int) {
        guard 1970...9999 ~= year, 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day with this number of days since 1970-01-01, at most 9999-12-31.
    package init(number: Int) {
        let shifted = min(max(number, 0), Self.maximumNumber) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day that contains a time.
    package init(of time: Timestamp) {
        self.init(number: Int(min(time, .maximum).seconds / Timestamp.secondsPerDay))
    }

    /// Parses `2026-11-20`; returns nil for any other form.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    private static let maximumNumber = 2_932_896

    /// Days since 1970-01-01.
    package var number: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The first second of the day.
    package var start: Timestamp { Timestamp(seconds: UInt64(number) * Timestamp.secondsPerDay) }

    /// The first second after the day.
    package var end: Timestamp { start.adding(days: 1) }

    /// The number of days in a month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    package static func < (a: CalendarDay, b: CalendarDay) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    package var description: String { String(start.iso8601.prefix(10)) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CalendarDay(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a day is not written 2026-11-20")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
