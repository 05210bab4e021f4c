// SPDX-License-Identifier: MIT

extension LanguageConventions {
    static let german = LanguageConventions(
        name: "Deutsch", singularCounts: 1...1, decimalPoint: ",", groupSeparator: ".", sentenceSeparator: " ",
        quotesEnglish: true,
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
        shortMonths: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
        day: "{day}. {month} {year}", monthOfYear: "{month} {year}", typedDay: "{day}.{number}.{year}",
        firstDay: nil, byteUnits: ["kB", "MB", "GB", "TB"], dayOrder: .dayFirst(separators: ". "))
}
