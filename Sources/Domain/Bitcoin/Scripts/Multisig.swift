// SPDX-License-Identifier: MIT
package import Crypto

/// `m` of `n` keys inside P2WSH.
package struct Multisig: Hashable, Sendable {
    /// The number of required signatures.
    package let threshold: Int
    /// In the order of the script.
    package let keys: [Secp256k1.PublicKey]

    /// The most keys of `OP_CHECKMULTISIG` in a relayed witness script.
    package static let maximumKeyCount = 15

    /// - Parameter isSorted: whether to sort the keys by BIP-0067, so that every cosigner finds the same order.
    /// - Throws: ``BitcoinError`` with `.unsupported` unless 1 ≤ m ≤ n ≤ 15, `.malformed` for a repeated key.
    package init(threshold: Int, keys: [Secp256k1.PublicKey], isSorted: Bool = true) throws {
        guard (1...Self.maximumKeyCount).contains(keys.count), (1...keys.count).contains(threshold) else {
            throw BitcoinError(
                .unsupported, "A shared account needs 1 to \(Self.maximumKeyCount) keys and as many signatures at most."
            )
        }
        guard Set(keys.map(\.compressed)).count == keys.count else {
            throw BitcoinError(.malformed, "A key takes part twice in the shared account.")
        }
        self.threshold = threshold
        self.keys = isSorted ? keys.sorted { $0.compressed.lexicographicallyPrecedes($1.compressed) } : keys
    }

    /// Reads a witness script.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` when it is not a multisig of compressed keys.
    package init(witnessScript: Script) throws {
        guard case .multisig(let threshold, let keys) = witnessScript.kind, keys.allSatisfy({ $0.count == 33 }) else {
            throw BitcoinError(.unsupported, "The witness script is not that of a shared account.")
        }
        let points: [Secp256k1.PublicKey]
        do {
            points = try keys.map { try Secp256k1.PublicKey($0) }
        } catch {
            throw BitcoinError(.malformed, "The witness script holds bytes that are not a key.", cause: error)
        }
        try self.init(threshold: threshold, keys: points, isSorted: false)
        guard self.witnessScript == witnessScript else {
            throw BitcoinError(.unsupported, "The witness script is written in an unusual way.")
        }
    }

    /// The witness script, the last item of the witness.
    package var witnessScript: Script { .multisig(threshold: threshold, keys: keys.map(\.compressed)) }

    /// The locking script: the hash of the witness script.
    package var lockingScript: Script { witnessScript.payToWitnessScriptHash }
}
