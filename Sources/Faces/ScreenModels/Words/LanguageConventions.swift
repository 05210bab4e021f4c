// SPDX-License-Identifier: MIT

/// How a language writes numbers, dates and counts. Everything that depends on the language and is no text is a member
/// here, so a new language does not compile until it has all of them.
package struct LanguageConventions: Hashable, Sendable {
    /// What its speakers call it.
    package let name: String
    /// The counts with the form `one`; nil if there is no such form. CLDR, Language Plural Rules, "cardinal"; the form
    /// `many` of whole millions is not told apart.
    package let singularCounts: ClosedRange<Int>?
    /// The sign between whole units and decimals.
    package let decimalPoint: String
    /// The sign between groups of three digits.
    package let groupSeparator: String
    /// What stands between two sentences.
    package let sentenceSeparator: String
    /// Whether a text in English is marked as another language's.
    package let quotesEnglish: Bool
    /// The names of the months, January first.
    package let months: [String]
    /// Their short forms, as in a date.
    package let shortMonths: [String]
    /// A day, with the places `{day}`, `{month}` (short name), `{number}` (of the month) and `{year}`.
    package let day: String
    /// A month of a year, with the places `{month}` (whole name), `{number}` and `{year}`.
    package let monthOfYear: String
    /// A day as it is typed, with the places of ``day``, and `{dayDigits}` and `{monthDigits}` of two digits each.
    package let typedDay: String
    /// The number of the first day of a month, if it is written in another way, such as `1er`.
    package let firstDay: String?
    /// The short names of thousand, million, 10⁹ and 10¹² bytes.
    package let byteUnits: [String]
    /// How a typed day is read.
    package let dayOrder: DayOrder

    package enum DayOrder: Hashable, Sendable {
        case yearFirst
        /// - separators: the signs that may stand between the numbers of a day; nil if the month must have its name,
        ///   because two orders of numbers are in use.
        case dayFirst(separators: String?)
    }
}
