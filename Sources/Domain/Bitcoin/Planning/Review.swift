// SPDX-License-Identifier: MIT
package import Chains

/// What a plan really does, decoded again from the transaction that would be signed, for a person to read.
///
/// Only ``approve(acknowledging:)`` makes an ``ApprovedTransaction``, and only that is signed.
package struct Review: Sendable {
    /// An output as a person reads it.
    package struct Recipient: Hashable, Sendable {
        /// Nil for scripts without an address.
        package let address: Address?
        package let script: Script
        package let amount: Satoshis
        /// By this wallet's own derivation.
        package let isOwn: Bool
    }

    package let plan: TransactionPlan
    /// Whoever is paid, change left out.
    package let recipients: [Recipient]
    /// What comes back, with the address.
    package let change: [Recipient]
    /// What everybody can read in the transaction.
    package let data: [[UInt8]]
    package let fee: Satoshis
    package let feeRate: FeeRate
    /// What leaves the wallet: payments to others and, where all inputs are ours, the fee.
    package let leaving: Satoshis
    /// What must be acknowledged, each by itself.
    package let warnings: Set<ReviewWarning>

    /// Above this share of the amount a fee asks again: one in four.
    private static let feeShare: UInt64 = 4

    /// - Parameters:
    ///   - isOwn: whether a script is of this wallet, by the wallet's own derivation.
    ///   - isUsed: whether a script was paid before.
    ///   - unconfirmed: the outputs of others among the inputs that no block holds yet.
    /// - Throws: ``BitcoinError`` with `.dust`, `.tooLarge`, or `.badAmount` for what is never signed.
    package init(
        _ plan: TransactionPlan, isOwn: (Script) -> Bool, isUsed: (Script) -> Bool = { _ in false },
        unconfirmed: Set<OutPoint> = []
    ) throws {
        self.plan = plan
        let transaction = plan.unsigned
        try transaction.validate()
        guard plan.weight <= Transaction.maximumStandardWeight else {
            throw BitcoinError(.tooLarge, "The transaction is larger than what is relayed.")
        }
        var recipients: [Recipient] = []
        var change: [Recipient] = []
        var data: [[UInt8]] = []
        var warnings: Set<ReviewWarning> = []
        for planned in plan.outputs {
            guard !planned.script.isUnspendable || planned.value == .zero else {
                throw BitcoinError(.badAmount, "An output that nobody can spend would destroy \(planned.value).")
            }
            if case .data(let bytes) = planned.script.kind {
                data.append(bytes)
                continue
            }
            guard !planned.output.isDust else {
                throw BitcoinError(
                    .dust, "An output of \(planned.value) is below \(planned.output.dustThreshold): nobody relays it.")
            }
            let recipient = Recipient(
                address: planned.script.address(on: plan.network), script: planned.script, amount: planned.value,
                isOwn: isOwn(planned.script))
            // Change that the wallet does not know again is a payment, whatever the plan says.
            if case .change = planned.role, recipient.isOwn {
                change.append(recipient)
                continue
            }
            recipients.append(recipient)
            if case .futureWitness = planned.script.kind { warnings.insert(.futureWitness(planned.script)) }
            if recipient.address == nil { warnings.insert(.unknownScript(planned.script)) }
            if !recipient.isOwn && isUsed(planned.script) { warnings.insert(.addressPaidBefore(planned.script)) }
        }
        self.recipients = recipients
        self.change = change
        self.data = data
        fee = plan.fee
        feeRate = try plan.feeRate
        let own = try Satoshis.sum(plan.inputs.filter { $0.spending != nil }.map(\.output.value))
        let back = try Satoshis.sum((change + recipients.filter(\.isOwn)).map(\.amount))
        leaving = own > back ? try own.subtracting(back) : .zero
        // Where nobody is paid, as when a payment is taken back, the fee is measured by what comes back.
        let paid = try Satoshis.sum((recipients.isEmpty ? change : recipients).map(\.amount))
        // Both are below 2^51, so four times one is far below 2^64.
        if fee.value * Self.feeShare > paid.value { warnings.insert(.feeAboveQuarter) }
        if feeRate > .absurd { warnings.insert(.absurdFeeRate) }
        if !recipients.isEmpty && recipients.allSatisfy(\.isOwn) { warnings.insert(.paysSelf) }
        if plan.inputs.contains(where: { $0.spending == nil }) { warnings.insert(.foreignInputs) }
        if !plan.isReplaceable { warnings.insert(.notReplaceable) }
        if plan.inputs.contains(where: { unconfirmed.contains($0.outPoint) }) { warnings.insert(.spendsUnconfirmed) }
        self.warnings = warnings
    }

    /// Says yes to what was read.
    ///
    /// - Throws: ``BitcoinError`` with `.absurdFee` for a fee, else `.unconfirmed`, naming a warning that was not
    ///   acknowledged.
    package func approve(acknowledging acknowledged: Set<ReviewWarning> = []) throws -> ApprovedTransaction {
        let open = warnings.subtracting(acknowledged)
        if open.contains(.absurdFeeRate) || open.contains(.feeAboveQuarter) {
            throw BitcoinError(
                .absurdFee,
                "The fee of \(fee) (\(feeRate)) is unusually high for this payment. Confirm it, or take a lower one.")
        }
        // The same one is named each time.
        if let first = open.map(\.description).min() {
            throw BitcoinError(.unconfirmed, "\(first) Confirm it, or change the payment.")
        }
        return ApprovedTransaction(plan)
    }
}

/// A plan that somebody read and said yes to: the only thing that is signed.
package struct ApprovedTransaction: Sendable {
    package let plan: TransactionPlan

    fileprivate init(_ plan: TransactionPlan) {
        self.plan = plan
    }
}

extension Script {
    /// The script's address, for those that have one.
    package func address(on network: Network) -> Address? {
        // Safe: a script without an address is an answer here, not a fault.
        try? Address(self, network: network)
    }
}
