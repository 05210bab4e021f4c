// SPDX-License-Identifier: MIT

/// A bank account number with verified check digits. ISO 13616-1
package struct IBAN: Hashable, Sendable, CustomStringConvertible {
    /// Without spaces, in capital letters: "DE89370400440532013000".
    package let text: String

    /// Reads a typed IBAN. Spaces and lower-case letters are accepted.
    ///
    /// - Throws: ``MoneyError`` with `.malformed` for other characters, a country that is not in the registry, a wrong
    ///   length for the country, or wrong check digits.
    package init(_ typed: String) throws {
        let letters = Array(typed.utf8.prefix(64).filter { $0 != UInt8(ascii: " ") }).map(CheckDigits.capital)
        guard typed.utf8.count <= 64, 15...34 ~= letters.count, letters.allSatisfy(CheckDigits.isAlphanumeric),
            letters[0..<2].allSatisfy(CheckDigits.isLetter), letters[2..<4].allSatisfy(CheckDigits.isDigit)
        else {
            throw MoneyError(
                .malformed,
                "\"\(typed.prefix(40))\" is not an IBAN: two letters, two digits and up to 30 letters or digits.")
        }
        let text = String(decoding: letters, as: UTF8.self)
        let country = String(text.prefix(2))
        guard let length = Self.lengths[country] else {
            throw MoneyError(
                .malformed, "Banks of the country \(country) have no IBANs. Compare the number with the original.")
        }
        guard length == letters.count else {
            throw MoneyError(
                .malformed, "An IBAN of \(country) has \(length) characters, and \(text) has \(letters.count).")
        }
        // 00, 01 and 99 can also leave the remainder 1, but the standard never yields them: it computes 98 minus a
        // remainder.
        let digits = (letters[2] - UInt8(ascii: "0")) * 10 + letters[3] - UInt8(ascii: "0")
        guard 2...98 ~= digits, CheckDigits.remainder(letters[4...] + letters[..<4]) == 1 else {
            throw MoneyError(.malformed, "The check digits of \(text) do not fit. Compare it with the original.")
        }
        self.text = text
    }

    /// The bank's country, by ISO 3166-1.
    package var country: String { String(text.prefix(2)) }

    /// The printed form, in groups of four.
    package var printed: String {
        let letters = Array(text)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }
            .joined(separator: " ")
    }

    package var description: String { text }

    /// Whether the account's country takes part in SEPA, so that SEPA transfers in euros reach it.
    /// <https://www.europeanpaymentscouncil.eu/document-library/other/epc-list-sepa-scheme-countries>
    package var isInSEPA: Bool { Self.sepa.contains(country) }

    /// The length of each country's IBANs, by the registry, <https://www.swift.com/standards/data-standards/iban>.
    private static let lengths: [String: Int] = [
        "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
        "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29,
        "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28,
        "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20,
        "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19,
        "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29,
        "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24,
        "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
        "YE": 30,
    ]

    /// Crown dependencies and overseas territories use the IBANs of Britain and France.
    private static let sepa: Set<String> = [
        "AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GI", "GR", "HR",
        "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD", "ME", "MK", "MT", "NL", "NO", "PL", "PT", "RO",
        "RS", "SE", "SI", "SK", "SM", "VA",
    ]
}
