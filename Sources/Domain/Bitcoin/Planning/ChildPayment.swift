// SPDX-License-Identifier: MIT
package import Chains

extension TransactionPlan {
    /// Spends own outputs of a waiting transaction to this wallet, with a fee that raises all of them to a rate.
    ///
    /// It works where replacement does not: for received payments, and for transactions that did not signal
    /// replaceability.
    ///
    /// - Parameters:
    ///   - coins: own outputs of waiting transactions, any script; all of them are spent.
    ///   - ancestors: every unconfirmed ancestor, once each.
    ///   - own: where the money goes, a key of this wallet.
    /// - Throws: ``BitcoinError`` with `.badReplacement` when the ancestors already pay the rate, `.insufficientFunds`
    ///   when the outputs do not suffice, `.dust` when too little would be left.
    package init(
        childSpending coins: [UTXO], ancestors: [SentTransaction], to own: Spending, rate: FeeRate, height: UInt32,
        network: Network, minimumRelay: FeeRate = .minimumRelay
    ) throws {
        guard !coins.isEmpty, !ancestors.isEmpty else {
            throw BitcoinError(.malformed, "A child needs a waiting transaction and an output of ours in it.")
        }
        guard ancestors.count <= Self.maximumAncestors else {
            throw BitcoinError(
                .badReplacement, "The child would hang on too many waiting transactions; nodes refuse that.")
        }
        let empty = TransactionOutput(value: .zero, script: try own.lockingScript)
        let size = (Self.weight(of: coins.map(\.spending), outputs: [empty]) + 3) / 4
        let (whole, overflow) = ancestors.map(\.virtualSize).reduce((size, false)) { sum, next in
            let (value, overflow) = sum.0.addingReportingOverflow(next)
            return (value, sum.1 || overflow || next < 0)
        }
        guard !overflow else { throw BitcoinError(.malformed, "The waiting transactions have impossible sizes.") }
        let paid = try Satoshis.sum(ancestors.map(\.fee))
        let wanted = try rate.fee(virtualSize: whole)
        // Nodes must also relay the child by itself.
        let least = try minimumRelay.fee(virtualSize: size)
        guard wanted > paid else {
            throw BitcoinError(.badReplacement, "The waiting transactions pay more than \(rate) already.")
        }
        let fee = max(try wanted.subtracting(paid), least)
        let brought = try Satoshis.sum(coins.map(\.value))
        guard brought > fee else {
            throw BitcoinError(
                .insufficientFunds, "The child needs a fee of \(fee), and the outputs hold only \(brought).")
        }
        let output = TransactionOutput(value: try brought.subtracting(fee), script: empty.script)
        try output.refuseDust()
        let inputs = coins.map { PlannedInput($0, sequence: TransactionInput.replaceable) }
        try self.init(
            network: network, inputs: inputs.sorted { $0.outPoint.isBefore($1.outPoint) },
            outputs: [PlannedOutput(output, role: .change(own))], lockTime: height)
    }

    /// Core: `DEFAULT_ANCESTOR_LIMIT`, without the child
    package static let maximumAncestors = 24
}
