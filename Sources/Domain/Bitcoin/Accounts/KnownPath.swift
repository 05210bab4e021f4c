// SPDX-License-Identifier: MIT
package import Chains

/// A place where wallets put accounts; at restore each is tried, so that nobody has to remember which wallet it was.
///
/// Collected from what wallets document: the BIPs, BlueWallet's table of formats, walletsrecovery.org.
package struct KnownPath: Hashable, Sendable {
    /// Whose habit it is.
    package let title: String
    package let kind: AccountKind
    /// On the main network.
    package let path: DerivationPath

    private init(_ title: String, _ kind: AccountKind, _ components: [UInt32]) {
        self.title = title
        self.kind = kind
        do { path = try DerivationPath(components: components) } catch {
            preconditionFailure("A path of the table cannot be: \(error)")
        }
    }

    /// The most common first.
    package static let all: [KnownPath] =
        [
            KnownPath("BIP-84, native SegWit", .segwit, [84 | h, 0 | h, 0 | h]),
            KnownPath("BIP-86, Taproot", .taproot, [86 | h, 0 | h, 0 | h]),
            KnownPath("BIP-49, SegWit in P2SH", .nested, [49 | h, 0 | h, 0 | h]),
            KnownPath("BIP-44, legacy", .legacy, [44 | h, 0 | h, 0 | h]),
            KnownPath("BIP-84, second account", .segwit, [84 | h, 0 | h, 1 | h]),
            KnownPath("BIP-49, second account", .nested, [49 | h, 0 | h, 1 | h]),
            KnownPath("BIP-44, second account", .legacy, [44 | h, 0 | h, 1 | h]),
            KnownPath("Bitcoin Core before descriptors", .legacy, [0 | h, 0 | h]),
            KnownPath("BRD, Hodl, Multibit HD", .legacy, [0 | h]),
            KnownPath("BRD, SegWit", .segwit, [0 | h]),
            KnownPath("Blockstream Green, single", .nested, [3 | h, 1 | h]),
            KnownPath("Coinomi, Ledger, SegWit on a legacy path", .segwit, [44 | h, 0 | h, 0 | h]),
            KnownPath("SegWit in P2SH on a legacy path", .nested, [44 | h, 0 | h, 0 | h]),
            KnownPath("Legacy on a SegWit path", .legacy, [84 | h, 0 | h, 0 | h]),
            KnownPath("SegWit in P2SH on a SegWit path", .nested, [84 | h, 0 | h, 0 | h]),
            KnownPath("SegWit on a nested path", .segwit, [49 | h, 0 | h, 0 | h]),
            KnownPath("Samourai, bad bank", .segwit, [84 | h, 0 | h, 2_147_483_644 | h]),
            KnownPath("Samourai, premix", .segwit, [84 | h, 0 | h, 2_147_483_645 | h]),
            KnownPath("Samourai, postmix", .segwit, [84 | h, 0 | h, 2_147_483_646 | h]),
            KnownPath("Branches under the master key, legacy", .legacy, []),
            KnownPath("Branches under the master key, SegWit", .segwit, []),
        ]

    /// The account here, with the coin type of a network where the path has one.
    package func account(network: Network, master: PrivateExtendedKey) throws -> Account {
        var components = path.components
        if components.count == 3 { components[1] = network.coinType | h }
        return try Account(
            network: network, kind: kind, path: DerivationPath(components: components), master: master)
    }
}

/// The mark of a hardened step, short enough for a table.
private let h = DerivationPath.hardened
