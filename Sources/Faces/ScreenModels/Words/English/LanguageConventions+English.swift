// SPDX-License-Identifier: MIT

extension LanguageConventions {
    static let english = LanguageConventions(
        name: "English", singularCounts: 1...1, decimalPoint: ".", groupSeparator: ",", sentenceSeparator: " ",
        quotesEnglish: false,
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        shortMonths: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        day: "{day} {month} {year}", monthOfYear: "{month} {year}", typedDay: "{year}-{monthDigits}-{dayDigits}",
        firstDay: nil, byteUnits: ["kB", "MB", "GB", "TB"], dayOrder: .dayFirst(separators: nil))
}
