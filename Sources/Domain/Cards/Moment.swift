// SPDX-License-Identifier: MIT

/// A time in the years 1 to 9999, in milliseconds, as cards store it.
package struct Moment: Hashable, Comparable, Sendable {
    /// Since the first second of 1970 in UTC; negative before it.
    package let milliseconds: Int64

    /// The first millisecond of the year 1 and the last one of 9999.
    package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// - Returns: nil outside ``range``.
    package init?(milliseconds: Int64) {
        guard Self.range.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// - Returns: nil outside ``range``.
    package init?(seconds: Int64) {
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { return nil }
        self.init(milliseconds: milliseconds)
    }

    /// The whole seconds since 1970, rounded down.
    package var seconds: Int64 { milliseconds.flooredQuotient(by: 1000) }

    /// The time that many milliseconds later, limited to the end of ``range``.
    package func advanced(byMilliseconds step: Int64) -> Moment {
        let (sum, overflows) = milliseconds.addingReportingOverflow(step)
        let reached = overflows ? (step > 0 ? Int64.max : Int64.min) : sum
        return Moment(unchecked: min(max(reached, Self.range.lowerBound), Self.range.upperBound))
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
