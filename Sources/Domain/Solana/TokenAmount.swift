// SPDX-License-Identifier: MIT

/// A number of a token's smallest units, with the decimals for display.
///
/// The decimals come from the mint's account, and a `transferChecked` repeats them, so that the chain refuses a
/// transfer that was shown with others.
package struct TokenAmount: Hashable, Sendable, CustomStringConvertible {
    package let units: UInt64
    package let decimals: UInt8

    package init(units: UInt64, decimals: UInt8) {
        self.units = units
        self.decimals = decimals
    }

    /// Parses digits with at most one point, exactly.
    ///
    /// - Throws: ``SolanaError`` with `.badAmount` for anything else, more decimals than the token has, or beyond 64
    ///   bits.
    package init(parsing text: String, decimals: UInt8) throws {
        var units: UInt64 = 0
        var places: Int?
        var digits = 0
        for character in text.utf8 {
            if character == UInt8(ascii: "."), places == nil, digits > 0 {
                places = 0
                continue
            }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= character else {
                throw SolanaError(.badAmount, "An amount is digits with at most one point.")
            }
            digits += 1
            if let count = places {
                // Zeros past the last decimal change nothing.
                if count >= Int(decimals), character == UInt8(ascii: "0") { continue }
                guard count < Int(decimals) else {
                    throw SolanaError(.badAmount, "This amount has more than \(decimals) decimals.")
                }
                places = count + 1
            }
            units = try Self.append(character - UInt8(ascii: "0"), to: units)
        }
        guard digits > 0, text.utf8.last != UInt8(ascii: ".") else {
            throw SolanaError(.badAmount, "An amount is digits with at most one point.")
        }
        for _ in 0..<(Int(decimals) - (places ?? 0)) where units > 0 { units = try Self.append(0, to: units) }
        self.init(units: units, decimals: decimals)
    }

    package var description: String {
        guard decimals > 0 else { return "\(units)" }
        let digits = "\(units)"
        let padding = String(repeating: "0", count: max(0, Int(decimals) + 1 - digits.count))
        let all = padding + digits
        let whole = all.dropLast(Int(decimals))
        var fraction = all.suffix(Int(decimals))
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }

    private static func append(_ digit: UInt8, to units: UInt64) throws -> UInt64 {
        let (shifted, first) = units.multipliedReportingOverflow(by: 10)
        let (sum, second) = shifted.addingReportingOverflow(UInt64(digit))
        guard !first, !second else { throw SolanaError(.badAmount, "This amount does not fit 64 bits.") }
        return sum
    }
}
