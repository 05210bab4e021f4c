// SPDX-License-Identifier: MIT

/// Which coins pay, found without chance: the same coins and the same wish give the same answer.
///
/// Candidates are a sum without change (branch and bound, as Core does), the smallest single coin that suffices, the
/// largest coins first, and the oldest small coins first; the one with the least waste wins.
/// D. Erhardt, "An Evaluation of Coin Selection Strategies", 2016; Core: src/wallet/coinselection.cpp
struct CoinChoice {
    /// What the outputs hold.
    let paid: Satoshis
    let rate: FeeRate
    /// What the transaction weighs without inputs and without change.
    let baseWeight: Int
    /// How much more than needed a choice without change may bring, and what change costs: making it now, spending it later.
    let changeCost: Int64
    /// What a change output needs: its own fee and the least it must hold.
    let changeNeed: Int64

    /// What the coins must bring beyond their own fees, but for rounding; scaled as ``CoinCost/scale`` says.
    private var target: Int64 {
        Int64(paid.value) * CoinCost.scale + CoinCost.cost(weight: baseWeight, at: rate)
    }

    /// Whether coins pay to the satoshi, with the size and the fee rounded up.
    private func suffices(_ effectiveValue: Int64, weight: Int, count: Int) -> Bool {
        // The count of inputs takes two bytes more from 253 on.
        let whole = baseWeight + weight + (count < 253 ? 0 : 8)
        let fee = (CoinCost.cost(weight: (whole + 3) / 4, at: rate) + 999) / 1_000
        let brought = effectiveValue + CoinCost.cost(weight: weight, at: rate)
        return brought >= (Int64(paid.value) + fee) * CoinCost.scale
    }

    private func suffices(_ coins: [CoinCost]) -> Bool {
        suffices(
            coins.reduce(0) { $0 + $1.effectiveValue }, weight: coins.reduce(0) { $0 + $1.weight }, count: coins.count)
    }

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
        guard suffices(sorted) else { return nil }
        let candidates = [withoutChange(sorted), single(sorted), largestFirst(sorted), smallestFirst(sorted)]
        var best: (coins: [CoinCost], waste: Int64)?
        for case .some(let candidate) in candidates where suffices(candidate) {
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
            coins.last { $0.effectiveValue >= target + changeNeed } ?? coins.last { suffices([$0]) }
        return fitting.map { [$0] }
    }

    private func largestFirst(_ coins: [CoinCost]) -> [CoinCost]? {
        take(coins[...])
    }

    /// Sweeps up small coins, which only wins where fees are low.
    private func smallestFirst(_ coins: [CoinCost]) -> [CoinCost]? {
        let taken = take(coins.reversed()[...])
        // What the last, largest ones made needless is left out again.
        var excess = taken.reduce(0) { $0 + $1.effectiveValue } - target - changeNeed
        var kept: [CoinCost] = []
        for coin in taken {
            if coin.effectiveValue <= excess { excess -= coin.effectiveValue } else { kept.append(coin) }
        }
        return kept
    }

    private func take(_ coins: ArraySlice<CoinCost>) -> [CoinCost] {
        var taken: [CoinCost] = []
        var sum: Int64 = 0
        for coin in coins {
            taken.append(coin)
            sum += coin.effectiveValue
            if sum >= target + changeNeed { return taken }
        }
        return taken
    }

    /// Walks the tree of "with this coin, without it", depth first, for the sum that suffices and exceeds the target by no
    /// more than change would cost, with the least waste. Core: `SelectCoinsBnB`
    private func withoutChange(_ coins: [CoinCost]) -> [CoinCost]? {
        var available = coins.reduce(0) { $0 + $1.effectiveValue }
        var sum: Int64 = 0
        var waste: Int64 = 0
        var weight = 0
        var chosen: [Int] = []
        var best: [Int]?
        var bestWaste = Int64.max
        var index = 0
        let isExpensiveNow = (coins.first?.waste ?? 0) > 0
        for _ in 0..<Self.maximumSteps {
            var isDeadEnd = false
            if index > coins.count || sum + available < target || sum > target + changeCost
                || (waste > bestWaste && isExpensiveNow)
            {
                isDeadEnd = true
            } else if sum >= target, suffices(sum, weight: weight, count: chosen.count) {
                let total = waste + (sum - target)
                if total <= bestWaste {
                    best = chosen
                    bestWaste = total
                }
                isDeadEnd = true
            }
            // Rounding may leave all coins taken and still a satoshi missing.
            if isDeadEnd || index == coins.count {
                guard let last = chosen.last else { break }
                // The coins left out since then come back, then the last one taken is left out instead.
                index -= 1
                while index > last {
                    available += coins[index].effectiveValue
                    index -= 1
                }
                sum -= coins[index].effectiveValue
                waste -= coins[index].waste
                weight -= coins[index].weight
                chosen.removeLast()
            } else {
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
                    weight += coin.weight
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
