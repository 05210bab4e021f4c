// SPDX-License-Identifier: MIT

/// What an amount is counted in, and how many decimals lie between it and the smallest unit.
package struct Unit: Hashable, Sendable, CustomStringConvertible {
    /// What people write behind an amount, such as `BTC`.
    package let symbol: String
    /// One `symbol` is ten to this power of the smallest unit.
    package let decimals: Int

    /// 10^77 is the largest power of ten in 256 bits.
    package static let maximumDecimals = 77
    package static let maximumSymbolCount = 32
    /// The longest text that is looked at, in UTF-8 bytes.
    package static let maximumTextCount = 128

    /// For a token, whose facts come from a server.
    ///
    /// - Throws: ``ChainsError`` with `.malformed` for a symbol that is empty, long or not printable, or for decimals
    ///   outside 0 to 77.
    package init(symbol: String, decimals: Int) throws {
        guard 1...Self.maximumSymbolCount ~= symbol.utf8.count,
            symbol.unicodeScalars.allSatisfy(Self.isPrintable), symbol.contains(where: { $0 != " " })
        else { throw ChainsError(.malformed, "A unit's symbol has 1 to 32 printable characters.") }
        guard 0...Self.maximumDecimals ~= decimals else {
            throw ChainsError(.malformed, "A unit has 0 to 77 decimals, not \(decimals).")
        }
        self.init(known: symbol, decimals)
    }

    private init(known symbol: String, _ decimals: Int) {
        self.symbol = symbol
        self.decimals = decimals
    }

    package static let bitcoin = Unit(known: "BTC", 8)
    package static let ether = Unit(known: "ETH", 18)
    package static let sol = Unit(known: "SOL", 9)

    /// An amount of the smallest unit without its symbol: `0.001`. Reads back as the same amount.
    package func text(_ amount: UInt256) -> String {
        let digits = amount.decimal
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.utf8.count)) + digits
        let fraction = padded.suffix(decimals)
        guard let last = fraction.lastIndex(where: { $0 != "0" }) else { return String(padded.dropLast(decimals)) }
        return "\(padded.dropLast(decimals)).\(fraction[...last])"
    }

    /// An amount of the smallest unit as people see it: `0.001 BTC`.
    package func formatted(_ amount: UInt256) -> String { "\(text(amount)) \(symbol)" }

    package var description: String { symbol }

    /// Neither control characters nor those that turn the direction of a line or hide in it.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
