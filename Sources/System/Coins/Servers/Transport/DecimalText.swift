// SPDX-License-Identifier: MIT

/// A JSON number as the server wrote it, converted to whole units without floating point. RFC 8259, section 6
struct DecimalText {
    enum Rounding { case exact, up, down }

    /// More digits than any price or amount has.
    private static let maximumDigits = 60

    let isNegative: Bool
    private let digits: [UInt8]
    /// The number of digits behind the decimal point. When negative, zeros follow the digits.
    private let scale: Int

    /// Nil for text that is not a JSON number, and for an absurdly long one.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        rest = rest.dropFirst(mantissa.count)
        let parts = mantissa.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, mantissa.count <= Self.maximumDigits else { return nil }
        let fraction = parts.count == 2 ? parts[1] : []
        guard (whole + fraction).allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            parts.count == 1 || !fraction.isEmpty
        else { return nil }
        var exponent = 0
        if !rest.isEmpty {
            guard let number = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
                -Self.maximumDigits...Self.maximumDigits ~= number
            else { return nil }
            exponent = number
        }
        digits = Array(whole + fraction)
        scale = fraction.count - exponent
    }

    /// The number times ten to the power of `decimals`; nil when negative, beyond 64 bits, or not exact while `.exact`
    /// is asked.
    func units(decimals: Int, _ rounding: Rounding = .exact) -> UInt64? {
        let shift = decimals - scale
        guard !isNegative || isZero else { return nil }
        if shift >= 0 {
            return UInt64(text(digits + [UInt8](repeating: UInt8(ascii: "0"), count: shift)))
        }
        let isInexact = digits.suffix(-shift).contains { $0 != UInt8(ascii: "0") }
        guard !isInexact || rounding != .exact, let whole = UInt64(text(Array(digits.dropLast(-shift)))) else {
            return nil
        }
        guard isInexact && rounding == .up else { return whole }
        let (sum, overflow) = whole.addingReportingOverflow(1)
        return overflow ? nil : sum
    }

    private var isZero: Bool { digits.allSatisfy { $0 == UInt8(ascii: "0") } }

    private func text(_ digits: [UInt8]) -> String { digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self) }
}
