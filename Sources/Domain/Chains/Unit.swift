// SPDX-License-Identifier: MIT

/// What an amount is counted in, and how many decimals lie between it and the smallest unit.
package struct Unit: Hashable, Sendable, CustomStringConvertible {
    /// What people write behind an amount, such as `BTC`.
    package let symbol: String
    /// One `symbol` is ten to this power of the smallest unit.
    package let decimals: Int
    /// What sources of prices call one coin of it, such as `ethereum`; nil where it has no price that this program knows: a
    /// token, whose symbol its maker chose, or the coin of a network that is not in the registry or a test of one.
    package let priceName: String?

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

    /// For a coin whose facts are this program's own.
    init(known symbol: String, _ decimals: Int, priceName: String? = nil) {
        self.symbol = symbol
        self.decimals = decimals
        self.priceName = priceName
    }

    /// The coin of a test network: it is named as the real one is, and it is worth nothing.
    var worthless: Unit { Unit(known: symbol, decimals) }

    package static let bitcoin = Unit(known: "BTC", 8, priceName: "bitcoin")
    package static let ether = Unit(known: "ETH", 18, priceName: "ethereum")
    package static let sol = Unit(known: "SOL", 9, priceName: "solana")

    /// Two units are equal that count amounts the same way; a price is no part of it.
    package static func == (one: Unit, other: Unit) -> Bool {
        one.symbol == other.symbol && one.decimals == other.decimals
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(symbol)
        hasher.combine(decimals)
    }

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
