// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money
internal import Observation
internal import Wallet

/// How much came and went, by month and by person; the hub adds it up.
@Observable @MainActor
package final class SummaryModel {
    package private(set) var summary: Content<HistorySummary> = .loading
    package let session: WalletSession

    package init(_ session: WalletSession) { self.session = session }

    package func load() async {
        do {
            let summary = try await session.custodian.ask { try $0.historySummary(HistoryFilter()) }
            self.summary = summary.months.isEmpty ? .empty : .ready(summary)
        } catch {
            summary = .failed(Refusal(error))
        }
    }

    /// How long the bars of a month are, as shares of the longest one of all.
    package func shares(of line: HistorySummary.Line) -> (received: Double, sent: Double) {
        let longest = (summary.value?.months ?? []).reduce(Int64(1)) { longest, month in
            max(longest, month.received.minorUnits, month.sent.minorUnits)
        }
        // Lengths of bars, not amounts: nothing is added up with them.
        return (Double(line.received.minorUnits) / Double(longest), Double(line.sent.minorUnits) / Double(longest))
    }
}
