// SPDX-License-Identifier: MIT

/// Why an amount, a currency or an entry was refused. The message is a sentence for the user who typed it.
package struct MoneyError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not a number in a known form, or an ambiguous one.
        case malformed
        /// The minor units do not fit into 64 bits.
        case overflow
        /// Not the currency that is needed, or the same one on both sides of a rate.
        case currencyMismatch
        /// Not an active ISO 4217 currency with a minor unit.
        case unknownCurrency
        /// More decimals than the currency has.
        case tooPrecise
        /// The postings of an entry do not sum to zero, or there are fewer than two.
        case unbalanced
        /// Below zero, or zero where the amount must be positive.
        case negative
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    /// Captures the place of the error in the code, so that a log line leads to the rule.
    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "MoneyError.\(code): \(message)" }
}
