// SPDX-License-Identifier: MIT

extension Amount: CustomStringConvertible {
    /// The number alone with a point and all decimals of the currency: "12.50", "-0.05", "1500" for yen.
    package var decimalText: String {
        let digits = String(minorUnits.magnitude)
        let sign = isNegative ? "-" : ""
        guard currency.minorDigits > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, currency.minorDigits + 1 - digits.count)) + digits
        return sign + padded.dropLast(currency.minorDigits) + "." + padded.suffix(currency.minorDigits)
    }

    /// The number with its currency: "12.50 USD".
    package var formatted: String { "\(decimalText) \(currency.code)" }

    package var description: String { formatted }

    /// Reads exactly what ``decimalText`` writes, for machines: one amount has one text.
    ///
    /// - Throws: ``MoneyError`` with `.malformed`, or `.overflow`.
    package init(decimalText text: String, currency: Currency) throws {
        let malformed = MoneyError(
            .malformed, "\"\(text.prefix(40))\" is not an amount of \(currency) with \(currency.minorDigits) decimals.")
        var digits = Array(text.utf8)
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        if currency.minorDigits > 0 {
            let point = digits.count - currency.minorDigits - 1
            guard point > 0, digits[point] == UInt8(ascii: ".") else { throw malformed }
            digits.remove(at: point)
        }
        guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            throw malformed
        }
        // With the minus, so that the smallest Int64 is read too.
        let sign = text.utf8.first == UInt8(ascii: "-") ? "-" : ""
        guard let minorUnits = Int64(sign + String(decoding: digits, as: UTF8.self)) else {
            throw MoneyError(.overflow, "\"\(text.prefix(40))\" \(currency) is more than an amount can hold.")
        }
        self.init(minorUnits: minorUnits, currency: currency)
        // Leading zeros and a negative zero are the forms left to refuse.
        guard decimalText == text else { throw malformed }
    }
}
