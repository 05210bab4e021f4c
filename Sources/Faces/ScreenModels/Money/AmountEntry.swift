// SPDX-License-Identifier: MIT
package import Money

/// An amount as a person types it.
package struct AmountEntry: Hashable, Sendable {
    package var text: String
    package var currency: Currency?
    /// Whose decimal separator is typed.
    package let language: Language

    package init(_ text: String = "", in currency: Currency?, language: Language = .english) {
        self.text = text
        self.currency = currency
        self.language = language
    }

    /// The amount above zero; nil while nothing is typed.
    ///
    /// - Throws: ``Refusal`` that says what is wrong with it.
    package func amount() throws -> Amount? {
        guard !text.trimmed.isEmpty else { return nil }
        guard let currency else { throw Refusal(.refusedNotJoined, remedy: .join) }
        let amount: Amount
        do {
            // Without decimals there is nothing but groups.
            let typed = currency.minorDigits == 0 ? Words.narrow(text) : try Words(language).typed(text)
            amount = try Amount(parsing: typed, currency: currency)
        } catch {
            throw Refusal(error)
        }
        guard amount.isPositive else { throw Refusal(.refusedZero) }
        return amount
    }

    /// What is wrong with what stands there; nil while nothing is typed.
    package var objection: Refusal? {
        do {
            _ = try amount()
            return nil
        } catch {
            return Refusal(error)
        }
    }

    /// The amount, when what is typed is one.
    package var value: Amount? {
        // Safe: what is wrong is said by `objection`.
        (try? amount()) ?? nil
    }
}
