// SPDX-License-Identifier: MIT
package import Crypto

/// How an output is spent: the signing keys, their origins, and the form of the input.
package enum Spending: Hashable, Sendable {
    /// One key; for taproot the internal key.
    case key(AccountKind, publicKey: Secp256k1.PublicKey, origin: KeyOrigin)
    /// A threshold of several keys; the origins have the order of the keys, nil where unknown.
    case multisig(Multisig, origins: [KeyOrigin?])

    /// A DER signature with low r and low s, plus the type. This wallet's signatures are never longer.
    static let lowSignatureCount = 71
    /// A cosigner's signature may have a high r.
    static let signatureCount = 72
    static let taprootSignatureCount = 64

    /// The script that this spends.
    ///
    /// - Throws: ``BitcoinError`` as ``AccountKind/lockingScript(for:)`` does.
    package var lockingScript: Script {
        get throws {
            switch self {
            case .key(let kind, let key, _): try kind.lockingScript(for: key)
            case .multisig(let multisig, _): multisig.lockingScript
            }
        }
    }

    /// The size of the unlocking script, without its length prefix.
    var unlockingScriptCount: Int {
        switch self {
        case .key(.legacy, _, _): 1 + Self.lowSignatureCount + 1 + 33
        case .key(.nested, _, _): 1 + 22
        case .key, .multisig: 0
        }
    }

    /// The size of the witness with its counts; zero without one.
    var witnessCount: Int {
        switch self {
        case .key(.legacy, _, _): 0
        case .key(.nested, _, _), .key(.segwit, _, _): 1 + 1 + Self.lowSignatureCount + 1 + 33
        case .key(.taproot, _, _): 1 + 1 + Self.taprootSignatureCount
        case .multisig(let multisig, _):
            1 + 1 + multisig.threshold * (1 + Self.signatureCount)
                + WireWriter.compactSizeCount(multisig.witnessScript.bytes.count)
                + multisig.witnessScript.bytes.count
        }
    }

    /// The input's weight in a transaction with witnesses; without them, at most one unit too high.
    package var inputWeight: Int {
        let script = unlockingScriptCount
        let base = OutPoint.count + WireWriter.compactSizeCount(script) + script + 4
        return base * 4 + max(1, witnessCount)
    }

    /// Places signatures as the script requires; nil while some are missing.
    ///
    /// - Parameter signatures: by compressed key, each with its type byte where there is one.
    package func unlocking(with signatures: [[UInt8]: [UInt8]]) -> (script: Script, witness: [[UInt8]])? {
        switch self {
        case .key(let kind, let key, _):
            guard let signature = signatures[key.compressed] else { return nil }
            switch kind {
            case .legacy: return (Script(Script.push(signature) + Script.push(key.compressed)), [])
            case .nested:
                let inner = Script.witness(version: 0, program: Hash160.hash(key.compressed))
                return (Script(Script.push(inner.bytes)), [signature, key.compressed])
            case .segwit: return (Script([]), [signature, key.compressed])
            case .taproot: return (Script([]), [signature])
            }
        case .multisig(let multisig, _):
            let given = multisig.keys.compactMap { signatures[$0.compressed] }
            guard given.count >= multisig.threshold else { return nil }
            // OP_CHECKMULTISIG takes one extra item, which must be empty. BIP-0147
            return (Script([]), [[]] + given.prefix(multisig.threshold) + [multisig.witnessScript.bytes])
        }
    }
}
