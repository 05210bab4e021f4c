// SPDX-License-Identifier: MIT
package import Crypto

/// The script type of a single-key account's addresses. The purpose in the account's path names it.
package enum AccountKind: String, CaseIterable, Hashable, Sendable {
    /// P2PKH, BIP-0044.
    case legacy
    /// P2WPKH inside P2SH, BIP-0049.
    case nested
    /// P2WPKH, BIP-0084.
    case segwit
    /// P2TR without scripts, BIP-0086.
    case taproot

    /// The first step of the path, without the hardened bit.
    package var purpose: UInt32 {
        switch self {
        case .legacy: 44
        case .nested: 49
        case .segwit: 84
        case .taproot: 86
        }
    }

    /// The kind of a path with this purpose; nil for any other purpose.
    package init?(purpose: UInt32) {
        guard let kind = Self.allCases.first(where: { $0.purpose == purpose }) else { return nil }
        self = kind
    }

    /// The script that pays to a key.
    ///
    /// - Throws: ``BitcoinError`` for the one key in 2^128 that gives no taproot output.
    package func lockingScript(for key: Secp256k1.PublicKey) throws -> Script {
        switch self {
        case .legacy: .publicKeyHash(Hash160.hash(key.compressed))
        case .nested: Script.witness(version: 0, program: Hash160.hash(key.compressed)).payToScriptHash
        case .segwit: .witness(version: 0, program: Hash160.hash(key.compressed))
        case .taproot: .witness(version: 1, program: try Taproot.outputKey(key.xOnly).bytes)
        }
    }
}
