// SPDX-License-Identifier: MIT

/// A language that the app speaks whole. Its texts and conventions are in the folder with its name.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"
    case japanese = "ja"
    case french = "fr"

    /// The forms of counted nouns, as Unicode's CLDR names them.
    package enum PluralForm: String, CaseIterable, Hashable, Sendable { case one, other }

    /// The language of a locale such as `de_AT.UTF-8`; English for those that are not spoken here.
    package init(locale: String) {
        let code = locale.prefix { $0.isLetter }.lowercased()
        self = Language(rawValue: code) ?? .english
    }

    /// How it writes numbers, dates and counts.
    package var conventions: LanguageConventions {
        switch self {
        case .english: .english
        case .german: .german
        case .japanese: .japanese
        case .french: .french
        }
    }

    /// What a word is in this language.
    package func wording(_ word: StringKey) -> Wording {
        switch self {
        case .english: word.english
        case .german: word.german
        case .japanese: word.japanese
        case .french: word.french
        }
    }

    /// What its speakers call it.
    package var name: String { conventions.name }

    /// The forms that it has, for whole numbers.
    package var pluralForms: Set<PluralForm> { conventions.singularCounts == nil ? [.other] : [.one, .other] }

    package func pluralForm(_ count: Int) -> PluralForm {
        conventions.singularCounts?.contains(count) == true ? .one : .other
    }
}
