// SPDX-License-Identifier: MIT

/// The four forms in which a BaluHost writes a time, all of them seen on one server:
///
///     2026-11-20T13:16:35.320218Z
///     2026-11-20T13:11:36.171+00:00
///     2026-11-20T13:10:45
///     2026-11-20T13:11:36.156250
///
/// Without a zone, UTC is meant.
package enum BaluDate {
    private static let maximumCount = 40

    /// - Returns: milliseconds since 1970; nil for another form.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard 19...maximumCount ~= bytes.count, bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T"),
            bytes[13] == colon, bytes[16] == colon, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 61
        else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { 48...57 ~= $0 }
            guard 1...9 ~= digits.count else { return nil }
            rest = rest[digits.endIndex...]
            guard let value = number((digits + [48, 48]).prefix(3)) else { return nil }
            fraction = value
        }
        guard let zone = zoneMinutes(rest) else { return nil }
        let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute - zone) * 60 + second
        return seconds * 1_000 + fraction
    }

    private static let dash = UInt8(ascii: "-")
    private static let colon = UInt8(ascii: ":")

    private static func zoneMinutes(_ text: ArraySlice<UInt8>) -> Int64? {
        if text.isEmpty || text.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        let bytes = Array(text)
        guard bytes.count == 6, bytes[3] == colon, let hours = number(bytes[1..<3]), let minutes = number(bytes[4..<6]),
            hours < 24, minutes < 60
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case dash: return -(hours * 60 + minutes)
        default: return nil
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    /// Days since 1970 of a day in the Gregorian calendar, with years that begin in March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
