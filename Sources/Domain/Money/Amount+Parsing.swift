// SPDX-License-Identifier: MIT

// How amounts typed by users are read:
//
// 1. White space and the currency's code or sign may stand before or after the number: "USD 12.50", "12,50 €". The code
//    or sign of another currency is refused.
// 2. Only the digits 0-9 count. Point, comma, apostrophe and space may separate groups of three. Point and comma may
//    also be the decimal separator.
// 3. If point and comma both occur, the last one is decimal. If one of them occurs twice, it separates groups.
//    Apostrophes and spaces only separate groups.
// 4. A single point or comma is decimal, unless exactly three digits follow it and the digits before it could be a
//    group. Then "1,234" could be 1 234 or 1.234, and is refused with both readings. In two cases there is only one
//    reading: a currency without decimals has only groups, and a point before as many digits as the currency has
//    decimals is the form that this program prints.
// 5. Users do not type a sign: amounts below zero are refused.
extension Amount {
    /// The longest accepted text, in UTF-8 bytes.
    package static let maximumTextCount = 64

    /// Reads an amount typed by a user, by the rules at the top of this file. An ambiguous text is refused.
    ///
    /// The amount is zero or more.
    ///
    /// - Throws: ``MoneyError`` with `.malformed`, `.negative`, `.tooPrecise`, `.currencyMismatch` or `.overflow`.
    package init(parsing text: String, currency: Currency) throws {
        guard text.utf8.count <= Self.maximumTextCount else {
            throw MoneyError(.malformed, "An amount has at most \(Self.maximumTextCount) characters.")
        }
        let number = try TypedNumber(try Self.withoutMarker(text, currency: currency), text: text, currency: currency)
        guard let minorUnits = Int64(number.whole + number.decimals) else {
            throw MoneyError(.overflow, "\"\(text)\" is more than an amount can hold.")
        }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// Removes the currency's code or sign and the white space from both ends.
    private static func withoutMarker(_ text: String, currency: Currency) throws -> Substring {
        let trimmed = text[...].trimmed
        let leading = trimmed.prefix { !$0.isPartOfNumber }
        let trailing = trimmed.dropFirst(leading.count).reversed().prefix { !$0.isPartOfNumber }.reversed()
        guard leading.count < trimmed.count else {
            throw MoneyError(.malformed, "\"\(text)\" has no number; write an amount such as 12.50.")
        }
        let markers = [leading.trimmed, String(trailing)[...].trimmed].filter { !$0.isEmpty }
        guard markers.count <= 1 else {
            throw MoneyError(.malformed, "\"\(text)\" names its currency twice; once is enough.")
        }
        for marker in markers {
            try check(String(marker), names: currency, in: text)
        }
        return trimmed.dropFirst(leading.count).dropLast(trailing.count).trimmed
    }

    private static func check(_ marker: String, names currency: Currency, in text: String) throws {
        if marker.uppercased() == currency.code || signs[marker, default: []].contains(currency.code) { return }
        if minusSigns.contains(where: marker.contains) {
            throw MoneyError(.negative, "\"\(text)\" is below zero; write the amount without a sign.")
        }
        let isCurrency = signs[marker] != nil || Currency.all.contains { $0.code == marker.uppercased() }
        guard isCurrency else {
            throw MoneyError(.malformed, "\"\(marker)\" in \"\(text)\" is neither a number nor a currency.")
        }
        throw MoneyError(.currencyMismatch, "\"\(text)\" is not in \(currency); this amount has to be.")
    }

    private static let minusSigns: [Character] = ["-", "−", "–"]

    /// The common currency signs, with every currency that each may mean.
    private static let signs: [String: Set<String>] = [
        "$": ["USD", "ARS", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD", "UYU"],
        "US$": ["USD"], "A$": ["AUD"], "C$": ["CAD"], "NZ$": ["NZD"], "S$": ["SGD"], "HK$": ["HKD"], "R$": ["BRL"],
        "€": ["EUR"], "£": ["EGP", "GBP", "GIP", "LBP"], "¥": ["CNY", "JPY"], "₹": ["INR"], "₩": ["KRW"],
        "₽": ["RUB"], "₴": ["UAH"], "₺": ["TRY"], "₫": ["VND"], "₱": ["PHP"], "₦": ["NGN"], "₪": ["ILS"],
        "฿": ["THB"], "₸": ["KZT"], "₾": ["GEL"], "₼": ["AZN"], "zł": ["PLN"], "Kč": ["CZK"],
        "kr": ["DKK", "NOK", "SEK"],
        "Fr": ["CHF"],
    ]
}

/// The digits of a typed number, with separators interpreted and decimals filled up.
private struct TypedNumber {
    let whole: String
    /// Exactly as many digits as the currency has decimals.
    let decimals: String

    init(_ number: Substring, text: String, currency: Currency) throws {
        let decimal = try Self.decimalSeparator(of: number, text: text, currency: currency)
        var before = number
        var after: Substring = ""
        if let decimal {
            before = number[..<decimal]
            after = number[number.index(after: decimal)...]
            guard !after.isEmpty, after.allSatisfy(\.isTypedDigit) else {
                throw MoneyError(.malformed, "\"\(text)\" does not end in decimals; write an amount such as 12.50.")
            }
        }
        guard after.count <= currency.minorDigits else {
            let most = currency.minorDigits == 0 ? "no decimals" : "at most \(currency.minorDigits) decimals"
            throw MoneyError(.tooPrecise, "\"\(text)\" has \(after.count) decimals; \(currency) has \(most).")
        }
        whole = before.isEmpty ? "0" : try Self.digits(of: before, text: text)
        decimals = after + String(repeating: "0", count: currency.minorDigits - after.count)
    }

    /// Rules 3 and 4.
    private static func decimalSeparator(
        of number: Substring, text: String, currency: Currency
    ) throws -> Substring.Index? {
        let candidates = number.indices.filter { number[$0] == "." || number[$0] == "," }
        guard let last = candidates.last else { return nil }
        let ofThatKind = candidates.filter { number[$0] == number[last] }.count
        if candidates.count > ofThatKind {
            guard ofThatKind == 1 else {
                throw MoneyError(.malformed, "\"\(text)\" mixes points and commas; write an amount such as 1234.50.")
            }
            return last
        }
        if ofThatKind > 1 { return nil }
        let before = number[..<last]
        let after = number[number.index(after: last)...]
        let couldBeGroup =
            after.count == 3 && 1...3 ~= before.count && before.first != "0" && before.allSatisfy(\.isTypedDigit)
        guard couldBeGroup else { return last }
        if currency.minorDigits == 0 { return nil }
        if number[last] == ".", currency.minorDigits == 3 { return last }
        throw MoneyError(
            .malformed,
            "\"\(text)\" could mean \(before)\(after) or \(before).\(after); write it without \"\(number[last])\".")
    }

    /// Removes the group separators after checking that each group has three digits and all separators are alike.
    private static func digits(of number: Substring, text: String) throws -> String {
        let separators = Set(number.filter { !$0.isTypedDigit })
        if let foreign = separators.first(where: { !$0.isGroupSeparator }) {
            throw MoneyError(
                .malformed, "\"\(foreign)\" in \"\(text)\" is not part of a number; write 1234.50 or 1,234.50.")
        }
        guard separators.count <= 1 else {
            throw MoneyError(.malformed, "\"\(text)\" groups its digits in two ways; write an amount such as 1234.50.")
        }
        let groups = number.split(omittingEmptySubsequences: false) { !$0.isTypedDigit }
        let areWhole =
            groups.dropFirst().allSatisfy { $0.count == 3 } && (groups.count == 1 || 1...3 ~= groups[0].count)
        guard areWhole else {
            throw MoneyError(
                .malformed, "\"\(text)\" has a group of other than three digits; write 1234.50 or 1,234.50.")
        }
        return groups.joined()
    }
}

extension Character {
    // By ASCII value: as a Character, a digit with a combining mark also lies between "0" and "9".
    fileprivate var isTypedDigit: Bool { asciiValue.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
    fileprivate var isTypedSpace: Bool { [" ", "\u{A0}", "\u{202F}", "\u{2009}"].contains(self) }
    fileprivate var isGroupSeparator: Bool { isTypedSpace || [".", ",", "'", "’"].contains(self) }
    fileprivate var isPartOfNumber: Bool { isTypedDigit || self == "." || self == "," }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isTypedSpace)
        while let last = rest.last, last.isTypedSpace { rest = rest.dropLast() }
        return rest
    }
}
