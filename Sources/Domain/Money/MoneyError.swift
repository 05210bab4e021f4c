// SPDX-License-Identifier: MIT

/// Why an amount, a currency or an entry was refused. The message is a sentence for the person who typed it.
package struct MoneyError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// Not a number that people write, or one that could mean two numbers.
        case malformed
        /// Beyond what 64 bits of minor units hold.
        case overflow
        /// Two currencies where one is needed.
        case currencyMismatch
        /// No active ISO 4217 currency with a minor unit.
        case unknownCurrency
        /// More decimals than the currency has.
        case tooPrecise
        /// The postings of an entry do not sum to zero, or there are fewer than two.
        case unbalanced
        /// Below zero where only zero and more make sense.
        case negative
    }

    package var code: Code
    package var message: String
    package var cause: (any Error)?
    package var file: String
    package var line: Int

    /// Captures the place that refuses, so that a log line leads to the rule.
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
