// SPDX-License-Identifier: MIT
package import HubAPI
package import Money
internal import Observation
internal import Tokens
internal import Wallet

/// Turning money of one currency into another at the hub: what it costs, a look at it, done.
///
///     editing ─ask─▶ quoted ─take─▶ converting ─▶ done | waiting (for the next sync, which finishes it)
///        ▲─────back────┘  (a quote holds for a minute; then the hub refuses it and another is asked for)
@Observable @MainActor
package final class ExchangeModel: BusyModel {
    package enum Step {
        case editing
        case quoted(Quote)
        case converting(Quote)
        case done(Quote)
        /// Written down, and not answered by the hub.
        case waiting(Quote)
    }

    package private(set) var step = Step.editing
    package internal(set) var isBusy = false
    package internal(set) var refusal: Refusal?
    /// The operator's prices.
    package private(set) var rates: Content<[CurrencyList.Rate]> = .loading
    package private(set) var currencies: [Currency] = []
    package var from: Currency? { didSet { if from == to { to = oldValue }; rename() } }
    package var to: Currency? { didSet { if from == to { from = oldValue }; rename() } }
    package var amount: AmountEntry
    /// Whether the amount is what is got, in place of what is given.
    package var isAboutGetting = false { didSet { rename() } }
    package let session: WalletSession

    /// - Parameter wanted: a currency that is short, with the amount that is needed of it.
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
            let list = try await session.custodian.ask { try $0.currencies() }
            currencies = try list.currencies.map { try Currency(code: $0) }
            rates = Content(list.rates)
            if from == nil { from = currencies.first }
            if to == nil { to = currencies.first { $0 != from } }
            rename()
        } catch {
            rates = .failed(Refusal(error))
        }
    }

    /// What the account has of the currency that is given.
    package var available: Amount? { from.flatMap { session.available(in: $0) } }

    package var canAsk: Bool {
        guard case .editing = step else { return false }
        return !isBusy && from != nil && to != nil && from != to && amount.value != nil
    }

    /// Asks what it costs; nothing moves.
    package func ask() async {
        guard canAsk, let from, let to, let amount = amount.value else { return }
        await attempt {
            let quote = try await self.session.custodian.ask { try $0.quote(from: from, to: to, amount) }
            self.step = .quoted(quote)
        }
    }

    /// Until when a quote holds, by this device's clock.
    package func isOver(_ quote: Quote) -> Bool { session.surroundings.clock.now().seconds >= quote.expires }

    package func back() {
        refusal = nil
        if case .quoted = step { step = .editing }
    }

    /// Takes the quote: once, however often it is tried.
    package func take() async {
        guard case .quoted(let quote) = step, !isBusy else { return }
        step = .converting(quote)
        let isTaken = await attempt {
            let fate = try await self.session.custodian.use { wallet in
                try OrderFate.giving(in: wallet) { try $0.convert(quote) }
            }
            switch fate {
            case .done: self.step = .done(quote)
            case .waiting: self.step = .waiting(quote)
            }
        }
        // What the hub no longer keeps to is asked for anew.
        if !isTaken { step = .editing }
        await session.refresh()
    }
}

extension WalletSession {
    /// What the account could give of a currency; nil while that is not known.
    package func available(in currency: Currency) -> Amount? {
        guard let balances = balances.value else { return nil }
        if currency == self.currency { return balances.account?.available }
        return balances.others.first { $0.available.currency == currency }?.available
    }
}
