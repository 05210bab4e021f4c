// SPDX-License-Identifier: MIT

/// An instant of the years 1 to 9999, to the millisecond, as cards carry it.
package struct Moment: Hashable, Comparable, Sendable {
    /// Since the first second of 1970 in UTC; below zero before it.
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

    /// The whole seconds since 1970, rounded towards the past.
    package var seconds: Int64 { milliseconds.flooredQuotient(by: 1000) }

    /// The instant that many milliseconds later; the end of ``range`` beyond it.
    package func advanced(byMilliseconds step: Int64) -> Moment {
        let (sum, overflows) = milliseconds.addingReportingOverflow(step)
        let reached = overflows ? (step > 0 ? Int64.max : Int64.min) : sum
        return Moment(unchecked: min(max(reached, Self.range.lowerBound), Self.range.upperBound))
    }

    package static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }
}

extension Int64 {
    /// The quotient rounded down, also below zero.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
