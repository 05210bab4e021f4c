// SPDX-License-Identifier: MIT

extension LanguageConventions {
    /// Groups of digits have a narrow space that does not break. CLDR, locale `fr`
    static let french = LanguageConventions(
        name: "Français", singularCounts: 0...1, decimalPoint: ",", groupSeparator: "\u{202F}", sentenceSeparator: " ",
        quotesEnglish: true,
        months: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
            "novembre", "décembre",
        ],
        shortMonths: [
            "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
        ],
        day: "{day} {month} {year}", monthOfYear: "{month} {year}", typedDay: "{dayDigits}/{monthDigits}/{year}",
        firstDay: "1er", byteUnits: ["ko", "Mo", "Go", "To"], dayOrder: .dayFirst(separators: "/.- "))
}
