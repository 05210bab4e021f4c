// SPDX-License-Identifier: MIT

/// An amount of money: a whole number of a currency's minor units, with checked arithmetic.
///
/// Negative amounts exist for postings. Code that pays or requests money checks ``isPositive``.
package struct Amount: Hashable, Sendable {
    /// Cents for USD, yen for JPY, fils for BHD.
    package let minorUnits: Int64
    package let currency: Currency

    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Makes an amount from unsigned units, as in records and messages.
    ///
    /// - Throws: ``MoneyError`` with `.overflow` above the largest Int64.
    package init(units: UInt64, currency: Currency) throws {
        guard let minorUnits = Int64(exactly: units) else {
            throw MoneyError(.overflow, "\(units) minor units of \(currency) are more than an amount can hold.")
        }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// Zero in a currency.
    package static func zero(_ currency: Currency) -> Amount {
        Amount(minorUnits: 0, currency: currency)
    }

    package var isZero: Bool { minorUnits == 0 }
    package var isPositive: Bool { minorUnits > 0 }
    package var isNegative: Bool { minorUnits < 0 }

    /// The unsigned units, as in records and messages.
    ///
    /// - Throws: ``MoneyError`` with `.negative` below zero.
    package var units: UInt64 {
        get throws {
            guard let units = UInt64(exactly: minorUnits) else {
                throw MoneyError(.negative, "\(formatted) is below zero; only zero and more can be sent.")
            }
            return units
        }
    }

    /// - Throws: ``MoneyError`` with `.currencyMismatch` or `.overflow`.
    package func adding(_ other: Amount) throws -> Amount {
        try checkSameCurrency(as: other)
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        guard !overflow else { throw MoneyError(.overflow, "\(formatted) and \(other.formatted) add up to too much.") }
        return Amount(minorUnits: sum, currency: currency)
    }

    /// The result may be negative.
    ///
    /// - Throws: ``MoneyError`` with `.currencyMismatch` or `.overflow`.
    package func subtracting(_ other: Amount) throws -> Amount {
        try checkSameCurrency(as: other)
        let (difference, overflow) = minorUnits.subtractingReportingOverflow(other.minorUnits)
        guard !overflow else {
            throw MoneyError(.overflow, "\(formatted) less \(other.formatted) is too far from zero.")
        }
        return Amount(minorUnits: difference, currency: currency)
    }

    /// - Throws: ``MoneyError`` with `.overflow` for the one value that has no opposite.
    package var negated: Amount {
        get throws { try Amount.zero(currency).subtracting(self) }
    }

    /// - Throws: ``MoneyError`` with `.currencyMismatch`: two currencies have no order.
    package func isLess(than other: Amount) throws -> Bool {
        try checkSameCurrency(as: other)
        return minorUnits < other.minorUnits
    }

    /// - Throws: ``MoneyError`` with `.currencyMismatch`: two currencies have no order.
    package func isAtLeast(_ other: Amount) throws -> Bool {
        try !isLess(than: other)
    }

    private func checkSameCurrency(as other: Amount) throws {
        guard currency == other.currency else {
            throw MoneyError(.currencyMismatch, "\(formatted) and \(other.formatted) are of different currencies.")
        }
    }
}
