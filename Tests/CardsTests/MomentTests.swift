// SPDX-License-Identifier: MIT
import Cards
import FoundationEssentials
import Testing

struct MomentTests {
    @Test(arguments: [
        ("2026-01-15T10:30:00Z", 1_768_473_000_000 as Int64), ("2026-01-15", 1_768_435_200_000),
        ("2026-01-15T10:30", 1_768_473_000_000), ("2026-01-15 10:30:00z", 1_768_473_000_000),
        ("2026-01-15T12:30:00.25+02:00", 1_768_473_000_250), ("2026-01-15T05:00:00,123456-0530", 1_768_473_000_123),
        ("1969-12-31T23:59:59.999Z", -1), ("0001-01-01", -62_135_596_800_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2024-02-29T24:00:00+01", 1_709_247_600_000),
        ("2016-12-31T23:59:60Z", 1_483_228_799_000),
    ])
    func datesAreRead(_ text: String, _ milliseconds: Int64) {
        #expect(Moment(iso8601: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-1-15", "2026-13-01", "2026-00-01", "2026-02-29", "2100-02-29", "2026-01-32", "0000-01-01",
        "2026-01-15T", "2026-01-15T25:00", "2026-01-15T24:01", "2026-01-15T10:60", "2026-01-15T10:30:61Z",
        "2026-01-15T10:30:00.Z", "2026-01-15T10:30:00+24:00", "2026-01-15T10:30:00Z ", "2026-01-15T10:30:00+",
        "+2026-01-15", "２０２６-01-15", "9999-12-31T23:59:59-01:00", "2026-01-15T10:30:00+01:60",
    ])
    func whatIsNoDateIsRefused(_ text: String) {
        #expect(Moment(iso8601: text) == nil)
    }

    @Test func anInstantIsWrittenAsItWasRead() {
        for text in [
            "2026-01-15T10:30:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.001Z", "2024-02-29T00:00:00.250Z",
        ] {
            #expect(Moment(iso8601: text)?.iso8601 == text)
        }
        #expect(Moment(milliseconds: -1)?.iso8601InSeconds == "1969-12-31T23:59:59Z")
        #expect(Moment(milliseconds: -1)?.isoDate == "1969-12-31")
    }

    /// Foundation's calendar is the judge, from the day on which it became Gregorian.
    @Test func daysAreFoundationsDays() throws {
        let style = Date.ISO8601FormatStyle()
        for day in stride(from: Int64(-141_000), through: 2_900_000, by: 373) {
            let moment = try #require(Moment(seconds: day * 86_400 + 45_296))
            let text = Date(timeIntervalSince1970: Double(moment.seconds)).formatted(style)
            #expect(moment.iso8601 == text)
            #expect(Moment(iso8601: text) == moment)
        }
    }

    @Test func instantsStayWithinFourDigits() {
        #expect(Moment(milliseconds: Moment.range.upperBound + 1) == nil)
        #expect(Moment(milliseconds: .min) == nil && Moment(seconds: .max) == nil)
        #expect(Moment(seconds: 0)?.advanced(byMilliseconds: .max).milliseconds == Moment.range.upperBound)
        #expect(Moment(seconds: -1)?.advanced(byMilliseconds: .min).milliseconds == Moment.range.lowerBound)
    }
}
