// SPDX-License-Identifier: MIT

/// What one coin brings and costs at a fee rate, in four-thousandths of a satoshi: rate times weight needs no rounding.
struct CoinCost {
    let coin: Coin
    /// What it weighs in the transaction.
    let weight: Int
    /// Its value less the fee for spending it.
    let effectiveValue: Int64
    /// The fee for spending it now, less the fee for spending it at the rate of quiet days. Negative when now is cheaper.
    let waste: Int64

    /// Satoshis are counted in this many parts: 4 weight units a virtual byte, 1,000 virtual bytes a rate.
    static let scale: Int64 = 4_000

    /// - Parameter isBesideWitness: whether any input of the transaction may have a witness; those without one then
    ///   weigh one unit more.
    init(_ coin: Coin, at rate: FeeRate, isBesideWitness: Bool = true) {
        self.coin = coin
        weight = coin.spending.inputWeight - (isBesideWitness ? 0 : 1)
        let cost = Self.cost(weight: weight, at: rate)
        effectiveValue = Int64(coin.value.value) * Self.scale - cost
        waste = cost - Self.cost(weight: weight, at: .longTerm)
    }

    /// The same for coins of one wallet.
    static func costs(of coins: [Coin], at rate: FeeRate) -> [CoinCost] {
        let isBesideWitness = coins.contains { $0.spending.witnessCount > 0 }
        return coins.map { CoinCost($0, at: rate, isBesideWitness: isBesideWitness) }
    }

    /// The largest rate (1e9) times the largest weight (4e6) is 4e15; all bitcoins, scaled, are 8.4e18: both fit.
    static func cost(weight: Int, at rate: FeeRate) -> Int64 {
        Int64(rate.satoshisPerKilobyte) * Int64(weight)
    }
}
