// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto

extension ApprovedMessage {
    /// Signs the text in the form that the address requires: Core's own for P2PKH, BIP-0322 for the others (the witness
    /// stack alone, or the whole transaction for SegWit inside P2SH).
    ///
    /// - Returns: base64 text.
    /// - Throws: ``BitcoinError`` with `.badSignature` when `keys` lacks the key; what `keys` throws.
    package func signed(by keys: some KeySource) throws -> String {
        guard case .key(let kind, let publicKey, let origin) = spending else {
            throw BitcoinError(.unsupported, "Messages are signed by single keys.")
        }
        guard case .some(.some(let key)) = try keys.privateKeys(for: [origin]).first, key.publicKey == publicKey else {
            throw BitcoinError(.badSignature, "The key of the address is not here.")
        }
        if kind == .legacy {
            let (signature, recoveryID) = try key.signRecoverable(digest: MessageForm.originalDigest(text))
            return Base64.encode([Self.compressedHead + recoveryID] + signature.raw)
        }
        let form = try MessageForm(text, script: spending.lockingScript)
        let hash = try SignatureHash(form.toSign, spending: form.toSpend.outputs)
        let signature: [UInt8]
        if kind == .taproot {
            signature = try key.signSchnorr(
                hash.taproot(input: 0), tapTweak: Taproot.tweak(publicKey.xOnly))
        } else {
            let code = Script.publicKeyHash(Hash160.hash(publicKey.compressed))
            signature =
                try key.sign(digest: hash.witnessVersion0(input: 0, scriptCode: code), isLowR: true).der
                + [UInt8(truncatingIfNeeded: SignatureHashType.all.rawValue)]
        }
        guard let unlocked = spending.unlocking(with: [publicKey.compressed: signature]) else {
            throw BitcoinError(.badSignature, "The address cannot be unlocked with its own key.")
        }
        var transaction = form.toSign
        transaction.inputs[0].unlockingScript = unlocked.script
        transaction.inputs[0].witness = unlocked.witness
        if kind == .nested { return Base64.encode(transaction.serialized()) }
        var writer = WireWriter()
        writer.append(compactSize: unlocked.witness.count)
        for item in unlocked.witness { writer.append(sized: item) }
        return Base64.encode(writer.bytes)
    }

    /// Marks a recoverable signature by a compressed key.
    static let compressedHead: UInt8 = 31
}
