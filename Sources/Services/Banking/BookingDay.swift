// SPDX-License-Identifier: MIT

/// A day of the Gregorian calendar in a bank's file, in the date format of XML Schema.
/// <https://www.w3.org/TR/xmlschema-2/#date>
struct BookingDay: Equatable {
    /// `2026-11-21`.
    let text: String

    /// Parses the day at the start of a date or a date-time: "2026-11-21", "2026-11-21Z", "2026-11-21T08:00:00+01:00".
    ///
    /// Returns nil for a day that does not exist, and for a text that continues in another way.
    init?(startOf text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), year > 0, 1...12 ~= month, day > 0,
            day <= Self.days(month, year), Self.isContinuation(bytes[10...])
        else { return nil }
        self.text = String(decoding: bytes[..<10], as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the rest is empty, a time, or a time zone. The day does not depend on them.
    private static func isContinuation(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        return Array("TZ+-".utf8).contains(first)
    }
}
