// SPDX-License-Identifier: MIT
internal import Bytes
package import Chains
internal import Crypto

/// An extended public key of another wallet or signing device, and its use: enough to watch an account. BCR-2020-007
/// (`hdkey`, once `crypto-hdkey`)
package struct KeyRecord: Hashable, Sendable {
    package let key: PublicExtendedKey
    /// The key's origin; nil when the record does not state it.
    package let origin: KeyOrigin?
    /// The script type of its addresses, from the descriptor or else the purpose in its path; nil when unknown.
    package let kind: AccountKind?
    /// Whether it is one of several cosigners' keys.
    package let isShared: Bool
    /// Whether it belongs to Bitcoin's main network.
    package let isMainnet: Bool
    /// The children that the sender uses; nil when the record does not state them.
    package let children: ChildPathRecord?
    /// The sender's name for it.
    package let name: String?

    /// The longest name accepted, in bytes.
    package static let maximumNameBytes = 200

    /// The watch-only account.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` for a shared key, an unknown kind, or other branches than this
    ///   wallet's, whose addresses would differ from the sender's; `.otherNetwork`.
    package func account(on network: Network) throws -> Account {
        guard let kind, !isShared else {
            throw BitcoinError(.unsupported, "The key is of no account with a single key; its addresses are not known.")
        }
        guard children?.isUsualBranches ?? true else {
            throw BitcoinError(
                .unsupported,
                "The code is of the addresses at \(children?.description ?? ""); only accounts at 0/* or <0;1>/* are watched. Let the other wallet show the whole account."
            )
        }
        guard let facts = network.bitcoinFacts, facts.isMainnet == isMainnet else {
            throw BitcoinError(.otherNetwork, "The key is not of \(network.title).")
        }
        return try Account(
            network: network, kind: kind, origin: try origin ?? KeyOrigin(fingerprint: key.fingerprint, path: .root),
            key: key)
    }

    /// Parses the map of a key, without its tag.
    ///
    /// - Parameters:
    ///   - kind: the kind that the enclosing descriptor states.
    ///   - master: the fingerprint of the master key, where the enclosing record states it.
    /// - Throws: ``BitcoinError`` with `.malformed`, `.unsupported` for a private key or one that cannot derive keys,
    ///   `.otherNetwork` for another coin.
    init(_ map: CBORValue, kind: AccountKind? = nil, isShared: Bool = false, master: [UInt8]? = nil) throws {
        guard map[1]?.bool != true, map[2]?.bool != true else {
            throw BitcoinError(
                .unsupported, "The code shows a private key. Satchel does not need it. Show the account's public key.")
        }
        guard let keyData = map[3]?.bytes else {
            throw BitcoinError(.malformed, "The code holds no extended public key.")
        }
        guard let chainCode = map[4]?.bytes, chainCode.count == 32 else {
            throw BitcoinError(.unsupported, "The key in the code derives no addresses: it has no chain code.")
        }
        isMainnet = try Self.isMainnet(map[5])
        let path = try map[6].map(Self.path)
        let fingerprint = path?.sourceFingerprint ?? master
        origin = try path.flatMap { path in
            try fingerprint.map { try KeyOrigin(fingerprint: $0, path: path.path) }
        }
        let steps = path?.path.components ?? []
        children = try map[7].map(Self.children)
        key = PublicExtendedKey(
            key: try Self.publicKey(keyData), chainCode: chainCode,
            depth: path?.depth ?? UInt8(truncatingIfNeeded: steps.count), parentFingerprint: try Self.parent(map[8]),
            childNumber: steps.last ?? 0, kind: isMainnet ? .xpub : .tpub)
        let hasPurpose = steps.count == 3 && steps.allSatisfy { $0 >= DerivationPath.hardened }
        self.kind =
            kind ?? (hasPurpose && !isShared ? AccountKind(purpose: steps[0] & ~DerivationPath.hardened) : nil)
        self.isShared = isShared
        name = map[9]?.text.flatMap { $0.utf8.count <= Self.maximumNameBytes && $0.isHarmlessToShow ? $0 : nil }
    }

    private static func publicKey(_ bytes: [UInt8]) throws -> Secp256k1.PublicKey {
        do {
            guard bytes.count == Secp256k1.PublicKey.count else {
                throw BitcoinError(.malformed, "The key in the code has \(bytes.count) bytes, not 33.")
            }
            return try Secp256k1.PublicKey(bytes)
        } catch let error as CryptoError {
            throw BitcoinError(.malformed, "The key in the code is invalid.", cause: error)
        }
    }

    /// The use: coin type and network, both zero by default.
    private static func isMainnet(_ use: CBORValue?) throws -> Bool {
        guard let use else { return true }
        let map = use.content(ofTag: 305) ?? use.content(ofTag: 40305) ?? use
        guard map[1]?.uint ?? 0 == 0 else {
            throw BitcoinError(.otherNetwork, "The key in the code is of another coin than bitcoin.")
        }
        return map[2]?.uint ?? 0 == 0
    }

    private static func children(_ value: CBORValue) throws -> ChildPathRecord {
        do {
            return try ChildPathRecord(value)
        } catch {
            throw BitcoinError(.malformed, "The children of the key in the code are not a path.", cause: error)
        }
    }

    private static func path(_ value: CBORValue) throws -> KeyPathRecord {
        do {
            return try KeyPathRecord(value)
        } catch {
            throw BitcoinError(.malformed, "The path of the key in the code is invalid.", cause: error)
        }
    }

    private static func parent(_ value: CBORValue?) throws -> [UInt8] {
        guard let value else { return [0, 0, 0, 0] }
        guard let number = value.uint.flatMap(UInt32.init(exactly:)) else {
            throw BitcoinError(.malformed, "The fingerprint of the key's parent has other than four bytes.")
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
