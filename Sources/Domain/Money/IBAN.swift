// SPDX-License-Identifier: MIT

/// The number of a bank account, its check digits verified. ISO 13616-1
package struct IBAN: Hashable, Sendable, CustomStringConvertible {
    /// Without spaces, in capital letters: "DE89370400440532013000".
    package let text: String

    /// Reads what people type: spaces and small letters are taken.
    ///
    /// - Throws: ``MoneyError`` with `.malformed` for other characters, a wrong length of its country, or check digits that
    ///   do not fit.
    package init(_ typed: String) throws {
        let letters = Array(typed.utf8.prefix(64).filter { $0 != UInt8(ascii: " ") }).map(CheckDigits.capital)
        guard typed.utf8.count <= 64, 15...34 ~= letters.count, letters.allSatisfy(CheckDigits.isAlphanumeric),
            letters[0..<2].allSatisfy(CheckDigits.isLetter), letters[2..<4].allSatisfy(CheckDigits.isDigit)
        else {
            throw MoneyError(
                .malformed,
                "\"\(typed.prefix(40))\" is no IBAN: two letters, two digits and up to 30 letters or digits.")
        }
        let text = String(decoding: letters, as: UTF8.self)
        let country = String(text.prefix(2))
        if let length = Self.lengths[country], length != letters.count {
            throw MoneyError(
                .malformed, "An IBAN of \(country) has \(length) characters, and \(text) has \(letters.count).")
        }
        // 00, 01 and 99 also leave 1, but no bank may use them: the digits are 98 less a remainder.
        let digits = (letters[2] - UInt8(ascii: "0")) * 10 + letters[3] - UInt8(ascii: "0")
        guard 2...98 ~= digits, CheckDigits.remainder(letters[4...] + letters[..<4]) == 1 else {
            throw MoneyError(.malformed, "The check digits of \(text) do not fit. Compare it with the original.")
        }
        self.text = text
    }

    /// The country of the bank, as ISO 3166-1 has it.
    package var country: String { String(text.prefix(2)) }

    /// In groups of four, as it is printed.
    package var printed: String {
        let letters = Array(text)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
            .joined(separator: " ")
    }

    package var description: String { text }

    /// Characters of the countries in the registry, <https://www.swift.com/standards/data-standards/iban>.
    private static let lengths: [String: Int] = [
        "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28,
        "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18,
        "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22,
        "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20,
        "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15,
        "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24,
        "SM": 27, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
    ]
}
