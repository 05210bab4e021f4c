// SPDX-License-Identifier: MIT
package import Chains

/// A path at which wallets create accounts. A restore tries each one, so that the user need not know which wallet it
/// was.
package struct KnownPath: Hashable, Sendable {
    /// The wallets that use this path.
    package let title: String
    package let kind: AccountKind
    /// The first account, on the main network.
    package let path: DerivationPath
    /// Whether the last step is an account number. When one account is used, the restore tries the next.
    package let countsAccounts: Bool

    private init(_ title: String, _ kind: AccountKind, _ components: [UInt32], countsAccounts: Bool = true) {
        self.title = title
        self.kind = kind
        self.countsAccounts = countsAccounts
        do {
            path = try DerivationPath(components: components.map { $0 | DerivationPath.hardened })
        } catch {
            preconditionFailure("A path of the table cannot be: \(error)")
        }
    }

    /// The most common first. Sources: the wallets' own documents and restore tables.
    package static let all: [KnownPath] = [
        KnownPath("BIP-84, native SegWit", .segwit, [84, 0, 0]),
        KnownPath("BIP-86, Taproot", .taproot, [86, 0, 0]),
        KnownPath("BIP-49, SegWit in P2SH", .nested, [49, 0, 0]),
        KnownPath("BIP-44, legacy", .legacy, [44, 0, 0]),
        KnownPath("BRD, Hodl and others, legacy", .legacy, [0]),
        KnownPath("BRD and others, native SegWit", .segwit, [0]),
        KnownPath("SegWit in P2SH right below the phrase", .nested, [0]),
        KnownPath("Copay, native SegWit on the path of BIP-44", .segwit, [44, 0, 0]),
        KnownPath("CoolWallet S, SegWit in P2SH on the path of BIP-44", .nested, [44, 0, 0]),
        KnownPath("Legacy on the path of BIP-84", .legacy, [84, 0, 0]),
        KnownPath("SegWit in P2SH on the path of BIP-84", .nested, [84, 0, 0]),
        KnownPath("Legacy on the path of BIP-49", .legacy, [49, 0, 0]),
        KnownPath("Native SegWit on the path of BIP-49", .segwit, [49, 0, 0]),
        KnownPath("Samourai, toxic change", .segwit, [84, 0, 2_147_483_644], countsAccounts: false),
        KnownPath("Samourai Whirlpool, before the mix", .segwit, [84, 0, 2_147_483_645], countsAccounts: false),
        KnownPath("Samourai Whirlpool, after the mix", .segwit, [84, 0, 2_147_483_646], countsAccounts: false),
        KnownPath("Samourai Ricochet, legacy", .legacy, [44, 0, 2_147_483_647], countsAccounts: false),
        KnownPath("Samourai Ricochet, SegWit in P2SH", .nested, [49, 0, 2_147_483_647], countsAccounts: false),
        KnownPath("Samourai Ricochet, native SegWit", .segwit, [84, 0, 2_147_483_647], countsAccounts: false),
    ]

    /// The account at this path, with the network's coin type where the path has one.
    ///
    /// - Parameter number: counts from the table's account on; beyond the first only where ``countsAccounts``.
    /// - Throws: ``BitcoinError`` with `.unsupported` for a number that the path does not allow.
    package func account(number: UInt32 = 0, network: Network, master: PrivateExtendedKey) throws -> Account {
        guard number == 0 || (countsAccounts && number < DerivationPath.hardened) else {
            throw BitcoinError(.unsupported, "\(title) has no account \(number).")
        }
        var components = path.components
        if components.count == 3 { components[1] = network.coinType | DerivationPath.hardened }
        // Counted paths end in zero, so the bitwise or adds the number.
        components[components.count - 1] |= number
        return try Account(
            network: network, kind: kind, path: DerivationPath(components: components), master: master)
    }
}
