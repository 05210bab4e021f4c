// SPDX-License-Identifier: MIT
package import Chains
package import Coins

extension Localizer {
    /// The common name of an account scheme in every language; for schemes without one, the path.
    package func title(of scheme: AccountScheme) -> String {
        switch scheme {
        case .address: self(.address)
        case .legacy: "P2PKH"
        case .nested: "P2SH-P2WPKH"
        case .segwit: "SegWit (P2WPKH)"
        case .taproot: "Taproot (P2TR)"
        case .shared: "Multisig (P2WSH)"
        case .ethereum: "m/44'/60'/0'/0/n"
        case .solana: "m/44'/501'/n'/0'"
        case .solanaShort: "m/44'/501'/n'"
        case .solanaSollet: "m/501'/n'/0/0"
        case .solanaSeed: "BIP-39"
        }
    }
}

extension Phrase.Language {
    /// The language's name in itself.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .japanese: "日本語"
        case .korean: "한국어"
        case .spanish: "Español"
        case .chineseSimplified: "简体中文"
        case .chineseTraditional: "繁體中文"
        case .french: "Français"
        case .italian: "Italiano"
        case .czech: "Čeština"
        case .portuguese: "Português"
        }
    }
}
