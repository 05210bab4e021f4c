// SPDX-License-Identifier: MIT

/// Which coins pay, found without chance: the same coins and the same wish give the same answer.
///
/// Candidates are a sum without change (branch and bound, as Core does), the smallest single coin that suffices, the
/// largest coins first, and the oldest small coins first; the one with the least waste wins.
/// D. Erhardt, "An Evaluation of Coin Selection Strategies", 2016; Core: src/wallet/coinselection.cpp
struct CoinChoice {
    /// What must be paid, without any input's fee, scaled as ``CoinCost/scale`` says.
    let target: Int64
    /// How much more than the target a choice without change may bring: the cost of making and spending change.
    let tolerance: Int64
    /// What a change output adds: its own fee and the least it must hold.
    let changeNeed: Int64
    /// The fees for making change now and spending it later.
    let changeCost: Int64

    /// How many steps the search for a sum without change may take. Core: `TOTAL_TRIES`
    private static let maximumSteps = 100_000

    /// The coins to spend, best first in each tier; nil when they do not suffice.
    ///
    /// Coins of others that are not confirmed take part only when the rest cannot pay; own unconfirmed ones come before.
    func choose(from coins: [CoinCost]) -> [CoinCost]? {
        for tier in 0...2 {
            let eligible = coins.filter { Self.tier($0.coin) <= tier && $0.effectiveValue > 0 }
            if let choice = best(of: eligible) { return choice }
        }
        return nil
    }

    static func tier(_ coin: Coin) -> Int {
        switch coin.standing {
        case .confirmed: 0
        case .unconfirmedOwn: 1
        case .unconfirmedForeign: 2
        }
    }

    /// Larger first; equal ones in an order that does not depend on how the list came.
    static func isBefore(_ left: CoinCost, _ right: CoinCost) -> Bool {
        if left.effectiveValue != right.effectiveValue { return left.effectiveValue > right.effectiveValue }
        if left.weight != right.weight { return left.weight < right.weight }
        return left.coin.outPoint.isBefore(right.coin.outPoint)
    }

    private func best(of coins: [CoinCost]) -> [CoinCost]? {
        let sorted = coins.sorted(by: Self.isBefore)
        guard sorted.reduce(0, { $0 + $1.effectiveValue }) >= target else { return nil }
        let candidates = [withoutChange(sorted), single(sorted), largestFirst(sorted), smallestFirst(sorted)]
        var best: (coins: [CoinCost], waste: Int64)?
        for case .some(let candidate) in candidates {
            let waste = waste(of: candidate)
            if best == nil || waste < best?.waste ?? .max { best = (candidate, waste) }
        }
        return best?.coins
    }

    /// What a choice loses: fees now instead of on quiet days, and the change's cost or what is left over without it.
    func waste(of coins: [CoinCost]) -> Int64 {
        let excess = coins.reduce(0) { $0 + $1.effectiveValue } - target
        let inputs = coins.reduce(0) { $0 + $1.waste }
        return inputs + (excess >= changeNeed ? changeCost : excess)
    }

    // MARK: - Candidates, from coins sorted from the largest

    private func single(_ coins: [CoinCost]) -> [CoinCost]? {
        // Room for change is better than a little too much; but a coin that just suffices will do.
        let fitting =
            coins.last { $0.effectiveValue >= target + changeNeed } ?? coins.last { $0.effectiveValue >= target }
        return fitting.map { [$0] }
    }

    private func largestFirst(_ coins: [CoinCost]) -> [CoinCost]? {
        take(coins[...])
    }

    /// Sweeps up small coins, which only wins where fees are low.
    private func smallestFirst(_ coins: [CoinCost]) -> [CoinCost]? {
        guard let taken = take(coins.reversed()[...]) else { return nil }
        // What the last, largest ones made needless is left out again.
        var excess = taken.reduce(0) { $0 + $1.effectiveValue } - target - changeNeed
        var kept: [CoinCost] = []
        for coin in taken {
            if coin.effectiveValue <= excess { excess -= coin.effectiveValue } else { kept.append(coin) }
        }
        return kept
    }

    private func take(_ coins: ArraySlice<CoinCost>) -> [CoinCost]? {
        var taken: [CoinCost] = []
        var sum: Int64 = 0
        for coin in coins {
            taken.append(coin)
            sum += coin.effectiveValue
            if sum >= target + changeNeed { return taken }
        }
        return sum >= target ? taken : nil
    }

    /// Walks the tree of "with this coin, without it", depth first, for the sum in `target...target + tolerance` with the
    /// least waste. Core: `SelectCoinsBnB`
    private func withoutChange(_ coins: [CoinCost]) -> [CoinCost]? {
        var available = coins.reduce(0) { $0 + $1.effectiveValue }
        var sum: Int64 = 0
        var waste: Int64 = 0
        var chosen: [Int] = []
        var best: [Int]?
        var bestWaste = Int64.max
        var index = 0
        let isExpensiveNow = (coins.first?.waste ?? 0) > 0
        for _ in 0..<Self.maximumSteps {
            var isDeadEnd = false
            if sum + available < target || sum > target + tolerance || (waste > bestWaste && isExpensiveNow) {
                isDeadEnd = true
            } else if sum >= target {
                let total = waste + (sum - target)
                if total <= bestWaste {
                    best = chosen
                    bestWaste = total
                }
                isDeadEnd = true
            }
            if isDeadEnd {
                guard let last = chosen.last else { break }
                // The coins left out since then come back, then the last one taken is left out instead.
                index -= 1
                while index > last {
                    available += coins[index].effectiveValue
                    index -= 1
                }
                sum -= coins[index].effectiveValue
                waste -= coins[index].waste
                chosen.removeLast()
            } else if index < coins.count {
                let coin = coins[index]
                available -= coin.effectiveValue
                // A coin like the one just left out leads to a sum already seen.
                let isRepeated =
                    index > 0 && chosen.last != index - 1 && coin.effectiveValue == coins[index - 1].effectiveValue
                    && coin.weight == coins[index - 1].weight
                if chosen.isEmpty || !isRepeated {
                    chosen.append(index)
                    sum += coin.effectiveValue
                    waste += coin.waste
                }
            }
            index += 1
        }
        return best.map { $0.map { coins[$0] } }
    }
}

extension OutPoint {
    /// BIP-0069's order: by the id as it is written, then by the index.
    func isBefore(_ other: OutPoint) -> Bool {
        guard transactionID == other.transactionID else {
            return transactionID.bytes.reversed().lexicographicallyPrecedes(other.transactionID.bytes.reversed())
        }
        return index < other.index
    }
}
