// SPDX-License-Identifier: MIT
internal import Chains
internal import Money

/// Converts amounts to the user's currency. Without a price source, or when it fails, there is no converted amount.
struct Worth {
    let coins: OpenCoins
    /// Whether the price source may be asked; otherwise the last recorded price is used.
    var asks = true

    /// - Returns: nil when no price is available. A missing price never fails an operation.
    func amount(_ amount: CoinAmount) -> Amount? {
        guard let price = PriceKeeping(coins: coins).price(of: amount.unit, asks: asks),
            let minor = UInt64(exactly: price.minorUnits)
        else { return nil }
        do {
            let scale = try UInt256(decimal: "1" + String(repeating: "0", count: amount.unit.decimals))
            let worth = try amount.value.multiplied(by: UInt256(minor)).quotientAndRemainder(dividingBy: scale).quotient
            guard let units = worth.uint64, let signed = Int64(exactly: units) else { return nil }
            return Amount(minorUnits: signed, currency: price.currency)
        } catch {
            return nil
        }
    }

    func added(to balance: CoinBalance) -> CoinBalance {
        var balance = balance
        balance.worth = amount(balance.total)
        return balance
    }

    func added(to quotes: [FeeQuote]) -> [FeeQuote] {
        quotes.map {
            var quote = $0
            quote.worth = amount($0.cost)
            return quote
        }
    }

    func added(to plan: SendPlan) -> SendPlan {
        var plan = plan
        plan.review.feeWorth = amount(plan.review.fee)
        plan.review.amountWorth = plan.review.payees.count == 1 ? amount(plan.review.payees[0].amount) : nil
        return plan
    }
}
