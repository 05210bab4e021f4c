// SPDX-License-Identifier: MIT

/// A coin's value and cost at a fee rate, in four-thousandths of a satoshi, so that rate times weight needs no
/// rounding.
struct InputCost {
    let coin: UTXO
    /// The input's weight.
    let weight: Int
    /// Its value minus the fee for spending it.
    let effectiveValue: Int64
    /// The fee for spending it now, minus the fee at the long-term rate. Negative when spending now is cheaper.
    let waste: Int64

    /// Parts of a satoshi: 4 weight units per virtual byte times the 1,000 virtual bytes of a rate.
    static let scale: Int64 = 4_000

    /// - Parameter isBesideWitness: whether any input of the transaction may have a witness; inputs without one then
    ///   weigh one unit more.
    init(_ coin: UTXO, at rate: FeeRate, isBesideWitness: Bool = true) {
        self.coin = coin
        weight = coin.spending.inputWeight - (isBesideWitness ? 0 : 1)
        let cost = Self.cost(weight: weight, at: rate)
        effectiveValue = Int64(coin.value.value) * Self.scale - cost
        waste = cost - Self.cost(weight: weight, at: .longTerm)
    }

    /// The costs of several coins of one transaction.
    static func costs(of coins: [UTXO], at rate: FeeRate) -> [InputCost] {
        let isBesideWitness = coins.contains { $0.spending.witnessCount > 0 }
        return coins.map { InputCost($0, at: rate, isBesideWitness: isBesideWitness) }
    }

    /// The largest rate (1e9) times the largest weight (4e6) is 4e15, and all bitcoins, scaled, are 8.4e18: no
    /// overflow.
    static func cost(weight: Int, at rate: FeeRate) -> Int64 {
        Int64(rate.satoshisPerKilobyte) * Int64(weight)
    }
}
