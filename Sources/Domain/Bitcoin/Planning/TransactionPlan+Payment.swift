// SPDX-License-Identifier: MIT
package import Chains

extension TransactionPlan {
    /// Plans the payment of an order.
    ///
    /// Afterwards the fee is exactly the rate times the size; without change it may be higher by less than the cost of
    /// making and spending change. Inputs and outputs have the order of BIP-0069, which reveals nothing about the
    /// wallet.
    ///
    /// - Throws: ``BitcoinError`` with `.badAmount`, `.dust`, `.absurdFee`, `.otherNetwork`, `.insufficientFunds` (the
    ///   message says how much is missing) or `.tooLarge`.
    package init(_ order: PaymentIntent, network: Network) throws {
        let outputs = try order.outputs(on: network)
        let sequence = order.isReplaceable ? TransactionInput.replaceable : TransactionInput.final
        let spendable = order.coins.filter { $0.isSpendable(at: order.height) }
        guard Set(spendable.map(\.outPoint)).count == spendable.count else {
            throw BitcoinError(.malformed, "A coin is listed twice.")
        }
        // A server may claim more than the total supply; the selection's sums rely on less.
        _ = try Satoshis.sum(spendable.map(\.value))
        guard order.height < Self.firstLockTimeOfSeconds else {
            throw BitcoinError(.malformed, "No chain has \(order.height) blocks.")
        }
        let selection = try Selection(order, outputs: outputs, coins: spendable)
        let inputs = selection.coins.map { PlannedInput($0, sequence: sequence) }
        try self.init(
            network: network, inputs: inputs.sorted { $0.outPoint.isBefore($1.outPoint) },
            outputs: selection.outputs.sorted { $0.output.isBefore($1.output) }, lockTime: order.height)
        guard weight <= Transaction.maximumStandardWeight else {
            throw BitcoinError(
                .tooLarge,
                "The transaction would have \(inputs.count) inputs, more than is relayed. Send less, or in several steps."
            )
        }
    }
}

extension TransactionPlan {
    /// Lock times from here on are in seconds. Core: `LOCKTIME_THRESHOLD`
    private static let firstLockTimeOfSeconds: UInt32 = 500_000_000
}

extension TransactionOutput {
    /// The order of BIP-0069: by the amount, then by the script.
    func isBefore(_ other: TransactionOutput) -> Bool {
        value == other.value
            ? script.bytes.lexicographicallyPrecedes(other.script.bytes) : value < other.value
    }
}

extension PaymentIntent {
    /// The requested outputs; the recipient of the remainder has no amount yet.
    fileprivate func outputs(on network: Network) throws -> [PlannedOutput] {
        guard !recipients.isEmpty else { throw BitcoinError(.malformed, "The transaction pays no recipient.") }
        guard recipients.count <= Self.maximumRecipients else {
            throw BitcoinError(.tooLarge, "One transaction pays at most \(Self.maximumRecipients) recipients.")
        }
        guard recipients.count(where: { $0.amount == nil }) <= 1 else {
            throw BitcoinError(.malformed, "Only one recipient can get everything that is left.")
        }
        guard feeRate >= minimumRelay else {
            throw BitcoinError(
                .absurdFee, "A fee of \(feeRate) is below \(minimumRelay), the least that is relayed. Pay more.")
        }
        var outputs = try recipients.map { recipient in
            guard recipient.address.network == network else {
                throw BitcoinError(
                    .otherNetwork,
                    "The address \(recipient.address) is of \(recipient.address.network.name), the account of \(network.name)."
                )
            }
            let output = TransactionOutput(value: recipient.amount ?? .zero, script: recipient.address.script)
            if recipient.amount != nil { try output.refuseDust() }
            return try PlannedOutput(output, role: .recipient)
        }
        if let data {
            outputs.append(
                try PlannedOutput(TransactionOutput(value: .zero, script: .data(data)), role: .data))
        }
        return outputs
    }
}

extension TransactionOutput {
    /// - Throws: ``BitcoinError`` with `.badAmount` for nothing, `.dust` for too little.
    func refuseDust() throws {
        guard value > .zero else { throw BitcoinError(.badAmount, "An amount of zero cannot be sent.") }
        guard !isDust else {
            throw BitcoinError(
                .dust, "\(value) is too little for this address. No node relays an output below \(dustThreshold).")
        }
    }
}
