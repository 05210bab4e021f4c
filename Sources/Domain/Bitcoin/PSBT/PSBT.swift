// SPDX-License-Identifier: MIT
internal import Bytes

/// A partially signed transaction, exchanged between creator, signers and broadcaster. BIP-0174; version 2 of BIP-0370
/// is read.
///
/// A value conforms to its version, and every previous transaction is the one that its input names. It serializes to
/// the same bytes that were parsed, including unknown entries. ``PSBTReview`` verifies its claims about amounts, keys
/// and change; signing requires such a review.
package struct PSBT: Hashable, Sendable {
    /// 0 or 2.
    package let version: UInt32
    package internal(set) var global: PSBTMap
    package internal(set) var inputs: [PSBTInput]
    package internal(set) var outputs: [PSBTOutput]
    /// The transaction to sign: without unlocking scripts and witnesses.
    package let transaction: Transaction

    /// The largest file accepted, in bytes.
    package static let maximumCount = 8 << 20
    /// Lock times from here on are in seconds, lower ones are heights. BIP-0065
    static let firstTime: UInt32 = 500_000_000

    /// Creates a PSBT for a transaction to sign: the creator's role.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when the transaction already has unlocking scripts or witnesses.
    package init(_ transaction: Transaction) throws {
        guard transaction.inputs.allSatisfy({ $0.unlockingScript.bytes.isEmpty && $0.witness.isEmpty }) else {
            throw BitcoinError(.malformed, "A PSBT must begin with an unsigned transaction.")
        }
        version = 0
        self.transaction = transaction
        global = PSBTMap()
        global.set(PSBTField.Global.unsignedTransaction, to: transaction.serialized(withWitness: false))
        inputs = transaction.inputs.map { _ in PSBTInput() }
        outputs = transaction.outputs.map { _ in PSBTOutput() }
    }

    init(
        version: UInt32, transaction: Transaction, global: PSBTMap, inputs: [PSBTInput], outputs: [PSBTOutput]
    ) {
        self.version = version
        self.transaction = transaction
        self.global = global
        self.inputs = inputs
        self.outputs = outputs
    }

    /// The bytes of a file.
    package var serialized: [UInt8] {
        var writer = WireWriter(capacity: 4_096)
        writer.append(PSBTField.magic)
        global.write(to: &writer)
        for input in inputs { input.map.write(to: &writer) }
        for output in outputs { output.map.write(to: &writer) }
        return writer.bytes
    }

    /// The same PSBT with the entries of each map sorted by key.
    package func sorted() -> PSBT {
        var result = self
        result.global = global.sorted
        for index in inputs.indices { result.inputs[index].map = inputs[index].map.sorted }
        for index in outputs.indices { result.outputs[index].map = outputs[index].map.sorted }
        return result
    }

    /// The base64 text that users paste.
    package var text: String { Base64.encode(serialized) }

    /// Whether every input is complete.
    package var isFinal: Bool { inputs.allSatisfy(\.isFinal) }

    /// The output that an input spends: from the previous transaction if present, else unproven from the file.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when the file has neither, or both and they differ.
    package func spentOutput(of index: Int) throws -> TransactionOutput {
        let input = inputs[index]
        let proven = input.previousTransaction.map { $0.outputs[Int(transaction.inputs[index].outPoint.index)] }
        guard let output = proven ?? input.spentOutput else {
            throw BitcoinError(.malformed, "The PSBT does not say what input \(index) spends.")
        }
        if let claimed = input.spentOutput, claimed != output {
            throw BitcoinError(.malformed, "The PSBT says two different things about what input \(index) spends.")
        }
        return output
    }
}
