// SPDX-License-Identifier: MIT

/// Deterministic coin selection: the same coins and the same order give the same result.
///
/// Candidates are a sum without change (branch and bound, as in Core), the smallest single coin that suffices, the
/// coins from the largest down, and the coins from the smallest up, by effective value. The candidate with the least
/// waste wins. D. Erhardt, "An Evaluation of UTXO Selection Strategies", 2016; Core: src/wallet/coinselection.cpp
struct CoinSelection {
    /// The sum of the outputs.
    let paid: Satoshis
    let rate: FeeRate
    /// The transaction's weight without inputs and without change.
    let baseWeight: Int
    /// The most by which a choice without change may exceed the target: the cost of making change now and spending it
    /// later.
    let changeCost: Int64
    /// The minimum for a change output: its own fee and its least value.
    let changeNeed: Int64

    /// What the coins must add beyond their own fees, before rounding; scaled by ``InputCost/scale``.
    private var target: Int64 {
        Int64(paid.value) * InputCost.scale + InputCost.cost(weight: baseWeight, at: rate)
    }

    /// Whether the coins pay amount and fee exactly, with the size and the fee rounded up.
    private func suffices(_ effectiveValue: Int64, weight: Int, count: Int) -> Bool {
        // The input count takes two more bytes from 253 on.
        let whole = baseWeight + weight + (count < 253 ? 0 : 8)
        let fee = (InputCost.cost(weight: (whole + 3) / 4, at: rate) + 999) / 1_000
        let brought = effectiveValue + InputCost.cost(weight: weight, at: rate)
        return brought >= (Int64(paid.value) + fee) * InputCost.scale
    }

    private func suffices(_ coins: [InputCost]) -> Bool {
        suffices(
            coins.reduce(0) { $0 + $1.effectiveValue }, weight: coins.reduce(0) { $0 + $1.weight }, count: coins.count)
    }

    /// The most steps of the search for a sum without change. Core: `TOTAL_TRIES`
    private static let maximumSteps = 100_000

    /// The coins to spend: the best candidate of the first tier that can pay; nil when no tier can.
    ///
    /// Own unconfirmed coins are used only when confirmed coins cannot pay, and unconfirmed coins of others come last.
    func choose(from coins: [InputCost]) -> [InputCost]? {
        for tier in 0...2 {
            let eligible = coins.filter { Self.tier($0.coin) <= tier && $0.effectiveValue > 0 }
            if let choice = best(of: eligible) { return choice }
        }
        return nil
    }

    static func tier(_ coin: UTXO) -> Int {
        switch coin.standing {
        case .confirmed: 0
        case .unconfirmedOwn: 1
        case .unconfirmedForeign: 2
        }
    }

    /// Larger first. The order of equal ones does not depend on the input order.
    static func isBefore(_ left: InputCost, _ right: InputCost) -> Bool {
        if left.effectiveValue != right.effectiveValue { return left.effectiveValue > right.effectiveValue }
        if left.weight != right.weight { return left.weight < right.weight }
        return left.coin.outPoint.isBefore(right.coin.outPoint)
    }

    private func best(of coins: [InputCost]) -> [InputCost]? {
        let sorted = coins.sorted(by: Self.isBefore)
        guard suffices(sorted) else { return nil }
        let candidates = [withoutChange(sorted), single(sorted), largestFirst(sorted), smallestFirst(sorted)]
        var best: (coins: [InputCost], waste: Int64)?
        for case .some(let candidate) in candidates where suffices(candidate) {
            let waste = waste(of: candidate)
            if best == nil || waste < best?.waste ?? .max { best = (candidate, waste) }
        }
        return best?.coins
    }

    /// The cost of a choice: fees paid now instead of at the long-term rate, plus the cost of change or the excess
    /// without it.
    func waste(of coins: [InputCost]) -> Int64 {
        let excess = coins.reduce(0) { $0 + $1.effectiveValue } - target
        let inputs = coins.reduce(0) { $0 + $1.waste }
        return inputs + (excess >= changeNeed ? changeCost : excess)
    }

    // MARK: - Candidates, from coins sorted from the largest

    private func single(_ coins: [InputCost]) -> [InputCost]? {
        // A coin that leaves room for change is preferred; otherwise one that just suffices is taken.
        let fitting =
            coins.last { $0.effectiveValue >= target + changeNeed } ?? coins.last { suffices([$0]) }
        return fitting.map { [$0] }
    }

    private func largestFirst(_ coins: [InputCost]) -> [InputCost]? {
        take(coins[...])
    }

    /// Spends small coins, which has the least waste only at low fee rates.
    private func smallestFirst(_ coins: [InputCost]) -> [InputCost]? {
        let taken = take(coins.reversed()[...])
        // Removes coins that the last, larger ones made unnecessary.
        var excess = taken.reduce(0) { $0 + $1.effectiveValue } - target - changeNeed
        var kept: [InputCost] = []
        for coin in taken {
            if coin.effectiveValue <= excess { excess -= coin.effectiveValue } else { kept.append(coin) }
        }
        return kept
    }

    private func take(_ coins: ArraySlice<InputCost>) -> [InputCost] {
        var taken: [InputCost] = []
        var sum: Int64 = 0
        for coin in coins {
            taken.append(coin)
            sum += coin.effectiveValue
            if sum >= target + changeNeed { return taken }
        }
        return taken
    }

    /// Searches the tree of including or excluding each coin, depth first, for the selection with the least waste that
    /// meets the target and exceeds it by no more than change would cost. Core: `SelectCoinsBnB`
    private func withoutChange(_ coins: [InputCost]) -> [InputCost]? {
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
            // After rounding, even all coins may be a satoshi short.
            if isDeadEnd || index == coins.count {
                guard let last = chosen.last else { break }
                // Backtracks: restores the coins excluded since the last included one, then excludes that one.
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
                // A coin equal to the one just excluded leads to a sum already seen.
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
    /// The order of BIP-0069: by the id in its displayed byte order, then by the index.
    func isBefore(_ other: OutPoint) -> Bool {
        guard transactionID == other.transactionID else {
            return transactionID.bytes.reversed().lexicographicallyPrecedes(other.transactionID.bytes.reversed())
        }
        return index < other.index
    }
}
