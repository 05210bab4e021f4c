// SPDX-License-Identifier: MIT

/// A fee rate: satoshis per 1,000 virtual bytes, so that `12.5 sat/vB` is exact.
package struct FeeRate: Hashable, Comparable, Sendable {
    package let satoshisPerKilobyte: UInt64

    /// The relay minimum of nodes for ten years; servers may announce less.
    package static let minimumRelay = FeeRate(unchecked: 1_000)
    /// The lowest rate that a node relays. Core: `DEFAULT_MIN_RELAY_TX_FEE` from version 30 on
    package static let lowestRelay = FeeRate(unchecked: 100)
    /// The additional rate of a replacement for its own size. Core: `DEFAULT_INCREMENTAL_RELAY_FEE`, before version 30
    package static let incrementalRelay = FeeRate(unchecked: 1_000)
    /// The rate at which an output must be worth spending. Core: `DUST_RELAY_TX_FEE`
    package static let dustRelay = FeeRate(unchecked: 3_000)
    /// The rate assumed for later spending. Core: `DEFAULT_CONSOLIDATE_FEERATE`
    package static let longTerm = FeeRate(unchecked: 10_000)
    /// A rate above 1,000 sat/vB is never intended.
    package static let absurd = FeeRate(unchecked: 1_000_000)
    /// The largest supported rate: 1,000,000 sat/vB.
    package static let maximum = FeeRate(unchecked: 1_000_000_000)

    /// - Throws: ``BitcoinError`` with `.absurdFee` above ``maximum``.
    package init(satoshisPerKilobyte: UInt64) throws {
        guard satoshisPerKilobyte <= Self.maximum.satoshisPerKilobyte else {
            throw BitcoinError(
                .absurdFee, "A fee of more than 1,000,000 sat/vB is refused; check the unit of the rate.")
        }
        self.satoshisPerKilobyte = satoshisPerKilobyte
    }

    private init(unchecked: UInt64) {
        satoshisPerKilobyte = unchecked
    }

    /// Parses satoshis per virtual byte as users type them: `12`, `12.5` or `12,5`, at most three decimals.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for anything else, `.absurdFee` above ``maximum``.
    package init(parsing text: String) throws {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard
            (1...2).contains(parts.count), (1...9).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            parts.count == 1 || (1...3).contains(parts[1].utf8.count)
        else {
            throw BitcoinError(.malformed, "A fee rate is a number of satoshis per virtual byte, such as 12 or 12.5.")
        }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        guard let whole = UInt64(parts[0]), let thousandths = UInt64(padded) else {
            throw BitcoinError(.malformed, "A fee rate is a number of satoshis per virtual byte, such as 12 or 12.5.")
        }
        // At most nine digits and three decimals: far below 2^64.
        try self.init(satoshisPerKilobyte: whole * 1_000 + thousandths)
    }

    /// The fee rate of a fee for a size, rounded down. Zero for a size of zero.
    package init(fee: Satoshis, virtualSize: Int) throws {
        guard virtualSize > 0 else {
            try self.init(satoshisPerKilobyte: 0)
            return
        }
        try self.init(satoshisPerKilobyte: fee.value * 1_000 / UInt64(virtualSize))
    }

    /// The fee for a size, rounded up to a whole satoshi, as in Core.
    ///
    /// - Throws: ``BitcoinError`` with `.badAmount` when the fee is above the total supply.
    package func fee(virtualSize: Int) throws -> Satoshis {
        let (product, overflow) = satoshisPerKilobyte.multipliedReportingOverflow(by: UInt64(max(0, virtualSize)))
        guard !overflow else { throw BitcoinError(.absurdFee, "A fee at \(self) is more than all bitcoins.") }
        return try Satoshis(product / 1_000 + (product.isMultiple(of: 1_000) ? 0 : 1))
    }

    package static func < (left: FeeRate, right: FeeRate) -> Bool {
        left.satoshisPerKilobyte < right.satoshisPerKilobyte
    }
}

extension FeeRate: CustomStringConvertible {
    /// For messages: `12.5 sat/vB`.
    package var description: String { "\(number) sat/vB" }

    /// Satoshis per virtual byte, with a point where there are decimals.
    package var number: String {
        let (whole, thousandths) = satoshisPerKilobyte.quotientAndRemainder(dividingBy: 1_000)
        guard thousandths > 0 else { return "\(whole)" }
        // The leading 1 preserves the zeros of 0.001.
        var digits = String(thousandths + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
