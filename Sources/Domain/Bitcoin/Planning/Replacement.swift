// SPDX-License-Identifier: MIT

/// A waiting transaction of ours, and what may take its place: the same payment with a higher fee, or none at all.
///
/// BIP-0125, and Core's doc/policy/mempool-replacements.md: the replacement pays more per byte than the original, more in
/// sum than everything that falls out with it, and for its own way on top; it spends nothing new that is unconfirmed.
package struct Replacement: Sendable {
    /// Where a higher fee comes from.
    package enum Payer: Hashable, Sendable {
        /// The change, then further coins.
        case wallet
        /// The recipient at this index of the plan's outputs gets less.
        case recipient(Int)
    }

    /// What waits, as it was planned.
    package let original: TransactionPlan
    /// What spends outputs of the original and falls out with it.
    package let descendants: [SentTransaction]
    /// What the network wants on top for each byte.
    package let incrementalRelay: FeeRate
    /// The virtual size of the signed original.
    private let virtualSize: Int

    /// Nodes drop no more than this many for one replacement, the original included. BIP-0125, rule 5
    package static let maximumEvictions = 100

    /// - Parameter isSignalIgnored: whether the network replaces transactions that did not offer it, as Core does from
    ///   version 28 on.
    /// - Throws: ``BitcoinError`` with `.badReplacement` when the original did not offer to be replaced, or too much would
    ///   fall out with it.
    package init(
        of original: TransactionPlan, virtualSize: Int? = nil, descendants: [SentTransaction] = [],
        incrementalRelay: FeeRate = .incrementalRelay, isSignalIgnored: Bool = false
    ) throws {
        guard original.isReplaceable || isSignalIgnored else {
            throw BitcoinError(
                .badReplacement, "The transaction did not offer to be replaced. A child that pays for it may help.")
        }
        guard descendants.count < Self.maximumEvictions else {
            throw BitcoinError(
                .badReplacement, "More than \(Self.maximumEvictions) transactions would fall out; nodes refuse that.")
        }
        self.original = original
        self.virtualSize = virtualSize ?? original.virtualSize
        self.descendants = descendants
        self.incrementalRelay = incrementalRelay
    }

    /// The fee that a replacement of some size must pay at least.
    ///
    /// - Throws: ``BitcoinError`` with `.badAmount` when that is more than exists.
    package func leastFee(virtualSize: Int) throws -> Satoshis {
        let evicted = try Satoshis.sum([original.fee] + descendants.map(\.fee))
        let onTop = try evicted.adding(incrementalRelay.fee(virtualSize: virtualSize))
        // Strictly more per byte: fee / size > original.fee / original.size, in whole numbers.
        let (product, overflow) = original.fee.value.multipliedReportingOverflow(by: UInt64(max(1, virtualSize)))
        guard !overflow else { throw BitcoinError(.badAmount, "The fee of the replacement would be too much.") }
        let higher = try Satoshis(product / UInt64(max(1, self.virtualSize)) + 1)
        return max(onTop, higher)
    }

    /// The lowest rate that is worth offering: it satisfies every rule if the size stays as it is.
    package var leastRate: FeeRate {
        get throws {
            let fee = try leastFee(virtualSize: virtualSize)
            // Rounded up, so that this rate is enough.
            let size = UInt64(max(1, virtualSize))
            return try FeeRate(satoshisPerKilobyte: (fee.value * 1_000 + size - 1) / size)
        }
    }

    /// The same payment at a higher rate.
    ///
    /// - Parameters:
    ///   - coins: confirmed ones to add when the change does not suffice; others are left alone. BIP-0125, rule 2
    ///   - change: where new change goes when the original had none.
    /// - Throws: ``BitcoinError`` with `.badReplacement` when the rate is too low for the rules, `.insufficientFunds` when
    ///   change and coins do not suffice, `.dust` when the recipient would get too little.
    package func bump(
        to rate: FeeRate, paidBy payer: Payer = .wallet, coins: [Coin] = [], change: Spending? = nil
    ) throws -> TransactionPlan {
        switch payer {
        case .recipient(let index): return try reduce(index, to: rate)
        case .wallet: return try bump(to: rate, coins: coins, change: change)
        }
    }

    /// Takes everything back to an address of ours, which undoes the payment if it confirms first.
    ///
    /// - Throws: ``BitcoinError`` as ``bump(to:paidBy:coins:change:)`` does.
    package func cancel(to own: Spending, rate: FeeRate) throws -> TransactionPlan {
        let script = try own.lockingScript
        let empty = TransactionOutput(value: .zero, script: script)
        let fee = try fee(of: original.inputs, [empty], at: rate)
        let brought = try Satoshis.sum(original.spent.map(\.value))
        let least = try fee.adding(empty.dustThreshold)
        guard brought >= least else {
            throw BitcoinError(
                .insufficientFunds, "Taking the payment back costs \(fee), and only \(brought) would come back.")
        }
        let output = TransactionOutput(value: try brought.subtracting(fee), script: script)
        return try plan(original.inputs, [PlannedOutput(output, role: .change(own))])
    }

    // MARK: - Parts

    /// The exact fee at a rate, if the rules allow it.
    private func fee(of inputs: [PlannedInput], _ outputs: [TransactionOutput], at rate: FeeRate) throws -> Satoshis {
        let size = (TransactionPlan.weight(of: inputs.map(\.spending), outputs: outputs) + 3) / 4
        let fee = try rate.fee(virtualSize: size)
        let least = try leastFee(virtualSize: size)
        guard fee >= least else {
            throw BitcoinError(
                .badReplacement,
                "The network takes a replacement of \(least) fee or more; \(rate) would be \(fee). Offer at least \(try leastRate)."
            )
        }
        return fee
    }

    private func plan(_ inputs: [PlannedInput], _ outputs: [PlannedOutput]) throws -> TransactionPlan {
        try TransactionPlan(
            network: original.network, version: original.version, inputs: inputs, outputs: outputs,
            lockTime: original.lockTime)
    }

    private func reduce(_ index: Int, to rate: FeeRate) throws -> TransactionPlan {
        guard original.outputs.indices.contains(index), case .recipient = original.outputs[index].role else {
            throw BitcoinError(.malformed, "The transaction has no recipient \(index).")
        }
        let fee = try fee(of: original.inputs, original.outputs.map(\.output), at: rate)
        let more = try fee.subtracting(original.fee)
        let paid = original.outputs[index]
        guard paid.value > more else {
            throw BitcoinError(.insufficientFunds, "The higher fee would take all of \(paid.value) from the recipient.")
        }
        let output = TransactionOutput(value: try paid.value.subtracting(more), script: paid.script)
        try output.refuseDust()
        var outputs = original.outputs
        outputs[index] = try PlannedOutput(output, role: .recipient)
        return try plan(original.inputs, outputs)
    }

    private func bump(to rate: FeeRate, coins: [Coin], change: Spending?) throws -> TransactionPlan {
        let kept = original.outputs.filter { if case .change = $0.role { false } else { true } }
        var changeSpending = change
        for output in original.outputs {
            if case .change(let spending) = output.role { changeSpending = spending }
        }
        let spent = Set(original.inputs.map(\.outPoint))
        let further = coins.filter { coin in
            guard case .confirmed = coin.standing, coin.isSpendable(at: original.lockTime) else { return false }
            return !spent.contains(coin.outPoint)
        }
        // The largest first, so that as few as possible are added; each adds its own fee.
        let costs = further.map { CoinCost($0, at: rate) }.filter { $0.effectiveValue > 0 }.sorted(
            by: CoinChoice.isBefore)
        var inputs = original.inputs
        let sequence = original.inputs.map(\.sequence).min() ?? TransactionInput.replaceable
        var missing = try settle(inputs, kept, changeSpending, rate)
        for cost in costs {
            guard case .missing = missing else { break }
            inputs.append(PlannedInput(cost.coin, sequence: sequence))
            missing = try settle(inputs, kept, changeSpending, rate)
        }
        switch missing {
        case .settled(let outputs): return try plan(inputs, outputs)
        case .missing(let amount):
            throw BitcoinError(
                .insufficientFunds,
                "Change and confirmed coins do not suffice for the higher fee: \(amount) are missing.")
        }
    }

    private enum Outcome {
        case settled([PlannedOutput])
        case missing(Satoshis)
    }

    /// Pays the fee from what the inputs hold more than the recipients get; change stays in its place where it is kept.
    private func settle(
        _ inputs: [PlannedInput], _ kept: [PlannedOutput], _ change: Spending?, _ rate: FeeRate
    ) throws -> Outcome {
        let brought = try Satoshis.sum(inputs.map(\.output.value))
        let paid = try Satoshis.sum(kept.map(\.value))
        if let change {
            let payment = try Payment(outputs: kept.map(\.output), change: change, rate: rate)
            let fee = try fee(of: inputs, kept.map(\.output) + [payment.change], at: rate)
            let needed = try paid.adding(fee).adding(payment.leastChange)
            if brought >= needed {
                let left = try brought.subtracting(paid.adding(fee))
                let output = TransactionOutput(value: left, script: payment.change.script)
                return .settled(insert(try PlannedOutput(output, role: .change(change)), into: kept))
            }
        }
        guard !kept.isEmpty else { return .missing(1) }
        let needed = try paid.adding(fee(of: inputs, kept.map(\.output), at: rate))
        return brought >= needed ? .settled(kept) : .missing(try needed.subtracting(brought))
    }

    /// By amount, then script, as plans are ordered. BIP-0069
    private func insert(_ output: PlannedOutput, into outputs: [PlannedOutput]) -> [PlannedOutput] {
        (outputs + [output]).sorted { $0.output.isBefore($1.output) }
    }
}
