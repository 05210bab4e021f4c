// SPDX-License-Identifier: MIT

/// The prefixes of one Bitcoin network. `src/kernel/chainparams.cpp` of Bitcoin Core
package struct BitcoinFacts: Hashable, Sendable {
    /// The first byte of a base58 address that pays to a key's hash.
    package let p2pkh: UInt8
    /// The first byte of a base58 address that pays to a script's hash.
    package let p2sh: UInt8
    /// The first byte of a private key for import.
    package let wif: UInt8
    /// The prefix of segregated witness addresses. BIP-0173
    package let bech32Prefix: String
    /// The coin type in derivation paths. SLIP-0044
    package let coinType: UInt32
    /// The hash of the first block, in displayed byte order.
    package let genesisHash: String

    /// Whether extended keys begin with x, y, z rather than t, u, v.
    package var isMainnet: Bool { coinType == 0 }

    static let mainnet = BitcoinFacts(
        p2pkh: 0x00, p2sh: 0x05, wif: 0x80, bech32Prefix: "bc", coinType: 0,
        genesisHash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")

    /// The test networks differ only in their first block; regtest also has its own prefix.
    static func test(genesisHash: String, bech32Prefix: String = "tb") -> BitcoinFacts {
        BitcoinFacts(
            p2pkh: 0x6F, p2sh: 0xC4, wif: 0xEF, bech32Prefix: bech32Prefix, coinType: 1, genesisHash: genesisHash)
    }
}
