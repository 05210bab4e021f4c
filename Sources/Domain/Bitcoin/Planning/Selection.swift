// SPDX-License-Identifier: MIT

/// The coins and outputs chosen for an order.
struct Selection {
    let coins: [UTXO]
    let outputs: [PlannedOutput]

    /// - Parameters:
    ///   - outputs: one recipient of zero gets the remainder, if any recipient's amount is nil.
    ///   - coins: only spendable ones.
    init(_ order: PaymentIntent, outputs: [PlannedOutput], coins: [UTXO]) throws {
        let costs = InputCost.costs(of: coins, at: order.feeRate)
        if let drained = order.recipients.firstIndex(where: { $0.amount == nil }) {
            let worth = order.spendsAllCoins ? costs : costs.filter { $0.effectiveValue > 0 }
            self.coins = worth.map(\.coin)
            self.outputs = try Self.drain(worth.map(\.coin), into: drained, of: outputs, order)
            return
        }
        let payment = try Payment(order, outputs: outputs.map(\.output))
        if order.spendsAllCoins {
            guard let paid = try payment.settle(coins) else { throw try payment.missing(costs) }
            (self.coins, self.outputs) = (coins, try Self.adding(change: paid, to: outputs, order.change))
            return
        }
        guard let choice = try payment.choose(costs) else { throw try payment.missing(costs) }
        self.coins = choice.coins
        self.outputs = try Self.adding(change: choice.change, to: outputs, order.change)
    }

    private static func drain(
        _ coins: [UTXO], into index: Int, of outputs: [PlannedOutput], _ order: PaymentIntent
    ) throws -> [PlannedOutput] {
        let weight = TransactionPlan.weight(of: coins.map(\.spending), outputs: outputs.map(\.output))
        let fee = try order.feeRate.fee(virtualSize: (weight + 3) / 4)
        let needed = try Satoshis.sum(outputs.map(\.value) + [fee])
        let brought = try Satoshis.sum(coins.map(\.value))
        let script = outputs[index].script
        let least = max(1, TransactionOutput(value: .zero, script: script).dustThreshold)
        let required = try needed.adding(least)
        guard brought >= required else {
            throw BitcoinError(
                .insufficientFunds,
                "After the fee of \(fee) nothing worth sending is left: \(try required.subtracting(brought)) are missing."
            )
        }
        var outputs = outputs
        outputs[index] = try PlannedOutput(
            TransactionOutput(value: brought.subtracting(needed), script: script), role: .recipient)
        return outputs
    }

    private static func adding(
        change: Satoshis?, to outputs: [PlannedOutput], _ spending: Spending
    ) throws -> [PlannedOutput] {
        guard let change else { return outputs }
        let output = TransactionOutput(value: change, script: try spending.lockingScript)
        return outputs + [try PlannedOutput(output, role: .change(spending))]
    }
}

/// A payment of known outputs, before its coins are known.
struct Payment {
    let outputs: [TransactionOutput]
    let change: TransactionOutput
    let changeSpending: Spending
    let rate: FeeRate

    init(_ order: PaymentIntent, outputs: [TransactionOutput]) throws {
        try self.init(outputs: outputs, change: order.change, rate: order.feeRate)
    }

    init(outputs: [TransactionOutput], change: Spending, rate: FeeRate) throws {
        self.outputs = outputs
        self.change = TransactionOutput(value: .zero, script: try change.lockingScript)
        changeSpending = change
        self.rate = rate
    }

    /// The least change worth making: nodes relay it, and spending it at the long-term rate costs no more than its
    /// value.
    var leastChange: Satoshis {
        get throws {
            max(change.dustThreshold, try FeeRate.longTerm.fee(virtualSize: (changeSpending.inputWeight + 3) / 4))
        }
    }

    /// The exact fee for these coins.
    func fee(_ coins: [UTXO], withChange: Bool) throws -> Satoshis {
        let weight = TransactionPlan.weight(
            of: coins.map(\.spending), outputs: withChange ? outputs + [change] : outputs)
        return try rate.fee(virtualSize: (weight + 3) / 4)
    }

    /// The change of these coins, nil for none; nil in the outer optional when they do not suffice.
    func settle(_ coins: [UTXO]) throws -> Satoshis?? {
        let brought = try Satoshis.sum(coins.map(\.value))
        let paid = try Satoshis.sum(outputs.map(\.value))
        let needed = try paid.adding(fee(coins, withChange: false))
        guard !coins.isEmpty, brought >= needed else { return nil }
        let neededWithChange = try paid.adding(fee(coins, withChange: true))
        guard brought >= neededWithChange else { return .some(nil) }
        let left = try brought.subtracting(neededWithChange)
        return .some(left >= (try leastChange) ? left : nil)
    }

    func choose(_ costs: [InputCost]) throws -> (coins: [UTXO], change: Satoshis?)? {
        let paid = try Satoshis.sum(outputs.map(\.value))
        let hasWitness = costs.contains { $0.coin.spending.witnessCount > 0 }
        let changeFee = InputCost.cost(weight: change.serializedCount * 4, at: rate)
        let search = CoinSelection(
            paid: paid, rate: rate,
            baseWeight: TransactionPlan.weight(of: [], outputs: outputs) + (hasWitness ? 2 : 0),
            changeCost: changeFee + InputCost.cost(weight: changeSpending.inputWeight, at: .longTerm),
            changeNeed: changeFee + Int64(try leastChange.value) * InputCost.scale)
        guard let coins = search.choose(from: costs)?.map(\.coin), let change = try settle(coins) else { return nil }
        return (coins, change)
    }

    /// The error, with the missing amount.
    func missing(_ costs: [InputCost]) throws -> BitcoinError {
        let useful = costs.filter { $0.effectiveValue > 0 }.map(\.coin)
        let brought = try Satoshis.sum(useful.map(\.value))
        let fee = try fee(useful, withChange: false)
        let needed = try Satoshis.sum(outputs.map(\.value)).adding(fee)
        guard needed > brought else {
            return BitcoinError(.insufficientFunds, "The coins do not suffice for this payment.")
        }
        return BitcoinError(
            .insufficientFunds,
            "The payment needs \(needed), of which \(fee) are the fee; the account can spend \(brought): \(try needed.subtracting(brought)) are missing."
        )
    }
}
