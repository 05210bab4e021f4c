// SPDX-License-Identifier: MIT
package import Chains

/// An unsigned transaction with everything that is known about its inputs and outputs; every sum is checked.
///
/// A plan is signed only after ``Review``.
package struct TransactionPlan: Hashable, Sendable {
    package let network: Network
    package let version: UInt32
    package let inputs: [PlannedInput]
    package let outputs: [PlannedOutput]
    package let lockTime: UInt32
    /// The sum of the inputs minus the sum of the outputs.
    package let fee: Satoshis

    /// Makes a plan of an existing transaction, such as a PSBT's.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for an invalid transaction, `.insufficientFunds` when the outputs
    ///   exceed the inputs.
    package init(
        network: Network, version: UInt32 = 2, inputs: [PlannedInput], outputs: [PlannedOutput], lockTime: UInt32
    ) throws {
        self.network = network
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.lockTime = lockTime
        let brought = try Satoshis.sum(inputs.map(\.output.value))
        let paid = try Satoshis.sum(outputs.map(\.value))
        guard brought >= paid else {
            throw BitcoinError(
                .insufficientFunds, "The transaction pays \(paid) and spends only \(brought).")
        }
        fee = try brought.subtracting(paid)
        try unsigned.validate()
    }

    /// The transaction without signatures; its id stays the same unless an input is P2PKH or inside P2SH.
    package var unsigned: Transaction {
        Transaction(
            version: version,
            inputs: inputs.map { TransactionInput(outPoint: $0.outPoint, sequence: $0.sequence) },
            outputs: outputs.map(\.output), lockTime: lockTime)
    }

    /// The outputs that the inputs spend, in the order of the inputs.
    package var spent: [TransactionOutput] { inputs.map(\.output) }

    /// The weight when signed, with the longest possible signatures.
    ///
    /// Inputs of others count as P2WPKH, the most common kind.
    package var weight: Int { Self.weight(of: inputs.map(\.spending), outputs: outputs.map(\.output)) }

    package var virtualSize: Int { (weight + 3) / 4 }

    /// The fee rate, rounded down.
    package var feeRate: FeeRate {
        get throws { try FeeRate(fee: fee, virtualSize: virtualSize) }
    }

    package var isReplaceable: Bool { inputs.contains { $0.sequence <= TransactionInput.replaceable } }

    /// The indices of the change outputs.
    package var change: [Int] {
        outputs.indices.filter { index in
            if case .change = outputs[index].role { true } else { false }
        }
    }

    static func weight(of spendings: [Spending?], outputs: [TransactionOutput]) -> Int {
        var base = 4 + WireWriter.compactSizeCount(spendings.count) + WireWriter.compactSizeCount(outputs.count) + 4
        var witness = 0
        for spending in spendings {
            let script = spending?.unlockingScriptCount ?? 0
            base += OutPoint.count + WireWriter.compactSizeCount(script) + script + 4
            witness += spending?.witnessCount ?? foreignWitnessCount
        }
        for output in outputs { base += output.serializedCount }
        guard witness > 0 else { return base * 4 }
        // Marker and flag, and an empty stack for each input without a witness.
        let empty = spendings.count { $0.map { $0.witnessCount == 0 } ?? false }
        return base * 4 + 2 + witness + empty
    }

    /// Count, signature and key of a P2WPKH input.
    private static let foreignWitnessCount = 1 + 1 + Spending.signatureCount + 1 + 33
}
