// SPDX-License-Identifier: MIT
package import Chains

/// The effects of a plan, decoded from the transaction to sign, for the user to review.
///
/// Only ``approve(acknowledging:)`` makes an ``ApprovedTransaction``, and only that is signed.
package struct Review: Sendable {
    /// An output in the form shown to the user.
    package struct Recipient: Hashable, Sendable {
        /// Nil for scripts without an address.
        package let address: Address?
        package let script: Script
        package let amount: Satoshis
        /// Whether this wallet derives the script itself.
        package let isOwn: Bool
    }

    package let plan: TransactionPlan
    /// The recipients, without change.
    package let recipients: [Recipient]
    /// The change, with its addresses.
    package let change: [Recipient]
    /// The public data in the transaction.
    package let data: [[UInt8]]
    package let fee: Satoshis
    package let feeRate: FeeRate
    /// The amount that leaves the wallet: payments to others and, when all inputs are own, the fee.
    package let leaving: Satoshis
    /// The warnings; the user must acknowledge each one.
    package let warnings: Set<ReviewWarning>

    /// A fee above this share of the amount needs an acknowledgement: one in four.
    private static let feeShare: UInt64 = 4

    /// - Parameters:
    ///   - isOwn: whether a script is of this wallet, by the wallet's own derivation.
    ///   - isUsed: whether a script was paid before.
    ///   - unconfirmed: the unconfirmed inputs that others sent.
    /// - Throws: ``BitcoinError`` with `.dust`, `.tooLarge`, or `.badAmount` for a plan that is never signed.
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
                throw BitcoinError(.badAmount, "An output that no key can spend would destroy \(planned.value).")
            }
            if case .data(let bytes) = planned.script.kind {
                data.append(bytes)
                continue
            }
            guard !planned.output.isDust else {
                throw BitcoinError(
                    .dust,
                    "An output of \(planned.value) is below \(planned.output.dustThreshold), so no node relays it.")
            }
            let recipient = Recipient(
                address: planned.script.address(on: plan.network), script: planned.script, amount: planned.value,
                isOwn: isOwn(planned.script))
            // Change whose script the wallet does not derive is a payment, whatever the plan says.
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
        // Without recipients, as in a cancellation, the fee is compared with the change.
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

    /// Approves what the review shows.
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
        // The order is fixed, so the same warning is named each time.
        if let first = open.map(\.description).min() {
            throw BitcoinError(.unconfirmed, "\(first) Confirm it, or change the payment.")
        }
        return ApprovedTransaction(plan)
    }
}

/// A plan that the user read and approved. Only such a plan is signed.
package struct ApprovedTransaction: Sendable {
    package let plan: TransactionPlan

    fileprivate init(_ plan: TransactionPlan) {
        self.plan = plan
    }
}

extension Script {
    /// The script's address, for those that have one.
    package func address(on network: Network) -> Address? {
        // Safe: a script without an address is a valid result here.
        try? Address(self, network: network)
    }
}
