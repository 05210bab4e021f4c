// SPDX-License-Identifier: MIT

/// A language that the app speaks whole.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"
    case japanese = "ja"

    /// The forms of counted nouns, as Unicode's CLDR names them.
    package enum PluralForm: String, CaseIterable, Hashable, Sendable { case one, other }

    /// The language of a locale such as `de_AT.UTF-8`; English for those that are not spoken here.
    package init(locale: String) {
        let code = locale.prefix { $0.isLetter }.lowercased()
        self = Language(rawValue: code) ?? .english
    }

    /// What its speakers call it.
    package var name: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .japanese: "日本語"
        }
    }

    /// The forms that it has, for whole numbers. CLDR, Language Plural Rules, "cardinal"
    package var pluralForms: Set<PluralForm> {
        switch self {
        case .english, .german: [.one, .other]
        case .japanese: [.other]
        }
    }

    package func pluralForm(_ count: Int) -> PluralForm {
        switch self {
        case .english, .german: count == 1 ? .one : .other
        case .japanese: .other
        }
    }

    /// What a word is in this language.
    package func wording(_ word: StringKey) -> Wording {
        switch self {
        case .english: word.english
        case .german: word.german
        case .japanese: word.japanese
        }
    }
}
