// SPDX-License-Identifier: MIT

/// An interval of days, weeks or months, counted from a first day.
///
/// Monthly due dates have the first day's number. In a shorter month it is the last day, and later due dates are not
/// affected: 31 January is followed by 28 February and 31 March.
package struct Rhythm: Codable, Hashable, Sendable, CustomStringConvertible {
    package enum Unit: String, Codable, Sendable, CaseIterable {
        case daily = "daily", weekly = "weekly", monthly = "monthly"
    }

    package static let maximumInterval = 24

    package let unit: Unit
    /// 1 to 24: 1 for every unit, 2 for every second one, and so on.
    package let every: Int

    enum CodingKeys: String, CodingKey, CaseIterable { case unit = "unit", every = "every" }

    /// - Throws: ``HubProblem`` with `.badRequest` for an interval out of range.
    package init(_ unit: Unit, every: Int = 1) throws {
        guard 1...Self.maximumInterval ~= every else {
            throw HubProblem(.badRequest, "\"every\" is a whole number from 1 to \(Self.maximumInterval).")
        }
        self.unit = unit
        self.every = every
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.strictFields(CodingKeys.self)
        try self.init(
            try fields.decode(Unit.self, forKey: .unit),
            every: try fields.decodeIfPresent(Int.self, forKey: .every) ?? 1)
    }

    /// The due date with this index; 0 is the first day itself.
    package func day(_ index: Int, from first: CalendarDay) -> CalendarDay {
        switch unit {
        case .daily: return CalendarDay(number: first.number + index * every)
        case .weekly: return CalendarDay(number: first.number + 7 * index * every)
        case .monthly:
            let months = first.year * 12 + first.month - 1 + index * every
            let (year, month) = (months / 12, months % 12 + 1)
            let day = min(first.day, CalendarDay.days(inMonth: month, of: year))
            return CalendarDay(year: year, month: month, day: day) ?? CalendarDay(number: .max)
        }
    }

    package var description: String {
        let unit = [Unit.daily: "day", .weekly: "week", .monthly: "month"][unit] ?? ""
        return every == 1 ? "every \(unit)" : "every \(every) \(unit)s"
    }
}
