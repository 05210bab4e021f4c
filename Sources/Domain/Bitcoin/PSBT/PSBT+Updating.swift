// SPDX-License-Identifier: MIT
internal import Crypto

/// The updater's role: adds known data about inputs and outputs. BIP-0174
extension PSBT {
    /// Creates a PSBT from a plan with all its data: previous transactions, scripts, keys and their origins.
    ///
    /// - Throws: ``BitcoinError`` as ``init(_:)-(Transaction)`` does.
    package init(_ plan: TransactionPlan) throws {
        try self.init(plan.unsigned)
        for (index, input) in plan.inputs.enumerated() {
            if let previous = input.previousTransaction { try setPreviousTransaction(previous, of: index) }
            if input.spending?.isWitness ?? (input.previousTransaction == nil) {
                setSpentOutput(input.output, of: index)
            }
            if let spending = input.spending { setSpending(spending, ofInput: index) }
        }
        for (index, output) in plan.outputs.enumerated() {
            if case .change(let spending) = output.role { setSpending(spending, ofOutput: index) }
        }
    }

    /// Adds the transaction whose output an input spends, which proves the amount.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when the input names another transaction.
    package mutating func setPreviousTransaction(_ previous: Transaction, of index: Int) throws {
        let outPoint = transaction.inputs[index].outPoint
        guard previous.id == outPoint.transactionID, outPoint.index < previous.outputs.count else {
            throw BitcoinError(.malformed, "The transaction given for input \(index) is not the one it spends.")
        }
        inputs[index].previousTransaction = previous
        inputs[index].map.set(PSBTField.Input.previousTransaction, to: previous.serialized())
    }

    /// Adds the output that an input spends. Only for witness inputs.
    package mutating func setSpentOutput(_ output: TransactionOutput, of index: Int) {
        inputs[index].spentOutput = output
        var writer = WireWriter()
        writer.append(output)
        inputs[index].map.set(PSBTField.Input.spentOutput, to: writer.bytes)
    }

    /// Requires a type of signature.
    package mutating func setSignatureHashType(_ type: SignatureHashType, of index: Int) {
        var writer = WireWriter()
        writer.append(uint32: type.rawValue)
        inputs[index].map.set(PSBTField.Input.signatureHashType, to: writer.bytes)
    }

    /// Adds the redeem and witness scripts of an input.
    package mutating func setScripts(redeem: Script? = nil, witness: Script? = nil, ofInput index: Int) {
        if let redeem { inputs[index].map.set(PSBTField.Input.redeemScript, to: redeem.bytes) }
        if let witness { inputs[index].map.set(PSBTField.Input.witnessScript, to: witness.bytes) }
    }

    /// Adds the origin of an input's key.
    package mutating func addDerivation(_ derivation: PSBTDerivation, toInput index: Int) {
        let isTaproot = derivation.publicKey.count == 32
        inputs[index].map.set(
            isTaproot ? PSBTField.Input.taprootDerivation : PSBTField.Input.derivation, keyData: derivation.publicKey,
            to: derivation.value(isTaproot: isTaproot))
    }

    /// Adds the origin of an output's key.
    package mutating func addDerivation(_ derivation: PSBTDerivation, toOutput index: Int) {
        let isTaproot = derivation.publicKey.count == 32
        outputs[index].map.set(
            isTaproot ? PSBTField.Output.taprootDerivation : PSBTField.Output.derivation,
            keyData: derivation.publicKey, to: derivation.value(isTaproot: isTaproot))
    }

    private mutating func setSpending(_ spending: Spending, ofInput index: Int) {
        for derivation in spending.derivations { addDerivation(derivation, toInput: index) }
        setScripts(redeem: spending.redeemScript, witness: spending.witnessScript, ofInput: index)
        if let key = spending.taprootKey { inputs[index].map.set(PSBTField.Input.taprootInternalKey, to: key) }
    }

    private mutating func setSpending(_ spending: Spending, ofOutput index: Int) {
        for derivation in spending.derivations { addDerivation(derivation, toOutput: index) }
        if let script = spending.redeemScript {
            outputs[index].map.set(PSBTField.Output.redeemScript, to: script.bytes)
        }
        if let script = spending.witnessScript {
            outputs[index].map.set(PSBTField.Output.witnessScript, to: script.bytes)
        }
        if let key = spending.taprootKey { outputs[index].map.set(PSBTField.Output.taprootInternalKey, to: key) }
    }
}

extension Spending {
    var isWitness: Bool {
        if case .key(.legacy, _, _) = self { false } else { true }
    }

    fileprivate var redeemScript: Script? {
        guard case .key(.nested, let key, _) = self else { return nil }
        return .witness(version: 0, program: Hash160.hash(key.compressed))
    }

    fileprivate var witnessScript: Script? {
        guard case .multisig(let multisig, _) = self else { return nil }
        return multisig.witnessScript
    }

    fileprivate var taprootKey: [UInt8]? {
        guard case .key(.taproot, let key, _) = self else { return nil }
        return key.xOnly.bytes
    }

    /// Each key whose origin is known, with its origin.
    fileprivate var derivations: [PSBTDerivation] {
        switch self {
        case .key(let kind, let key, let origin):
            [
                PSBTDerivation(
                    publicKey: kind == .taproot ? key.xOnly.bytes : key.compressed, fingerprint: origin.fingerprint,
                    path: origin.path)
            ]
        case .multisig(let multisig, let origins):
            zip(multisig.keys, origins).compactMap { key, origin in
                origin.map {
                    PSBTDerivation(publicKey: key.compressed, fingerprint: $0.fingerprint, path: $0.path)
                }
            }
        }
    }
}
