// SPDX-License-Identifier: MIT
package import Chains
package import Money

/// Says what a coin is worth; asked only when the person configured one, and never needed for anything.
package struct PriceSource: Sendable {
    /// The price of one whole coin, such as one BTC, in a currency.
    package let price: @Sendable (_ of: Unit, _ in: Currency) throws -> Amount

    package init(price: @escaping @Sendable (_ of: Unit, _ in: Currency) throws -> Amount) {
        self.price = price
    }
}
