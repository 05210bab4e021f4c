// SPDX-License-Identifier: MIT

/// A currency of ISO 4217. Only listed currencies can be made.
package struct Currency: Hashable, Sendable {
    /// Three capital letters, as in "USD".
    package let code: String
    /// The ISO 4217 number, used on the wire, such as 840.
    package let numeric: UInt16
    /// The number of decimals: 2 for USD, 0 for JPY, 3 for BHD.
    package let minorDigits: Int

    /// Finds a currency by its code, in capital or lower-case letters.
    ///
    /// - Throws: ``MoneyError`` with `.unknownCurrency`.
    package init(code: String) throws {
        guard let found = Self.byCode[code] ?? Self.byCode[code.uppercased()] else {
            throw MoneyError(
                .unknownCurrency, "\"\(code.prefix(8))\" is not an ISO 4217 currency; write three letters such as USD.")
        }
        self = found
    }

    /// Finds a currency by its ISO 4217 number.
    ///
    /// - Throws: ``MoneyError`` with `.unknownCurrency`.
    package init(numeric: UInt16) throws {
        guard let found = Self.byNumeric[numeric] else {
            throw MoneyError(.unknownCurrency, "\(numeric) is not an ISO 4217 currency number; 840 is USD, 978 is EUR.")
        }
        self = found
    }

    /// The number of minor units in one major unit: 100 for USD.
    package var minorUnitsPerMajor: Int64 {
        (0..<minorDigits).reduce(1) { product, _ in product * 10 }
    }

    /// Every currency, by code.
    package static let all = iso4217.map(Currency.init(row:))

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    private static let byNumeric = Dictionary(uniqueKeysWithValues: all.map { ($0.numeric, $0) })

    private init(row: (code: String, numeric: UInt16, minorDigits: Int)) {
        code = row.code
        numeric = row.numeric
        minorDigits = row.minorDigits
    }

    package static func == (left: Currency, right: Currency) -> Bool {
        left.numeric == right.numeric
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(numeric)
    }
}

extension Currency: CustomStringConvertible {
    package var description: String { code }
}
