// SPDX-License-Identifier: MIT

/// Why something did not happen, as a screen says it: a sentence in every language, and what helps.
package struct Refusal: Error, Hashable, Sendable {
    /// What a screen offers beside the sentence.
    package enum Remedy: Hashable, Sendable {
        case none, retry, sync, logIn, join, unlock
    }

    package let word: Word
    /// What stands for the placeholders of the sentence.
    package let values: [String: String]
    package let remedy: Remedy
    /// What the part of the program said that refused, in English; for "details", and for who helps.
    package let detail: String?

    package init(_ word: Word, _ values: [String: String] = [:], remedy: Remedy = .none, detail: String? = nil) {
        self.word = word
        self.values = values
        self.remedy = remedy
        self.detail = detail
    }
}
