// SPDX-License-Identifier: MIT
package import HubAPI
import HubLedger
import HubStorage
package import Money
import SQL
import Tokens

/// The operator's commands for currencies and rates. Each call is durable when it returns.
extension Hub {
    /// All currencies of the hub, that of its offline tokens first, with the rates between them.
    package func currencies() throws -> CurrencyList {
        let context = context
        return try context.store.read { database in
            let table = context.currencies(database)
            return CurrencyList(currencies: try table.kept().map(\.code), rates: try table.rates())
        }
    }

    /// Adds a currency permanently. Adding an existing one changes nothing.
    package func add(_ currency: Currency) throws {
        guard currency != self.currency else { return }
        let context = context
        try context.store.writeAndWait { store in
            let added = try store.database.run(
                "INSERT INTO currency (code, added) VALUES (?, ?) ON CONFLICT DO NOTHING",
                [.text(currency.code), try .unsigned(store.now.seconds)])
            guard added > 0 else { return }
            try store.log(.currencyAdded, of: nil, by: context.configuration.actor, currency.code)
            let ledger = context.ledger(store)
            try ledger.open(LedgerName.funding(currency), in: currency, mayOverdraw: true)
            try ledger.open(LedgerName.clearing(currency), in: currency, mayOverdraw: true)
        }
    }

    /// Sets the rate of a pair. Quotes given before stay valid for up to a minute.
    ///
    /// - Throws: ``HubError`` with `.invalid` for a currency that the hub does not have.
    package func set(_ rate: ExchangeRate) throws {
        let context = context
        try context.store.writeAndWait { store in
            let table = context.currencies(store.database)
            for currency in [rate.base, rate.counter] where try !table.kept().contains(currency) {
                throw HubError(
                    .invalid, "This hub does not keep \(currency.code). Add it with `satchel-hub currency add` first.")
            }
            try table.set(rate, at: store.now)
            try store.log(.rateSet, of: nil, by: context.configuration.actor, "\(rate)")
        }
    }

    /// Ends conversion between two currencies.
    package func forgetRate(between one: Currency, and other: Currency) throws {
        let context = context
        try context.store.writeAndWait { store in
            try context.currencies(store.database).forget(one, other)
            try store.log(.rateForgotten, of: nil, by: context.configuration.actor, "\(one.code)/\(other.code)")
        }
    }
}
