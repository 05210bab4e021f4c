// SPDX-License-Identifier: MIT
internal import Crypto

extension TransactionPlan {
    /// Whether a cosigner's signature is valid for one input of this plan and covers everything.
    ///
    /// - Throws: ``BitcoinError`` when the input does not exist.
    package func isValid(_ signature: InputSignature, hash: SignatureHash? = nil) throws -> Bool {
        guard inputs.indices.contains(signature.input), let spending = inputs[signature.input].spending else {
            throw BitcoinError(.malformed, "The plan has no input \(signature.input) that a key of ours spends.")
        }
        let transaction = unsigned
        let hash = try hash ?? SignatureHash(transaction, spending: spent)
        let digest: [UInt8]
        switch spending {
        case .key(_, let publicKey, _) where publicKey != signature.publicKey: return false
        case .key(.taproot, let publicKey, _):
            let output = try Taproot.outputKey(publicKey.xOnly)
            return output.isValid(signature.bytes, for: try hash.taproot(input: signature.input))
        case .key(.legacy, let publicKey, _):
            digest = try SignatureHash.original(
                transaction, input: signature.input,
                scriptCode: .publicKeyHash(Hash160.hash(publicKey.compressed)))
        case .key(_, let publicKey, _):
            digest = try hash.witnessVersion0(
                input: signature.input, scriptCode: .publicKeyHash(Hash160.hash(publicKey.compressed)))
        case .multisig(let multisig, _):
            guard multisig.keys.contains(signature.publicKey) else { return false }
            digest = try hash.witnessVersion0(input: signature.input, scriptCode: multisig.witnessScript)
        }
        guard signature.bytes.last == UInt8(truncatingIfNeeded: SignatureHashType.all.rawValue) else { return false }
        do {
            let parsed = try Secp256k1.Signature(der: Array(signature.bytes.dropLast()))
            return signature.publicKey.isValid(parsed, forDigest: digest)
        } catch {
            // Bytes that cannot be parsed are not a signature.
            return false
        }
    }
}
