// SPDX-License-Identifier: MIT

// ISO 8601-1, sections 5.2 to 5.4, as files of cards use it. Accepted forms:
//
//     2026-01-15                      midnight in UTC
//     2026-01-15T10:30                UTC where no zone is stated; "t", a space and "z" are accepted too (RFC 3339, section 5.6)
//     2026-01-15T10:30:00Z
//     2026-01-15T10:30:00.250+02:00   any count of decimals, the milliseconds of which are kept; also "," and +0200, +02
//
// A leap second (":60") is parsed as the second before it, and 24:00 is the next day's midnight.
extension Moment {
    /// The longest text accepted, in UTF-8 bytes.
    package static let maximumTextCount = 64

    /// Parses a date, or a date and a time; nil for anything else.
    package init?(iso8601 text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumTextCount else { return nil }
        var text = String(text)
        let milliseconds = text.withUTF8 { utf8 in
            var scanner = DateScanner(text: utf8)
            return scanner.milliseconds()
        }
        guard let milliseconds else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// The time in UTC: `2026-01-15T10:30:00Z`, with three decimals where there are any.
    package var iso8601: String {
        let part = milliseconds - seconds * 1000
        let whole = iso8601InSeconds
        return part == 0 ? whole : "\(whole.dropLast()).\(Self.padded(part, 3))Z"
    }

    /// The time in UTC without decimals, for readers that refuse them.
    package var iso8601InSeconds: String {
        let day = seconds.flooredQuotient(by: 86_400)
        let second = seconds - day * 86_400
        let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(isoDate)T\(clock)Z"
    }

    /// The day in UTC: `2026-01-15`.
    package var isoDate: String {
        let (year, month, day) = Calendar.date(of: seconds.flooredQuotient(by: 86_400))
        return "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

/// A date and time as stated in a text, by the clock of its own zone.
struct WallClock: Equatable {
    let year: Int
    let month: Int
    let day: Int
    /// From 0, Sunday.
    let weekday: Int
    let hour: Int
    let minute: Int
    let second: Int
    let hasTime: Bool
    /// Whether its zone is stated as `Z`, UTC, which does not identify the place.
    let isUTC: Bool

    /// Accepts the same texts as `Moment(iso8601:)`; nil for anything else.
    init?(iso8601 text: String) {
        guard text.utf8.count <= Moment.maximumTextCount else { return nil }
        var text = text
        let read = text.withUTF8 { utf8 in
            var scanner = DateScanner(text: utf8)
            return scanner.milliseconds().map { ($0, scanner.aheadOfUTC ?? 0, scanner.hasTime) }
        }
        guard let (milliseconds, ahead, hasTime) = read else { return nil }
        let seconds = (milliseconds + ahead).flooredQuotient(by: 1000)
        let days = seconds.flooredQuotient(by: 86_400)
        let second = Int(seconds - days * 86_400)
        let date = Calendar.date(of: days)
        (year, month, day) = (Int(date.year), Int(date.month), Int(date.day))
        // 1970-01-01 was a Thursday.
        weekday = Int(days + 4 - (days + 4).flooredQuotient(by: 7) * 7)
        (hour, minute, self.second) = (second / 3600, second / 60 % 60, second % 60)
        self.hasTime = hasTime
        isUTC = text.hasSuffix("Z") || text.hasSuffix("z")
    }
}

/// The proleptic Gregorian calendar, in days since 1970-01-01.
private enum Calendar {
    /// Eras of 400 years begin in March, so that the leap day is the last one of its year.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year.flooredQuotient(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func date(of days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = days + 719_468
        let era = days.flooredQuotient(by: 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch + (fromMarch < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
    }

    static func dayCount(year: Int64, month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

private struct DateScanner {
    let text: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The zone's offset from UTC in milliseconds; nil for a date alone.
    private(set) var aheadOfUTC: Int64?
    private(set) var hasTime = false

    init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// The whole text as milliseconds since 1970.
    mutating func milliseconds() -> Int64? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2), year >= 1,
            1...12 ~= month, day >= 1, day <= Calendar.dayCount(year: year, month: month)
        else { return nil }
        let start = Calendar.days(year: year, month: month, day: day) * 86_400_000
        if position == text.count { return start }
        guard take("T") || take("t") || take(" "), let time = time(), let offset = offset(), position == text.count
        else { return nil }
        hasTime = true
        aheadOfUTC = offset
        return start + time - offset
    }

    private mutating func time() -> Int64? {
        guard let hour = digits(2), take(":"), let minute = digits(2), hour <= 24, minute <= 59 else { return nil }
        var second: Int64 = 0
        var thousandths: Int64 = 0
        if take(":") {
            guard let found = digits(2), found <= 60 else { return nil }
            second = min(found, 59)
            if take(".") || take(",") {
                guard let found = decimals() else { return nil }
                thousandths = found
            }
        }
        guard hour < 24 || (minute == 0 && second == 0 && thousandths == 0) else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + thousandths
    }

    /// The zone's offset from UTC in milliseconds.
    private mutating func offset() -> Int64? {
        if position == text.count || take("Z") || take("z") { return 0 }
        let sign: Int64 = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hour = digits(2), hour <= 23 else { return nil }
        var minute: Int64 = 0
        if position < text.count {
            _ = take(":")
            guard let found = digits(2), found <= 59 else { return nil }
            minute = found
        }
        return sign * (hour * 60 + minute) * 60_000
    }

    /// One digit or more; only the first three are used.
    private mutating func decimals() -> Int64? {
        let start = position
        var value: Int64 = 0
        while position < text.count, let digit = Self.digit(text[position]) {
            if position - start < 3 { value = value * 10 + digit }
            position += 1
        }
        let count = position - start
        guard count > 0 else { return nil }
        return count == 1 ? value * 100 : count == 2 ? value * 10 : value
    }

    private mutating func digits(_ count: Int) -> Int64? {
        guard text.count - position >= count else { return nil }
        var value: Int64 = 0
        for index in position..<position + count {
            guard let digit = Self.digit(text[index]) else { return nil }
            value = value * 10 + digit
        }
        position += count
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private static func digit(_ byte: UInt8) -> Int64? {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte ? Int64(byte - UInt8(ascii: "0")) : nil
    }
}
