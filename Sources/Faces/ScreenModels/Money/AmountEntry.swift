// SPDX-License-Identifier: MIT
package import Money

/// An amount as the user types it.
package struct AmountEntry: Hashable, Sendable {
    package var text: String
    package var currency: Currency?
    /// The language whose decimal separator is expected.
    package let language: Language

    package init(_ text: String = "", in currency: Currency?, language: Language = .english) {
        self.text = text
        self.currency = currency
        self.language = language
    }

    /// The amount above zero; nil while the text is empty.
    ///
    /// - Throws: ``UserMessage`` for an invalid amount.
    package func amount() throws -> Amount? {
        guard !text.trimmed.isEmpty else { return nil }
        guard let currency else { throw UserMessage(.refusedNotJoined, remedy: .join) }
        let amount: Amount
        do {
            // Without decimals, separators can only be group separators.
            let typed = currency.minorDigits == 0 ? Localizer.narrow(text) : try Localizer(language).typed(text)
            amount = try Amount(parsing: typed, currency: currency)
        } catch {
            throw UserMessage(error)
        }
        guard amount.isPositive else { throw UserMessage(.refusedZero) }
        return amount
    }

    /// What is wrong with the text; nil while it is empty.
    package var objection: UserMessage? {
        do {
            _ = try amount()
            return nil
        } catch {
            return UserMessage(error)
        }
    }

    /// The amount, if the text is valid.
    package var value: Amount? {
        // Safe: `objection` reports what is wrong.
        (try? amount()) ?? nil
    }
}
