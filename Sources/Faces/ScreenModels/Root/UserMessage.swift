// SPDX-License-Identifier: MIT
package import Coins
package import HubAPI
package import Keys
package import Tokens

/// Why an action failed, for display: a sentence in every language, and a remedy.
package struct UserMessage: Error, Hashable, Sendable {
    /// The remedy that a screen offers with the sentence.
    package enum Remedy: Hashable, Sendable {
        case none, retry, sync, logIn, join, unlock, backUp
    }

    package let word: StringKey
    /// The values of the sentence's placeholders.
    package let values: [String: String]
    package let remedy: Remedy
    /// Why, one by one; empty where the sentence says it all.
    package let reasons: [Reason]
    /// What the part of the program said that refused, in English; for "details", and for who helps.
    package let detail: String?

    /// A reason that `Localizer` says in the person's language.
    package enum Reason: Hashable, Sendable {
        /// Something speaks against a request.
        case request(RequestCheck.Finding)
        /// What a server of coins said.
        case server(SendRemark)
        /// The device has this risk.
        case device(DeviceFinding)
        /// The limit of a new account.
        case youngAccount(YoungAccountLimit)
        /// The refused payment is kept.
        case kept
    }

    package init(
        _ word: StringKey, _ values: [String: String] = [:], remedy: Remedy = .none, reasons: [Reason] = [],
        detail: String? = nil
    ) {
        self.word = word
        self.values = values
        self.remedy = remedy
        self.reasons = reasons
        self.detail = detail
    }
}
