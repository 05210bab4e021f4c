// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Tokens

/// Says things in one language: texts, counts, amounts, dates.
package struct Localizer: Hashable, Sendable {
    package let language: Language

    var conventions: LanguageConventions { language.conventions }

    package init(_ language: Language) { self.language = language }

    package func callAsFunction(_ word: StringKey, _ values: [String: String] = [:]) -> String {
        switch language.wording(word) {
        case .text(let text): Wording.fill(text, values)
        case .counted(let forms): Wording.fill(forms[.other] ?? "", values)
        }
    }

    /// A text that counts something.
    package func callAsFunction(_ word: StringKey, count: Int, _ values: [String: String] = [:]) -> String {
        let values = values.merging(["count": number(count)]) { _, count in count }
        switch language.wording(word) {
        case .text(let text): return Wording.fill(text, values)
        case .counted(let forms):
            return Wording.fill(forms[language.pluralForm(count)] ?? forms[.other] ?? "", values)
        }
    }

    package func callAsFunction(_ refusal: UserMessage) -> String { self(refusal.word, refusal.values) }

    /// Text of another program, marked as such where it is not in the user's language.
    package func original(_ text: String) -> String {
        conventions.quotesEnglish ? self(.originalWords, ["text": text]) : text
    }

    /// Sentences one after the other.
    package func join(_ sentences: [String]) -> String {
        sentences.joined(separator: conventions.sentenceSeparator)
    }

    // MARK: - Numbers

    package func number(_ number: Int) -> String {
        (number < 0 ? "−" : "") + grouped("\(number.magnitude)")
    }

    /// An amount as people of the language write it, such as `1.234,50 EUR`.
    package func amount(_ amount: Amount) -> String { "\(decimal(amount))\u{A0}\(amount.currency.code)" }

    /// What came in with a plus, what went out with a minus.
    package func change(_ amount: Amount) -> String {
        (amount.isPositive ? "+" : "") + self.amount(amount)
    }

    /// An amount that went out, which is kept without a sign.
    package func outgoing(_ amount: Amount) -> String { "−" + self.amount(amount) }

    /// An amount without its currency.
    package func decimal(_ amount: Amount) -> String { decimal(amount.decimalText) }

    /// A number with a point, as a person of the language writes it; anything else stays as it is.
    package func decimal(_ number: String) -> String {
        let digits = number.hasPrefix("-") ? number.dropFirst() : number[...]
        guard digits.first?.isNumber == true, digits.allSatisfy({ $0 == "." || ($0.isASCII && $0.isNumber) }) else {
            return number
        }
        let parts = number.split(separator: ".", maxSplits: 1)
        let isNegative = parts[0].hasPrefix("-")
        let whole = grouped(String(isNegative ? parts[0].dropFirst() : parts[0]))
        let decimals = parts.count > 1 ? "\(decimalPoint)\(parts[1])" : ""
        return (isNegative ? "−" : "") + whole + decimals
    }

    package var decimalPoint: String { conventions.decimalPoint }

    private func grouped(_ digits: String) -> String {
        var (text, left) = ("", digits.count)
        for digit in digits {
            text.append(digit)
            left -= 1
            if left > 0, left.isMultiple(of: 3) { text += conventions.groupSeparator }
        }
        return text
    }

    // MARK: - Dates

    package func day(_ day: CalendarDay) -> String { filled(conventions.day, day) }

    /// A month of a year.
    package func month(_ month: Int, of year: Int) -> String {
        Wording.fill(
            conventions.monthOfYear,
            ["month": conventions.months[month - 1], "number": "\(month)", "year": "\(year)"])
    }

    /// A day in one of the patterns of ``LanguageConventions``.
    func filled(_ pattern: String, _ day: CalendarDay) -> String {
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return Wording.fill(
            pattern,
            [
                "day": day.day == 1 ? conventions.firstDay ?? "1" : "\(day.day)", "dayDigits": digits(day.day),
                "month": conventions.shortMonths[day.month - 1], "number": "\(day.month)",
                "monthDigits": digits(day.month), "year": "\(day.year)",
            ])
    }

    /// A day as one says it on another: today, yesterday, or its date.
    package func day(_ day: CalendarDay, seenOn today: CalendarDay) -> String {
        switch today.number - day.number {
        case 0: self(.today)
        case 1: self(.yesterday)
        default: self.day(day)
        }
    }

    package func time(_ local: LocalTime) -> String {
        "\(local.hour < 10 ? "0" : "")\(local.hour):\(local.minute < 10 ? "0" : "")\(local.minute)"
    }

    /// A day with its time, the shorter the nearer.
    package func moment(_ local: LocalTime, seenAt now: LocalTime) -> String {
        local.day == now.day ? time(local) : "\(day(local.day, seenOn: now.day)), \(time(local))"
    }
}
