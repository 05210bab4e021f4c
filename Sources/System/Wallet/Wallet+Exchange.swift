// SPDX-License-Identifier: MIT
package import HubAPI
package import Money

/// Money in currencies other than the hub's first.
extension Wallet {
    /// The hub's currencies and conversion rates, at most a minute old, the lifetime of a quote; offline, the last
    /// known ones.
    package func currencies() throws -> CurrencyList {
        try run { try link.read(Routes.currencies, freshFor: 60).value }
    }

    /// Requests a quote for a conversion. The currency of the amount says whether it is the amount given or received.
    /// The hub moves nothing, and the quote is valid for a minute.
    package func quote(from: Currency, to: Currency, _ amount: Amount) throws -> Quote {
        try run { try OrderSaga(context: open, link: link).quote(from: from, to: to, amount) }
    }

    /// Accepts a quote.
    ///
    /// The order is durable before the wallet calls the hub. If no answer comes, the next sync completes or refuses it,
    /// and the error has its reference in ``WalletError/keptOrder``.
    ///
    /// - Returns: what the history names it by.
    @discardableResult
    package func convert(_ quote: Quote) throws -> ReferenceID {
        try run {
            let saga = OrderSaga(context: open, link: link)
            let row = try saga.convert(quote)
            let name = ReferenceID(.order, row)
            try finish(name, isOpen: { try saga.waiting().contains(row) }) { try saga.finish(row) }
            return name
        }
    }
}
