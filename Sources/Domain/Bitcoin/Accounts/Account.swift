// SPDX-License-Identifier: MIT
package import Chains
package import Crypto

/// A single-key account without its private key. It derives every address and cannot sign.
package struct Account: Hashable, Sendable {
    package let network: Network
    /// The script type of every address.
    package let kind: AccountKind
    /// The origin of the account's key.
    package let origin: KeyOrigin
    /// The account's key, the parent of its two branches.
    package let key: PublicExtendedKey
    private let receive: PublicExtendedKey
    private let change: PublicExtendedKey

    /// - Throws: ``BitcoinError`` with `.otherNetwork` when the network is not Bitcoin's or the key's text names another;
    ///   `ChainsError` when the key has no children.
    package init(network: Network, kind: AccountKind, origin: KeyOrigin, key: PublicExtendedKey) throws {
        guard let facts = network.bitcoinFacts else {
            throw BitcoinError(.otherNetwork, "\(network.title) has no Bitcoin accounts.")
        }
        // A derived key does not name its network; the text of a parsed key names it in the first letter.
        guard key.kind == .xpub || key.kind.isMainnet == facts.isMainnet else {
            throw BitcoinError(.otherNetwork, "The extended key is not of \(network.title).")
        }
        self.network = network
        self.kind = kind
        self.origin = origin
        self.key = key
        receive = try key.child(AddressBranch.receive.rawValue)
        change = try key.child(AddressBranch.change.rawValue)
    }

    /// The account of a phrase at a path. The default path is that of its kind, `m/84'/0'/0'` for SegWit.
    package init(
        network: Network, kind: AccountKind, number: UInt32 = 0, path: DerivationPath? = nil, master: PrivateExtendedKey
    ) throws {
        let path = try path ?? Self.path(kind, number: number, network: network)
        let key = try master.derived(path).publicKey
        try self.init(
            network: network, kind: kind, origin: KeyOrigin(fingerprint: master.publicKey.fingerprint, path: path),
            key: key)
    }

    /// Purpose, coin type and account, all hardened. BIP-0044
    package static func path(_ kind: AccountKind, number: UInt32, network: Network) throws -> DerivationPath {
        try DerivationPath.root.appending(kind.purpose, isHardened: true)
            .appending(network.coinType, isHardened: true).appending(number, isHardened: true)
    }

    /// - Throws: `ChainsError` for an index above 2^31 - 1 or, with a chance of 1 in 2^127, one without a key.
    package func publicKey(_ branch: AddressBranch, _ index: UInt32) throws -> Secp256k1.PublicKey {
        try (branch == .receive ? receive : change).publicKey(at: index)
    }

    /// The locking script of an output to the address.
    package func lockingScript(_ branch: AddressBranch, _ index: UInt32) throws -> Script {
        try kind.lockingScript(for: publicKey(branch, index))
    }

    /// - Throws: as ``publicKey(_:_:)`` does.
    package func address(_ branch: AddressBranch, _ index: UInt32) throws -> Address {
        try Address(lockingScript(branch, index), network: network)
    }

    /// Consecutive addresses, for a scan of a gap.
    package func addresses(_ branch: AddressBranch, _ indices: Range<UInt32>) throws -> [Address] {
        try indices.map { try address(branch, $0) }
    }

    /// How to spend an output to one of the addresses.
    package func spending(_ branch: AddressBranch, _ index: UInt32) throws -> Spending {
        .key(kind, publicKey: try publicKey(branch, index), origin: try origin.appending(branch.rawValue, index))
    }

    /// `xpub`, `ypub` or `zpub`, according to the account's kind. Taproot has no letter of its own. SLIP-0132
    package var extendedKeyText: String {
        let isMainnet = network.bitcoinFacts?.isMainnet ?? true
        let written: ExtendedKeyKind =
            switch kind {
            case .legacy, .taproot: isMainnet ? .xpub : .tpub
            case .nested: isMainnet ? .ypub : .upub
            case .segwit: isMainnet ? .zpub : .vpub
            }
        return key.serialized(as: written)
    }

    /// The descriptor of one branch, for other wallets. BIP-0380
    package func descriptor(_ branch: AddressBranch) -> Descriptor {
        Descriptor(
            .single(
                kind,
                DescriptorKey(
                    origin: origin, key: key, steps: [branch.rawValue],
                    isMainnet: network.bitcoinFacts?.isMainnet ?? true)))
    }
}
