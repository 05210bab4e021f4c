// SPDX-License-Identifier: MIT
internal import Crypto

extension PSBT {
    /// Converts the signatures of every input into its unlocking script or witness: the finalizer's role. BIP-0174
    ///
    /// Inputs that lack a signature stay as they are; ``isFinal`` tells whether all are done.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` for scripts that do not fit, `.badSignature` for a signature of
    ///   another type than the input demands.
    package func finalized() throws -> PSBT {
        var result = self
        for index in inputs.indices where !inputs[index].isFinal {
            let output = try spentOutput(of: index)
            guard let unlocked = try unlocking(index, output) else { continue }
            result.inputs[index].complete(script: unlocked.script, witness: unlocked.witness)
        }
        return result
    }

    /// The signed transaction, ready to broadcast: the extractor's role. BIP-0174
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature` when an input is not final.
    package func extracted() throws -> Transaction {
        var transaction = transaction
        for (index, input) in inputs.enumerated() {
            guard input.isFinal else {
                throw BitcoinError(.badSignature, "Input \(index) of the PSBT is not signed by enough of its keys yet.")
            }
            if let script = input.map[PSBTField.Input.finalScript] {
                transaction.inputs[index].unlockingScript = Script(script)
            }
            if let witness = input.map[PSBTField.Input.finalWitness] {
                transaction.inputs[index].witness = try PSBTInput.witness(witness)
            }
        }
        return transaction
    }

    /// Script and witness of an input; nil while signatures are missing.
    private func unlocking(
        _ index: Int, _ output: TransactionOutput
    ) throws -> (script: Script, witness: [[UInt8]])? {
        let input = inputs[index]
        let lock = try lock(of: index, spending: output)
        try checkTypes(index, lock)
        switch lock {
        case .closed: return nil
        case .taproot: return taprootWitness(input).map { (Script([]), $0) }
        case .original(let script):
            guard let items = items(opening: script, input) else { return nil }
            let isHidden = script != output.script
            return (Script((items + (isHidden ? [script.bytes] : [])).flatMap(Script.push)), [])
        case .witness(let script):
            guard let items = items(opening: script, input) else { return nil }
            let isNested = output.script.witnessProgram == nil
            let inner = isNested ? input.redeemScript : output.script
            let unlocking = isNested ? Script(Script.push(inner?.bytes ?? [])) : Script([])
            guard case .witnessScriptHash = inner?.kind else { return (unlocking, items) }
            return (unlocking, items + [script.bytes])
        }
    }

    /// The stack items that a script requires, lowest first.
    private func items(opening script: Script, _ input: PSBTInput) -> [[UInt8]]? {
        let signatures = input.partialSignatures
        switch script.kind {
        case .publicKey(let key):
            return signatures.first { $0.publicKey == key }.map { [$0.signature] }
        case .publicKeyHash(let hash):
            return signatures.first { Hash160.hash($0.publicKey) == hash }.map { [$0.signature, $0.publicKey] }
        case .multisig(let threshold, let keys):
            let given = keys.compactMap { key in signatures.first { $0.publicKey == key }?.signature }
            guard given.count >= threshold else { return nil }
            // OP_CHECKMULTISIG takes one extra item, which must be empty. BIP-0147
            return [[]] + given.prefix(threshold)
        default: return nil
        }
    }

    /// A key spend, or a script spend with a leaf that requires one signature.
    private func taprootWitness(_ input: PSBTInput) -> [[UInt8]]? {
        if let signature = input.taprootSignature { return [signature] }
        let signatures = Dictionary(
            input.map.entries(ofType: PSBTField.Input.taprootScriptSignature).map { ($0.keyData, $0.value) }
        ) { first, _ in first }
        for leaf in input.map.entries(ofType: PSBTField.Input.taprootLeaf) {
            let script = Script(leaf.value.dropLast())
            guard script.bytes.count == 34, script.bytes[0] == 32, script.bytes[33] == Opcode.checkSignature else {
                continue
            }
            let hash = Taproot.leafHash(script, version: leaf.value[leaf.value.count - 1])
            let wanted = script.bytes[1..<33] + hash
            if let found = signatures[Array(wanted)] { return [found, script.bytes, leaf.keyData] }
        }
        return nil
    }

    private func checkTypes(_ index: Int, _ lock: PSBTLock) throws {
        let input = inputs[index]
        guard let wanted = input.signatureHashType else { return }
        var types = input.partialSignatures.map { UInt32($0.signature[$0.signature.count - 1]) }
        if let signature = input.taprootSignature {
            types.append(signature.count == 65 ? UInt32(signature[64]) : SignatureHashType.implied.rawValue)
        }
        guard types.allSatisfy({ $0 == wanted.rawValue }) else {
            throw BitcoinError(.badSignature, "A signature of input \(index) covers other parts than the PSBT demands.")
        }
    }
}

extension PSBTInput {
    private static let keptWhenFinal: Set<UInt64> = [
        PSBTField.Input.previousTransaction, PSBTField.Input.spentOutput, PSBTField.proprietary,
        PSBTField.Input.previousID, PSBTField.Input.outputIndex, PSBTField.Input.sequence,
        PSBTField.Input.requiredTime, PSBTField.Input.requiredHeight,
    ]

    /// Keeps the spent output, unknown entries and the final script and witness; removes the rest.
    mutating func complete(script: Script, witness: [[UInt8]]) {
        map.remove { $0.type <= PSBTField.Input.musigSignature && !Self.keptWhenFinal.contains($0.type) }
        if !script.bytes.isEmpty { map.set(PSBTField.Input.finalScript, to: script.bytes) }
        guard !witness.isEmpty else { return }
        var writer = WireWriter()
        writer.append(compactSize: witness.count)
        for item in witness { writer.append(sized: item) }
        map.set(PSBTField.Input.finalWitness, to: writer.bytes)
    }
}
