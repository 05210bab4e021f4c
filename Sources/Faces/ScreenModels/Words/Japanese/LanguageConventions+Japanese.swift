// SPDX-License-Identifier: MIT

extension LanguageConventions {
    static let japanese = LanguageConventions(
        name: "日本語", singularCounts: nil, decimalPoint: ".", groupSeparator: ",", sentenceSeparator: "",
        quotesEnglish: true, months: (1...12).map { "\($0)月" }, shortMonths: (1...12).map { "\($0)月" },
        day: "{year}年{number}月{day}日", monthOfYear: "{year}年{number}月", typedDay: "{year}/{number}/{day}",
        firstDay: nil, byteUnits: ["kB", "MB", "GB", "TB"], dayOrder: .yearFirst)
}
