// SPDX-License-Identifier: MIT

extension Amount: CustomStringConvertible {
    /// The number without the currency, with a point and all decimals: "12.50", "-0.05", "1500" for yen.
    package var decimalText: String {
        withDecimalText { String(decoding: $0, as: UTF8.self) }
    }

    /// Appends ``decimalText`` without allocating a string.
    package func writeDecimalText(to bytes: inout [UInt8]) {
        withDecimalText { bytes.append(contentsOf: $0) }
    }

    private func withDecimalText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        // A sign, the 19 digits of an Int64 and a point. There is at most one leading zero more than there are
        // decimals.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            // From the right, because the number of digits is not known in advance.
            var start = text.count
            var rest = minorUnits.magnitude
            var digits = 0
            while digits <= currency.minorDigits || rest > 0 {
                if digits == currency.minorDigits, digits > 0 {
                    start -= 1
                    text[start] = UInt8(ascii: ".")
                }
                start -= 1
                text[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
                digits += 1
            }
            if isNegative {
                start -= 1
                text[start] = UInt8(ascii: "-")
            }
            return body(UnsafeBufferPointer(rebasing: text[start...]))
        }
    }

    /// The number with its currency: "12.50 USD".
    package var formatted: String { "\(decimalText) \(currency.code)" }

    package var description: String { formatted }

    /// Reads only the form of ``decimalText``, for machines: each amount has one text.
    ///
    /// - Throws: ``MoneyError`` with `.malformed`, or `.overflow`.
    package init(decimalText text: String, currency: Currency) throws {
        var text = text
        let reading = text.withUTF8 { Self.read($0, decimals: currency.minorDigits) }
        switch reading {
        case .units(let minorUnits): self.init(minorUnits: minorUnits, currency: currency)
        case .overflow:
            throw MoneyError(.overflow, "\"\(text.prefix(40))\" \(currency) is more than an amount can hold.")
        case .malformed:
            throw MoneyError(
                .malformed,
                "\"\(text.prefix(40))\" is not an amount of \(currency) with \(currency.minorDigits) decimals.")
        }
    }

    private enum Reading { case units(Int64), overflow, malformed }

    private static func read(_ text: UnsafeBufferPointer<UInt8>, decimals: Int) -> Reading {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = UnsafeBufferPointer(rebasing: text.dropFirst(isNegative ? 1 : 0))
        let point = decimals > 0 ? digits.count - decimals - 1 : digits.count
        guard point > 0, decimals == 0 || digits[point] == UInt8(ascii: ".") else { return .malformed }
        var units: Int64 = 0
        var isTooMuch = false
        for (index, character) in digits.enumerated() where index != point {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= character else { return .malformed }
            let digit = Int64(character - UInt8(ascii: "0"))
            let (tenfold, overflow) = units.multipliedReportingOverflow(by: 10)
            // Subtracts for a negative number, so that the smallest Int64 can be read.
            let (sum, overflowAgain) =
                isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            units = sum
            isTooMuch = isTooMuch || overflow || overflowAgain
        }
        guard !isTooMuch else { return .overflow }
        // Leading zeros and a negative zero remain to be refused.
        guard point == 1 || digits[0] != UInt8(ascii: "0"), !isNegative || units != 0 else { return .malformed }
        return .units(units)
    }
}
