// SPDX-License-Identifier: MIT
package import Money

/// A card's balance: a decimal number of a currency or of points. The program does not compute with it.
package struct CardBalance: Hashable, Sendable {
    /// The canonical form of the number: `-12.5`; no plus, no exponent, no superfluous zeros.
    package let text: String
    package let unit: Unit
    /// Nil for points, and for money of an unknown currency.
    package var currency: Currency? { if case .money(let currency) = unit { currency } else { nil } }

    /// What the number counts.
    package enum Unit: Hashable, Sendable {
        case points
        /// Nil where the file does not state the currency, ISO 4217's XXX.
        case money(Currency?)

        /// A file's code: empty for points, `XXX` for money of an unknown currency.
        ///
        /// - Throws: `MoneyError` with `.unknownCurrency`.
        package init(code: String) throws {
            self = code.isEmpty ? .points : .money(code.uppercased() == "XXX" ? nil : try Currency(code: code))
        }

        package var code: String {
            switch self {
            case .points: ""
            case .money(let currency): currency?.code ?? "XXX"
            }
        }
    }

    /// Parses digits with at most one point, a sign and an exponent of at most two digits, as in `12.50` or `1E+3`.
    ///
    /// - Throws: ``CardsError`` with `.malformed` or `.tooLarge`.
    package init(_ text: some StringProtocol, currency: Currency? = nil) throws(CardsError) {
        try self.init(text, currency.map { .money($0) } ?? .points)
    }

    /// Parses a number of any unit.
    ///
    /// - Throws: ``CardsError`` with `.malformed` or `.tooLarge`.
    package init(_ text: some StringProtocol, _ unit: Unit) throws(CardsError) {
        let tooLarge = CardsError(.tooLarge, "A balance has at most \(CardLimits.balance) characters.")
        guard text.utf8.count <= CardLimits.balance else { throw tooLarge }
        guard let canonical = Self.canonical(Array(text.utf8)) else {
            throw CardsError(.malformed, "A balance is a number such as 12.50.")
        }
        // An exponent can expand to many digits.
        guard canonical.utf8.count <= CardLimits.balance else { throw tooLarge }
        self.text = canonical
        self.unit = unit
    }

    /// The number for display: with all decimals of its currency, and the currency's code where it is known.
    package var shown: String {
        guard case .money(let currency) = unit else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        let filled = decimals + String(repeating: "0", count: max(0, (currency?.minorDigits ?? 2) - decimals.count))
        let number = "\(parts[0])\(filled.isEmpty ? "" : "." + filled)"
        return currency.map { "\(number) \($0.code)" } ?? number
    }

    private static func canonical(_ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var exponent = 0
        if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            guard let found = self.exponent(rest[(mark + 1)...]) else { return nil }
            exponent = found
            rest = rest[..<mark]
        }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, !(parts.allSatisfy(\.isEmpty)),
            parts.allSatisfy({ $0.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } })
        else { return nil }
        let zero = UInt8(ascii: "0")
        var digits = Array(parts[0]) + (parts.count > 1 ? Array(parts[1]) : [])
        var point = parts[0].count + exponent
        if point < 0 {
            digits = Array(repeating: zero, count: -point) + digits
            point = 0
        }
        if point > digits.count { digits += Array(repeating: zero, count: point - digits.count) }
        let whole = digits[..<point].drop { $0 == zero }
        var decimals = digits[point...]
        while decimals.last == zero { decimals.removeLast() }
        let number =
            (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
            + (decimals.isEmpty ? "" : "." + String(decoding: decimals, as: UTF8.self))
        return isNegative && number != "0" ? "-" + number : number
    }

    private static func exponent(_ bytes: ArraySlice<UInt8>) -> Int? {
        let sign = bytes.first == UInt8(ascii: "-") ? -1 : 1
        let digits = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
        guard 1...2 ~= digits.count, let value = Int(String(decoding: digits, as: UTF8.self)), value >= 0 else {
            return nil
        }
        return sign * value
    }
}
