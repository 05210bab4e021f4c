// SPDX-License-Identifier: MIT
internal import Crypto

/// What must be signed to spend an input, after the file's scripts were checked against the spent output.
enum PSBTLock: Hashable {
    /// A script without witnesses: P2PKH, P2PK, bare multisig, or a P2SH redeem script.
    case original(Script)
    /// The script of a version 0 witness; for P2WPKH the P2PKH script of its key.
    case witness(Script)
    /// A taproot output key.
    case taproot([UInt8])
    /// The file lacks the script, or this wallet does not support the output's kind.
    case closed

    /// Whether a signature by this key counts towards opening the lock.
    func isOpened(by publicKey: [UInt8]) -> Bool {
        switch self {
        case .original(let script), .witness(let script):
            switch script.kind {
            case .publicKey(let key): key == publicKey
            case .publicKeyHash(let hash): Hash160.hash(publicKey) == hash
            case .multisig(_, let keys): keys.contains(publicKey)
            default: false
            }
        case .taproot, .closed: false
        }
    }
}

extension PSBT {
    /// Determines the lock of an input.
    ///
    /// - Throws: ``BitcoinError`` with `.malformed` when a script does not match the output's hash, or when the amount
    ///   of an input without witnesses is unproven.
    func lock(of index: Int, spending output: TransactionOutput) throws -> PSBTLock {
        let input = inputs[index]
        var script = output.script
        if case .scriptHash(let hash) = script.kind {
            guard let redeemScript = input.redeemScript else { return .closed }
            guard Hash160.hash(redeemScript.bytes) == hash else {
                throw BitcoinError(
                    .malformed, "The redeem script of input \(index) is not the one its output asks for.")
            }
            script = redeemScript
        }
        switch script.kind {
        case .witnessPublicKeyHash(let hash): return .witness(.publicKeyHash(hash))
        case .witnessScriptHash(let hash):
            guard let witnessScript = input.witnessScript else { return .closed }
            guard SHA256.hash(witnessScript.bytes).bytes == hash else {
                throw BitcoinError(
                    .malformed, "The witness script of input \(index) is not the one its output asks for.")
            }
            return .witness(witnessScript)
        // Taproot inside P2SH is not taproot. BIP-0341
        case .taproot(let key): return script == output.script ? .taproot(key) : .closed
        case .futureWitness: return .closed
        default:
            guard input.previousTransaction != nil else {
                throw BitcoinError(
                    .malformed,
                    "Input \(index) spends an output from before witnesses; only its whole transaction proves the amount."
                )
            }
            return .original(script)
        }
    }
}
