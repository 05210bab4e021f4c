// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains

/// The keys that make an account's addresses: one key, or the keys of several cosigners.
enum BitcoinKeys {
    case single(Account)
    /// A multisig account: a threshold of several keys spends. BIP-0048, BIP-0067
    case shared(MultisigAccount)

    func spending(_ branch: AddressBranch, _ index: UInt32) throws -> Spending {
        switch self {
        case .single(let account): try account.spending(branch, index)
        case .shared(let account): try account.spending(branch, index)
        }
    }

    func lockingScript(_ branch: AddressBranch, _ index: UInt32) throws -> Script {
        switch self {
        case .single(let account): try account.lockingScript(branch, index)
        case .shared(let account): try account.spending(branch, index).lockingScript
        }
    }

    var descriptor: Descriptor {
        switch self {
        case .single(let account): account.descriptor(.receive)
        case .shared(let account): account.descriptor(.receive)
        }
    }

    var single: Account? { if case .single(let account) = self { account } else { nil } }
    var shared: MultisigAccount? { if case .shared(let account) = self { account } else { nil } }
}

extension Descriptor {
    /// The shared account of this descriptor; nil for an account of one key.
    ///
    /// - Throws: `BitcoinError` with `.unsupported` for keys that are not sorted, for other branches than `/0/*` and
    ///   `/<0;1>/*`, and for keys without an origin; `.otherNetwork`.
    func sharedAccount(on network: Network) throws -> MultisigAccount? {
        guard case .sortedMultisig(let threshold, let keys) = form else {
            if case .single = form { return nil }
            throw BitcoinError(.unsupported, "Satchel supports only shared accounts with sorted keys (sortedmulti).")
        }
        let cosigners = try keys.map { key in
            guard (key.steps == [0] && key.alternatives.isEmpty) || (key.steps.isEmpty && key.alternatives == [0, 1])
            else {
                throw BitcoinError(.unsupported, "Only descriptors whose keys end in /0/* or /<0;1>/* are watched.")
            }
            guard key.isMainnet == network.bitcoinFacts?.isMainnet else {
                throw BitcoinError(.otherNetwork, "The descriptor is not of \(network.title).")
            }
            guard let origin = key.origin else {
                throw BitcoinError(
                    .unsupported, "Each key of a shared account must say where it comes from: [origin]key.")
            }
            return MultisigAccount.Cosigner(origin: origin, key: key.key)
        }
        return try MultisigAccount(network: network, threshold: threshold, cosigners: cosigners)
    }
}
