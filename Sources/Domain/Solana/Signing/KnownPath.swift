// SPDX-License-Identifier: MIT
package import Bytes
package import Chains
package import Crypto

/// A path at which wallets have kept Solana keys, for finding the accounts of a phrase from another wallet.
package struct KnownPath: Hashable, Sendable {
    package enum Scheme: Hashable, Sendable {
        /// SLIP-0010 on Ed25519; every step hardened.
        case edwards
        /// BIP-0032 on secp256k1, whose 32-byte private key is used as an Ed25519 seed. Discontinued in 2020.
        case bitcoinSeed
        /// The first 32 bytes of the phrase's seed, without a path, as in the first command-line wallets.
        case plainSeed
    }

    /// The wallets that use it, shown to the user for the choice.
    package let title: String
    package let scheme: Scheme
    /// `i` marks the account's index; nil for ``Scheme/plainSeed``.
    package let pattern: String?

    /// The path of an account; nil when the row has one account only and the index is not zero.
    ///
    /// - Throws: `ChainsError` with `.badPath` for an index above 2^31 - 1.
    package func path(_ index: UInt32) throws -> DerivationPath? {
        guard let pattern else { return index == 0 ? .root : nil }
        guard pattern.contains("i") else { return index == 0 ? try DerivationPath(pattern) : nil }
        return try DerivationPath(
            pattern.split(separator: "/").map { $0 == "i'" ? "\(index)'" : $0 == "i" ? "\(index)" : String($0) }
                .joined(separator: "/"))
    }

    /// The key of an account of a phrase's seed; nil when the row has no account with this index.
    ///
    /// - Throws: `ChainsError` with `.badPath` for an index above 2^31 - 1, `.badKey` for an invalid seed.
    package func key(seed: SecretBytes, index: UInt32) throws -> Ed25519.PrivateKey? {
        guard let path = try path(index) else { return nil }
        switch scheme {
        case .edwards: return try EdwardsKey(seed: seed).derived(path).privateKey
        case .bitcoinSeed:
            return try Ed25519.PrivateKey(seed: PrivateExtendedKey(seed: seed).derived(path).key.scalar)
        case .plainSeed:
            guard seed.count >= Ed25519.keyCount else {
                throw ChainsError(.badKey, "A seed of \(seed.count) bytes is too short to be a key.")
            }
            return try Ed25519.PrivateKey(
                seed: SecretBytes(count: Ed25519.keyCount) { key in
                    seed.withUnsafeBytes {
                        key.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<Ed25519.keyCount]))
                    }
                })
        }
    }

    /// The path of new accounts: `m/44'/501'/i'/0'`.
    package static let standard = KnownPath(
        title: "Phantom, Solflare, Trust Wallet, Ledger", scheme: .edwards, pattern: "m/44'/501'/i'/0'")

    /// Every row, the most likely first.
    package static let all: [KnownPath] = [
        standard,
        KnownPath(title: "Solana CLI, Trust Wallet, Exodus", scheme: .edwards, pattern: "m/44'/501'/i'"),
        KnownPath(title: "Solana CLI without an account", scheme: .edwards, pattern: "m/44'/501'"),
        KnownPath(title: "Ledger with a change level", scheme: .edwards, pattern: "m/44'/501'/0'/i'"),
        KnownPath(title: "Sollet, given up", scheme: .bitcoinSeed, pattern: "m/501'/i'/0/0"),
        KnownPath(title: "Solana CLI, no path", scheme: .plainSeed, pattern: nil),
    ]
}
