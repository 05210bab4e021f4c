// SPDX-License-Identifier: MIT

/// The unit of an amount, and the number of decimals between it and the smallest unit.
package struct Unit: Hashable, Sendable, CustomStringConvertible {
    /// The symbol written after an amount, such as `BTC`.
    package let symbol: String
    /// One `symbol` is ten to this power of the smallest unit.
    package let decimals: Int
    /// The name of the coin at price sources, such as `ethereum`. Nil where this program knows no price: a token, whose
    /// symbol its creator chose, or the coin of a test network or of a network outside the registry.
    package let priceName: String?

    /// 10^77 is the largest power of ten in 256 bits.
    package static let maximumDecimals = 77
    package static let maximumSymbolCount = 32
    /// The longest text accepted, in UTF-8 bytes.
    package static let maximumTextCount = 128

    /// For a token, whose data comes from a server.
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

    /// For a coin whose data is built in.
    init(known symbol: String, _ decimals: Int, priceName: String? = nil) {
        self.symbol = symbol
        self.decimals = decimals
        self.priceName = priceName
    }

    /// The coin of a test network: the same name as the real one, but without value.
    var worthless: Unit { Unit(known: symbol, decimals) }

    package static let bitcoin = Unit(known: "BTC", 8, priceName: "bitcoin")
    package static let ether = Unit(known: "ETH", 18, priceName: "ethereum")
    package static let sol = Unit(known: "SOL", 9, priceName: "solana")

    /// Two units are equal when they count amounts the same way; the price name does not matter.
    package static func == (one: Unit, other: Unit) -> Bool {
        one.symbol == other.symbol && one.decimals == other.decimals
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(symbol)
        hasher.combine(decimals)
    }

    /// An amount of the smallest unit without its symbol: `0.001`. Parsing it gives the same amount.
    package func text(_ amount: UInt256) -> String {
        let digits = amount.decimal
        guard decimals > 0 else { return digits }
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.utf8.count)) + digits
        let fraction = padded.suffix(decimals)
        guard let last = fraction.lastIndex(where: { $0 != "0" }) else { return String(padded.dropLast(decimals)) }
        return "\(padded.dropLast(decimals)).\(fraction[...last])"
    }

    /// An amount of the smallest unit with the symbol: `0.001 BTC`.
    package func formatted(_ amount: UInt256) -> String { "\(text(amount)) \(symbol)" }

    package var description: String { symbol }

    /// Rejects control characters, invisible ones, and those that change the direction of text.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
