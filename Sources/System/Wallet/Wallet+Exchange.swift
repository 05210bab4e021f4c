// SPDX-License-Identifier: MIT
package import HubAPI
package import Money

/// Money in other currencies than the hub's first.
extension Wallet {
    /// What the hub keeps and at what rates it converts, at most as old as a quote may be; without a network as it was heard
    /// last.
    package func currencies() throws -> CurrencyList {
        try run { try link.read(Routes.currencies, freshFor: 60).value }
    }

    /// What a conversion would cost; the amount is what is given or what is got, whichever its currency says. Asks the hub,
    /// moves nothing, and holds for a minute.
    package func quote(from: Currency, to: Currency, _ amount: Amount) throws -> Quote {
        try run { try OrderSaga(wallet: open, link: link).quote(from: from, to: to, amount) }
    }

    /// Takes a quote.
    ///
    /// The order is durable before the hub is asked: when no answer comes, the next sync finds out what became of it,
    /// and the error has its name in ``WalletError/keptOrder``.
    ///
    /// - Returns: what the history names it by: `h` and a number.
    @discardableResult
    package func convert(_ quote: Quote) throws -> String {
        try run {
            let saga = OrderSaga(wallet: open, link: link)
            let row = try saga.convert(quote)
            try finish("h\(row)", isOpen: { try saga.waiting().contains(row) }) { try saga.finish(row) }
            return "h\(row)"
        }
    }
}
