// SPDX-License-Identifier: MIT
package import Chains
package import Coins
internal import Observation
internal import Tokens

/// The price history of a coin: a chart, and a summary in words.
@Observable @MainActor
package final class CoinPriceModel {
    /// Empty without a price source, and while no price was seen.
    package private(set) var history: LoadState<PriceHistory> = .loading
    /// The span of the chart.
    package var span = PriceSpan.week
    package let unit: Chains.Unit
    package let session: WalletSession

    @ObservationIgnored private var round = 0

    package init(_ unit: Chains.Unit, _ session: WalletSession) {
        self.unit = unit
        self.session = session
    }

    /// Whether a price source is configured.
    package var hasSource: Bool { !session.preferences.priceAddress.isEmpty && session.priceCurrency != nil }

    /// Fetches the prices of the span; the screen keeps the old ones until the answer arrives.
    package func load() async {
        await session.applyPrices()
        round += 1
        let (question, unit, span) = (round, unit, span)
        if history.value?.span != span { history = .loading }
        do {
            let found = try await session.walletService.useCoins { try $0.priceHistory(of: unit, over: span) }
            guard question == round else { return }
            history = found.map { .ready($0) } ?? .empty
        } catch {
            guard question == round else { return }
            history = .failed(UserMessage(error))
        }
    }

    /// Why the chart shows recorded prices instead of the source's.
    package var staleBecause: UserMessage? { history.value?.refusal.map { UserMessage($0) } }

    /// The chart's course in words, for users who cannot see it.
    package var summary: String {
        guard let history = history.value else { return "" }
        let words = session.words
        return words(
            .priceSummary,
            [
                "coin": unit.symbol, "price": words.amount(history.last.price), "change": change ?? "—",
                "lowest": words.amount(history.lowest.price), "lowestWhen": when(history.lowest),
                "highest": words.amount(history.highest.price), "highestWhen": when(history.highest),
            ])
    }

    /// The change in percent; nil for absurd ones.
    package var change: String? {
        history.value?.changeInTenthsOfPercent.map { session.words.change(tenthsOfPercent: $0) }
    }

    /// The time of a price, formatted for a list.
    package func when(_ point: PricePoint) -> String { session.when(.init(seconds: point.time)) }
}

extension Localizer {
    /// `+3.4 %`, in the language's format.
    package func change(tenthsOfPercent tenths: Int) -> String {
        let whole = number(Int(tenths.magnitude / 10)) + decimalPoint + "\(tenths.magnitude % 10)"
        return (tenths < 0 ? "−" : "+") + self(.percent, ["number": whole])
    }
}
