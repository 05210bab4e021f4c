// SPDX-License-Identifier: MIT

/// The price of one major unit of a currency in another, as an exact decimal number, and the spread.
///
/// Buying the base currency costs the rate plus the spread; selling it yields the rate minus the spread.
package struct ExchangeRate: Hashable, Sendable {
    /// The priced currency: EUR in EUR/USD.
    package let base: Currency
    /// The currency of the price: USD in EUR/USD.
    package let counter: Currency
    /// Billionths of the counter's major unit per major unit of the base: 1 085 000 000 for 1.0850.
    package let billionths: Int64
    /// The share kept on either side, in parts per million: 5 000 for 0.5 %.
    package let spread: Int64

    /// A rate of 1, in billionths.
    package static let one: Int64 = 1_000_000_000
    /// A spread of 100 %, in parts per million.
    package static let million: Int64 = 1_000_000
    /// The largest rate: one million.
    package static let maximum = one * million

    /// - Throws: ``MoneyError`` with `.currencyMismatch` for one currency twice, `.malformed` for a rate that is not
    ///   above zero and at most a million, or a spread that is not from 0 to below 50 %.
    package init(base: Currency, counter: Currency, billionths: Int64, spread: Int64) throws {
        guard base != counter else {
            throw MoneyError(.currencyMismatch, "A rate has two currencies, not \(base.code) twice.")
        }
        guard 1...Self.maximum ~= billionths else {
            throw MoneyError(.malformed, "A rate is above zero and at most 1000000.")
        }
        guard 0..<Self.million / 2 ~= spread else {
            throw MoneyError(.malformed, "A spread is from 0 to below 50 percent.")
        }
        (self.base, self.counter, self.billionths, self.spread) = (base, counter, billionths, spread)
    }

    /// Reads an operator's input: `EUR/USD`; `1.0850` with at most nine decimals; per cent such as `0.5` or `0.5%` with
    /// at most four decimals.
    ///
    /// - Throws: ``MoneyError`` with `.unknownCurrency`, or as ``init(base:counter:billionths:spread:)``.
    package init(pair: String, rate: String, spread: String) throws {
        let halves = pair.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else {
            throw MoneyError(.malformed, "\"\(pair.prefix(16))\" is not a pair of currencies; write EUR/USD.")
        }
        let percent = spread.hasSuffix("%") ? spread.dropLast() : spread[...]
        try self.init(
            base: try Currency(code: String(halves[0])), counter: try Currency(code: String(halves[1])),
            billionths: try Self.fixedPoint(rate[...], decimals: 9), spread: try Self.fixedPoint(percent, decimals: 4))
    }

    /// `EUR/USD`.
    package var pair: String { "\(base.code)/\(counter.code)" }
    /// The rate as its shortest decimal number: "1.085".
    package var text: String { Self.text(billionths, decimals: 9) }
    /// The spread in percent: "0.5".
    package var spreadText: String { Self.text(spread, decimals: 4) }

    /// Reads digits with at most one point between them.
    private static func fixedPoint(_ text: Substring, decimals: Int) throws -> Int64 {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let isNumber =
            1...2 ~= parts.count && !parts[0].isEmpty && (parts.count == 1 || !fraction.isEmpty)
            && parts.allSatisfy { $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
        guard isNumber, fraction.utf8.count <= decimals,
            let value = Int64(parts[0] + fraction + String(repeating: "0", count: decimals - fraction.utf8.count))
        else {
            throw MoneyError(
                .malformed, "\"\(text.prefix(40))\" is not a number with at most \(decimals) decimals; write 1.0850.")
        }
        return value
    }

    private static func text(_ value: Int64, decimals: Int) -> String {
        let digits = String(value)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction = fraction.dropLast() }
        return padded.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension ExchangeRate: CustomStringConvertible {
    package var description: String { "\(pair) \(text) ± \(spreadText) %" }
}
