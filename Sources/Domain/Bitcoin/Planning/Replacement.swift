// SPDX-License-Identifier: MIT

/// Replaces a waiting transaction of this wallet: with the same payment at a higher fee, or with a cancellation.
///
/// BIP-0125, and Core's doc/policy/mempool-replacements.md: the replacement pays a higher rate than the original, a
/// higher fee than everything that it evicts, plus the relay fee for its own size; it adds no unconfirmed inputs.
package struct Replacement: Sendable {
    /// Who pays the higher fee.
    package enum Payer: Hashable, Sendable {
        /// The change, then additional coins.
        case wallet
        /// The recipient at this index of the plan's outputs receives less.
        case recipient(Int)
    }

    /// The offered fee of a replacement.
    package enum Offer: Hashable, Sendable {
        /// This rate. A replacement that the rules refuse at it is not planned.
        case exactly(FeeRate)
        /// This rate, or the lowest fee that the rules accept for the replacement's size.
        case atLeast(FeeRate)

        /// The rate, if it is not raised.
        package var exact: FeeRate? { if case .exactly(let rate) = self { rate } else { nil } }

        /// The rate with which coins are valued.
        fileprivate var rate: FeeRate {
            switch self {
            case .exactly(let rate), .atLeast(let rate): rate
            }
        }
    }

    /// The waiting transaction, as planned.
    package let original: TransactionPlan
    /// The descendants of the original, which are evicted with it.
    package let descendants: [SentTransaction]
    /// The additional rate that the network requires.
    package let incrementalRelay: FeeRate
    /// The virtual size of the signed original.
    private let virtualSize: Int

    /// The most transactions that nodes evict for one replacement, the original included. BIP-0125, rule 5
    package static let maximumEvictions = 100

    /// - Parameter isSignalIgnored: whether the network replaces transactions that did not signal it, as Core does from
    ///   version 28 on.
    /// - Throws: ``BitcoinError`` with `.badReplacement` when the original did not signal replaceability, or when too
    ///   many transactions would be evicted.
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

    /// The lowest fee of a replacement of this size.
    ///
    /// - Throws: ``BitcoinError`` with `.badAmount` when that is above the total supply.
    package func leastFee(virtualSize: Int) throws -> Satoshis {
        let evicted = try Satoshis.sum([original.fee] + descendants.map(\.fee))
        let onTop = try evicted.adding(incrementalRelay.fee(virtualSize: virtualSize))
        // Nodes compare rates in whole satoshis per 1,000 bytes, rounded down, so the new rate is a satoshi above the
        // old one.
        let rate = try FeeRate(fee: original.fee, virtualSize: self.virtualSize)
        let higher = try FeeRate(satoshisPerKilobyte: rate.satoshisPerKilobyte + 1).fee(virtualSize: virtualSize)
        return max(onTop, higher)
    }

    /// The same payment at a higher rate.
    ///
    /// - Parameters:
    ///   - coins: confirmed ones to add when the change does not suffice; unconfirmed ones are ignored. BIP-0125, rule
    ///     2
    ///   - change: where new change goes when the original had none.
    /// - Throws: ``BitcoinError`` with `.badReplacement` when the rate is too low for the rules, `.insufficientFunds`
    ///   when change and coins do not suffice, `.dust` when the recipient would get too little.
    package func bump(
        to offer: Offer, paidBy payer: Payer = .wallet, coins: [UTXO] = [], change: Spending? = nil
    ) throws -> TransactionPlan {
        switch payer {
        case .recipient(let index): return try reduce(index, to: offer)
        case .wallet:
            let kept = original.outputs.filter { if case .change = $0.role { false } else { true } }
            var changeSpending = change
            for output in original.outputs {
                if case .change(let spending) = output.role { changeSpending = spending }
            }
            return try settled(kept, changeSpending, at: offer, adding: coins)
        }
    }

    /// Returns everything to an own address, which cancels the payment if it confirms first.
    ///
    /// - Parameter coins: confirmed ones to add when the payment itself cannot pay for its cancellation.
    /// - Throws: ``BitcoinError`` as ``bump(to:paidBy:coins:change:)`` does.
    package func cancel(to own: Spending, at offer: Offer, coins: [UTXO] = []) throws -> TransactionPlan {
        try settled([], own, at: offer, adding: coins)
    }

    /// The output index of the recipient with the largest amount; nil where there is none.
    package var largestRecipient: Int? {
        original.outputs.indices.filter { original.outputs[$0].role == .recipient }.max {
            original.outputs[$0].value < original.outputs[$1].value
        }
    }

    // MARK: - Parts

    /// The exact fee of an offer for a size.
    ///
    /// - Throws: ``BitcoinError`` with `.badReplacement` when an exact offer is less than the rules allow.
    private func fee(of inputs: [PlannedInput], _ outputs: [TransactionOutput], at offer: Offer) throws -> Satoshis {
        let size = (TransactionPlan.weight(of: inputs.map(\.spending), outputs: outputs) + 3) / 4
        let (fee, least) = (try offer.rate.fee(virtualSize: size), try leastFee(virtualSize: size))
        if case .exactly(let rate) = offer, fee < least {
            // Rounded up, so that the stated rate is enough.
            let enough = try FeeRate(
                satoshisPerKilobyte: (least.value * 1_000 + UInt64(size) - 1) / UInt64(max(1, size)))
            throw BitcoinError(
                .badReplacement,
                "The network takes this replacement for \(least) or more; \(rate) would be \(fee). Offer at least \(enough)."
            )
        }
        return max(fee, least)
    }

    private func plan(_ inputs: [PlannedInput], _ outputs: [PlannedOutput]) throws -> TransactionPlan {
        try TransactionPlan(
            network: original.network, version: original.version, inputs: inputs, outputs: outputs,
            lockTime: original.lockTime)
    }

    private func reduce(_ index: Int, to offer: Offer) throws -> TransactionPlan {
        guard original.outputs.indices.contains(index), case .recipient = original.outputs[index].role else {
            throw BitcoinError(.malformed, "The transaction has no recipient \(index).")
        }
        let fee = try fee(of: original.inputs, original.outputs.map(\.output), at: offer)
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

    /// Pays the remaining outputs from the original's inputs, and from confirmed coins where those do not suffice.
    private func settled(
        _ kept: [PlannedOutput], _ change: Spending?, at offer: Offer, adding coins: [UTXO]
    ) throws -> TransactionPlan {
        let spent = Set(original.inputs.map(\.outPoint))
        let further = coins.filter { coin in
            guard case .confirmed = coin.standing, coin.isSpendable(at: original.lockTime) else { return false }
            return !spent.contains(coin.outPoint)
        }
        // The largest first, so that as few as possible are added; each adds its own fee.
        let costs = further.map { InputCost($0, at: offer.rate) }.filter { $0.effectiveValue > 0 }.sorted(
            by: CoinSelection.isBefore)
        var inputs = original.inputs
        let sequence = original.inputs.map(\.sequence).min() ?? TransactionInput.replaceable
        var outcome = try settle(inputs, kept, change, offer)
        for cost in costs {
            guard case .missing = outcome else { break }
            inputs.append(PlannedInput(cost.coin, sequence: sequence))
            outcome = try settle(inputs, kept, change, offer)
        }
        switch outcome {
        case .settled(let outputs): return try plan(inputs, outputs)
        case .missing(let amount):
            throw BitcoinError(
                .insufficientFunds,
                kept.isEmpty
                    ? "Taking the payment back costs more than would come back: \(amount) are missing."
                    : "Change and confirmed coins do not suffice for the higher fee: \(amount) are missing.")
        }
    }

    private enum Outcome {
        case settled([PlannedOutput])
        case missing(Satoshis)
    }

    /// Pays the fee from the difference of inputs and recipients. Change keeps its position where it stays.
    private func settle(
        _ inputs: [PlannedInput], _ kept: [PlannedOutput], _ change: Spending?, _ offer: Offer
    ) throws -> Outcome {
        let brought = try Satoshis.sum(inputs.map(\.output.value))
        let paid = try Satoshis.sum(kept.map(\.value))
        var missing: Satoshis?
        if let change {
            let payment = try Payment(outputs: kept.map(\.output), change: change, rate: offer.rate)
            let fee = try fee(of: inputs, kept.map(\.output) + [payment.change], at: offer)
            // A cancellation has no other output, so its change is kept from the dust limit on.
            let least = kept.isEmpty ? payment.change.dustThreshold : try payment.leastChange
            let needed = try paid.adding(fee).adding(least)
            if brought >= needed {
                let left = try brought.subtracting(paid.adding(fee))
                let output = TransactionOutput(value: left, script: payment.change.script)
                return .settled(insert(try PlannedOutput(output, role: .change(change)), into: kept))
            }
            missing = try needed.subtracting(brought)
        }
        guard !kept.isEmpty else { return .missing(missing ?? 1) }
        // Without change the whole remainder is the fee, so only the rules and the rate decide whether it is enough.
        let needed = try paid.adding(fee(of: inputs, kept.map(\.output), at: .atLeast(offer.rate)))
        return brought >= needed ? .settled(kept) : .missing(try needed.subtracting(brought))
    }

    /// By amount, then script, the order of plans. BIP-0069
    private func insert(_ output: PlannedOutput, into outputs: [PlannedOutput]) -> [PlannedOutput] {
        (outputs + [output]).sorted { $0.output.isBefore($1.output) }
    }
}
