// SPDX-License-Identifier: MIT

/// How an account derives its keys and addresses. The stored numbers never change.
package enum AccountScheme: UInt64, CaseIterable, Sendable {
    /// A single watched address.
    case address = 1
    /// Bitcoin, P2PKH. BIP-0044
    case legacy = 44
    /// Bitcoin, P2WSH of several cosigners' sorted keys. BIP-0048
    case shared = 48
    /// Bitcoin, P2WPKH in P2SH. BIP-0049
    case nested = 49
    /// Ethereum, `m/44'/60'/0'/0/i`. BIP-0044
    case ethereum = 60
    /// Bitcoin, P2WPKH. BIP-0084
    case segwit = 84
    /// Bitcoin, P2TR. BIP-0086
    case taproot = 86
    /// Solana, `m/44'/501'/i'/0'`: what most wallets use.
    case solana = 501
    /// Solana, `m/44'/501'/i'`: older wallets and hardware.
    case solanaShort = 502
    /// Solana, a Bitcoin-style key used as a seed: Sollet, discontinued in 2020.
    case solanaSollet = 503
    /// Solana, the phrase's seed without any path: the first command-line wallets.
    case solanaSeed = 504

    /// - Throws: ``CoinsError`` with code `.newerVersion` for a number that this program does not know.
    init(stored: UInt64) throws {
        guard let known = Self(rawValue: stored) else {
            throw CoinsError(
                .newerVersion, "An account of the kind \(stored) was added by a newer Satchel. Install that to use it.")
        }
        self = known
    }

    /// The scheme's name in commands.
    package var name: String {
        switch self {
        case .address: "address"
        case .legacy: "legacy"
        case .nested: "nested"
        case .shared: "shared"
        case .ethereum: "ethereum"
        case .segwit: "segwit"
        case .taproot: "taproot"
        case .solana: "solana"
        case .solanaShort: "solana-short"
        case .solanaSollet: "solana-sollet"
        case .solanaSeed: "solana-seed"
        }
    }

    /// The scheme with this name, or nil.
    package init?(named name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
