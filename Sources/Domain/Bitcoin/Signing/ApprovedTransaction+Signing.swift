// SPDX-License-Identifier: MIT
internal import Crypto

extension ApprovedTransaction {
    /// Signs every input for which these keys suffice. Each signature covers all inputs and all outputs.
    ///
    /// The same plan always gets the same signatures: RFC 6979 with a low r as in Bitcoin Core, BIP-0340 without
    /// auxiliary bytes.
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature` when a key does not match its origin; what `keys` throws.
    package func signatures(by keys: some KeySource) throws -> [InputSignature] {
        let transaction = plan.unsigned
        let hash = try SignatureHash(transaction, spending: plan.spent)
        var wanted: [(input: Int, publicKey: Secp256k1.PublicKey, origin: KeyOrigin)] = []
        for (index, input) in plan.inputs.enumerated() {
            switch input.spending {
            case .key(_, let publicKey, let origin): wanted.append((index, publicKey, origin))
            case .multisig(let multisig, let origins):
                for case (let publicKey, .some(let origin)) in zip(multisig.keys, origins) {
                    wanted.append((index, publicKey, origin))
                }
            case nil: continue
            }
        }
        let found = try keys.privateKeys(for: wanted.map(\.origin))
        var signatures: [InputSignature] = []
        signatures.reserveCapacity(found.count)
        for case (let (index, publicKey, _), .some(let key)) in zip(wanted, found) {
            guard let spending = plan.inputs[index].spending,
                let bytes = try sign(index, spending, publicKey, with: key, hash, transaction)
            else {
                throw BitcoinError(.badSignature, "The key of input \(index) is not the one that its path leads to.")
            }
            signatures.append(InputSignature(input: index, publicKey: publicKey, bytes: bytes))
        }
        return signatures
    }

    /// Signs all inputs.
    ///
    /// - Throws: ``BitcoinError`` as ``signatures(by:)`` does, and with `.badSignature` when signatures are missing.
    package func signed(by keys: some KeySource) throws -> Transaction {
        try assembled(from: signatures(by: keys))
    }

    /// Inserts signatures into the transaction.
    ///
    /// - Throws: ``BitcoinError`` with `.badSignature` when an input lacks one.
    package func assembled(from signatures: [InputSignature]) throws -> Transaction {
        var byInput = [[[UInt8]: [UInt8]]](repeating: [:], count: plan.inputs.count)
        for signature in signatures where byInput.indices.contains(signature.input) {
            byInput[signature.input][signature.publicKey.compressed] = signature.bytes
        }
        var transaction = plan.unsigned
        for (index, input) in plan.inputs.enumerated() {
            guard let unlocked = input.spending?.unlocking(with: byInput[index]) else {
                throw BitcoinError(.badSignature, "Input \(index) lacks a signature.")
            }
            transaction.inputs[index].unlockingScript = unlocked.script
            transaction.inputs[index].witness = unlocked.witness
        }
        return transaction
    }

    /// Nil when the private key does not match the public key.
    private func sign(
        _ index: Int, _ spending: Spending, _ publicKey: Secp256k1.PublicKey, with key: Secp256k1.PrivateKey,
        _ hash: SignatureHash, _ transaction: Transaction
    ) throws -> [UInt8]? {
        if case .key(.taproot, _, _) = spending {
            // The output key proves the internal key; computing both would take half as long again.
            let tweaked = try key.tapTweaked(Taproot.tweak(publicKey.xOnly), isOdd: publicKey.isOdd)
            let output = Script.witness(version: 1, program: tweaked.publicKey.xOnly.bytes)
            guard output == plan.inputs[index].output.script else { return nil }
            return try tweaked.signSchnorr(hash.taproot(input: index))
        }
        guard key.publicKey == publicKey else { return nil }
        let digest: [UInt8]
        switch spending {
        case .key(.legacy, _, _):
            digest = try SignatureHash.original(
                transaction, input: index, scriptCode: .publicKeyHash(Hash160.hash(publicKey.compressed)))
        case .key:
            digest = try hash.witnessVersion0(
                input: index, scriptCode: .publicKeyHash(Hash160.hash(publicKey.compressed)))
        case .multisig(let multisig, _):
            digest = try hash.witnessVersion0(input: index, scriptCode: multisig.witnessScript)
        }
        let signature = try key.sign(digest: digest, isLowR: true)
        return signature.der + [UInt8(truncatingIfNeeded: SignatureHashType.all.rawValue)]
    }
}
