// SPDX-License-Identifier: MIT

/// Why an action failed, for display: a sentence in every language, and a remedy.
package struct UserMessage: Error, Hashable, Sendable {
    /// The remedy that a screen offers with the sentence.
    package enum Remedy: Hashable, Sendable {
        case none, retry, sync, logIn, join, unlock
    }

    package let word: StringKey
    /// The values of the sentence's placeholders.
    package let values: [String: String]
    package let remedy: Remedy
    /// The English message of the component that refused; for "details", and for support.
    package let detail: String?

    package init(_ word: StringKey, _ values: [String: String] = [:], remedy: Remedy = .none, detail: String? = nil) {
        self.word = word
        self.values = values
        self.remedy = remedy
        self.detail = detail
    }
}
