// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Tokens
internal import Wallet

/// Exchanges money for another currency at the hub: quote, review, exchange.
///
///     editing ─ask─▶ quoted ─take─▶ converting ─▶ done | waiting (for the next sync, which completes it)
///        ▲─────back────┘  (a quote is valid for a minute; then the hub refuses it and a new one is requested)
@Observable @MainActor
package final class ExchangeModel: BusyModel {
    package enum Step {
        case editing
        case quoted(Quote)
        case converting(Quote)
        case done(Quote)
        /// Stored, but the hub has not answered.
        case waiting(Quote)
    }

    package private(set) var step = Step.editing
    package internal(set) var isBusy = false
    package internal(set) var refusal: UserMessage?
    /// The operator's rates.
    package private(set) var rates: LoadState<[CurrencyList.Rate]> = .loading
    package private(set) var currencies: [Currency] = []
    package var from: Currency? { didSet { if from == to { to = oldValue }; rename() } }
    package var to: Currency? { didSet { if from == to { from = oldValue }; rename() } }
    package var amount: AmountEntry
    /// Whether the entered amount is the one received instead of the one given.
    package var isAboutGetting = false { didSet { rename() } }
    package let session: WalletSession

    /// - Parameter wanted: the currency and the amount that the user needs.
    package init(_ session: WalletSession, wanted: Amount? = nil) {
        self.session = session
        amount = AmountEntry(in: session.currency, language: session.words.language)
        from = session.currency
        if let wanted {
            to = wanted.currency
            isAboutGetting = true
            amount = AmountEntry(
                session.words.typedForm(of: wanted.decimalText), in: wanted.currency, language: session.words.language)
        }
    }

    private func rename() { amount.currency = isAboutGetting ? to : from }

    package func load() async {
        do {
            let list = try await session.walletService.ask { try $0.currencies() }
            currencies = try list.currencies.map { try Currency(code: $0) }
            rates = LoadState(list.rates)
            if from == nil { from = currencies.first }
            if to == nil { to = currencies.first { $0 != from } }
            rename()
        } catch {
            rates = .failed(UserMessage(error))
        }
    }

    /// The available balance in the source currency.
    package var available: Amount? { from.flatMap { session.available(in: $0) } }

    package var canAsk: Bool {
        guard case .editing = step else { return false }
        return !isBusy && from != nil && to != nil && from != to && amount.value != nil
    }

    /// Requests a quote; no money moves.
    package func ask() async {
        guard canAsk, let from, let to, let amount = amount.value else { return }
        await attempt {
            let quote = try await self.session.walletService.ask { try $0.quote(from: from, to: to, amount) }
            self.step = .quoted(quote)
        }
    }

    /// Whether a quote has expired, by this device's clock.
    package func isOver(_ quote: Quote) -> Bool { session.dependencies.clock.now().seconds >= quote.expires }

    package func back() {
        refusal = nil
        if case .quoted = step { step = .editing }
    }

    /// Accepts the quote once, however often it is tried.
    package func take() async {
        guard case .quoted(let quote) = step, !isBusy else { return }
        step = .converting(quote)
        let isTaken = await attempt {
            let fate = try await self.session.walletService.use { wallet in
                try OrderFate.giving(in: wallet) { try $0.convert(quote) }
            }
            switch fate {
            case .done: self.step = .done(quote)
            case .waiting: self.step = .waiting(quote)
            }
        }
        // A quote that the hub no longer honours is requested again.
        if !isTaken { step = .editing }
        await session.caughtUp()
    }
}

extension WalletSession {
    /// The available balance in a currency; nil while unknown.
    package func available(in currency: Currency) -> Amount? {
        guard let balances = balances.value else { return nil }
        if currency == self.currency { return balances.account?.available }
        return balances.others.first { $0.available.currency == currency }?.available
    }
}
