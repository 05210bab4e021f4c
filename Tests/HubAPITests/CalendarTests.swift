// SPDX-License-Identifier: MIT
import HubAPI
import Testing
import Tokens

struct CalendarTests {
    @Test func everyDayOfEightyYearsIsTheDayAfterTheOneBefore() throws {
        var day = CalendarDay(number: 0)
        #expect(day.description == "1970-01-01")
        for number in 1..<29_220 {
            let next = CalendarDay(number: number)
            let expected =
                CalendarDay(year: day.year, month: day.month, day: day.day + 1)
                ?? CalendarDay(year: day.year, month: day.month + 1, day: 1)
                ?? CalendarDay(year: day.year + 1, month: 1, day: 1)
            #expect(next == expected)
            guard next.number == number, next > day, CalendarDay(of: next.start) == next else {
                Issue.record("\(next) is day \(next.number), not \(number)")
                return
            }
            day = next
        }
        #expect(day.description == "2049-12-31")
    }

    @Test(arguments: [
        "2026-02-29", "2026-13-01", "2026-00-10", "26-01-01", "2026-1-01", "2026-01-1", "+026-01-01", "1969-12-31",
        "2026-01-01T", "", "2026-04-31",
    ])
    func whatIsNoDayIsRefused(text: String) { #expect(CalendarDay(text: text) == nil) }

    @Test func monthsKeepTheFirstDaysNumber() throws {
        let first = try #require(CalendarDay(text: "2027-11-30"))
        let rhythm = try Rhythm(.monthly, every: 3)
        #expect(
            (0..<5).map { rhythm.day($0, from: first).description }
                == ["2027-11-30", "2028-02-29", "2028-05-30", "2028-08-30", "2028-11-30"])
        #expect(try Rhythm(.weekly, every: 2).day(3, from: first).description == "2028-01-11")
        #expect(throws: HubProblem.self) { try Rhythm(.daily, every: 0) }
    }

    @Test func aDayEndsWhereTheNextBegins() {
        let day = CalendarDay(number: 20_000)
        #expect(day.end == CalendarDay(number: 20_001).start)
        #expect(CalendarDay(of: day.end.subtracting(seconds: 1)) == day)
        #expect(CalendarDay(of: .maximum).description == "9999-12-31")
    }
}
