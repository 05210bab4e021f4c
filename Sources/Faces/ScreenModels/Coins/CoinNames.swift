// SPDX-License-Identifier: MIT
package import Chains
package import Coins

extension Localizer {
    /// The common name of an account scheme in every language; for schemes without one, the path.
    package func title(of scheme: AccountScheme) -> String {
        scheme == .address ? self(.address) : scheme.title
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
