// SPDX-License-Identifier: MIT

/// One currency conversion, computed exactly and rounded once.
///
/// The amount received is rounded down, or the amount given is rounded up, to a whole minor unit. Rounding therefore
/// costs the customer less than one minor unit, and never creates money.
package struct Exchange: Hashable, Sendable {
    /// The amount that the customer gives.
    package let give: Amount
    /// The amount that the customer receives.
    package let get: Amount
    /// The customer's cost of rounding, in millionths of a minor unit of the computed side: below 1 000 000.
    package let rounding: Int64
}

extension ExchangeRate {
    /// Converts an amount given in one of the two currencies. The amount received is rounded down.
    ///
    /// - Throws: ``MoneyError`` with `.currencyMismatch`, `.negative` unless the amount is above zero, `.overflow`, or
    ///   `.malformed` when the result would be zero.
    package func exchange(giving give: Amount) throws -> Exchange {
        let ratio = try Ratio(giving: give.currency, at: self)
        let (product, overflow) = UInt128(try Self.positive(give)).multipliedReportingOverflow(by: ratio.numerator)
        guard !overflow else { throw Self.tooMuch(give) }
        let (whole, rest) = product.quotientAndRemainder(dividingBy: ratio.denominator)
        guard let units = Int64(exactly: whole) else { throw Self.tooMuch(give) }
        let get = Amount(minorUnits: units, currency: give.currency == base ? counter : base)
        guard get.isPositive else {
            throw MoneyError(.malformed, "\(give.formatted) is too little to bring any \(get.currency.code).")
        }
        return Exchange(give: give, get: get, rounding: Self.millionths(rest, of: ratio.denominator))
    }

    /// Computes the amount to give for an amount received in one of the two currencies. The amount given is rounded up.
    ///
    /// - Throws: as ``exchange(giving:)``.
    package func exchange(getting get: Amount) throws -> Exchange {
        guard get.currency == base || get.currency == counter else { throw Self.foreign(get.currency, to: self) }
        let giving = get.currency == base ? counter : base
        let ratio = try Ratio(giving: giving, at: self)
        let (product, overflow) = UInt128(try Self.positive(get)).multipliedReportingOverflow(by: ratio.denominator)
        guard !overflow else { throw Self.tooMuch(get) }
        let (whole, rest) = product.quotientAndRemainder(dividingBy: ratio.numerator)
        guard let units = Int64(exactly: rest == 0 ? whole : whole + 1) else { throw Self.tooMuch(get) }
        return Exchange(
            give: Amount(minorUnits: units, currency: giving), get: get,
            rounding: rest == 0 ? 0 : Self.millionths(ratio.numerator - rest, of: ratio.numerator))
    }

    /// The minor units of one currency per minor unit of the other, as a fraction in lowest terms.
    private struct Ratio {
        let numerator: UInt128
        let denominator: UInt128

        init(giving currency: Currency, at rate: ExchangeRate) throws {
            // Below 2^50 * 2^20 * 2^14, so no product of these overflows.
            let whole = UInt128(ExchangeRate.one) * UInt128(ExchangeRate.million)
            let baseUnits = UInt128(rate.base.minorUnitsPerMajor)
            let counterUnits = UInt128(rate.counter.minorUnitsPerMajor)
            let price = UInt128(rate.billionths)
            let (over, under): (UInt128, UInt128)
            switch currency {
            case rate.base:
                over = price * UInt128(ExchangeRate.million - rate.spread) * counterUnits
                under = whole * baseUnits
            case rate.counter:
                over = whole * baseUnits
                under = price * UInt128(ExchangeRate.million + rate.spread) * counterUnits
            default: throw ExchangeRate.foreign(currency, to: rate)
            }
            var (a, b) = (over, under)
            while b != 0 { (a, b) = (b, a % b) }
            (numerator, denominator) = (over / a, under / a)
        }
    }

    private static func positive(_ amount: Amount) throws -> Int64 {
        guard amount.isPositive else {
            throw MoneyError(.negative, "Only an amount above zero can be converted, not \(amount.formatted).")
        }
        return amount.minorUnits
    }

    private static func tooMuch(_ amount: Amount) -> MoneyError {
        MoneyError(.overflow, "\(amount.formatted) is too much to be converted at once.")
    }

    private static func foreign(_ currency: Currency, to rate: ExchangeRate) -> MoneyError {
        MoneyError(.currencyMismatch, "\(currency.code) is neither side of \(rate.pair).")
    }

    /// Both are below 2^85, so the product fits.
    private static func millionths(_ part: UInt128, of whole: UInt128) -> Int64 {
        Int64(part * UInt128(million) / whole)
    }
}
