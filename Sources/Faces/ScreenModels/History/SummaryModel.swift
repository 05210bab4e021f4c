// SPDX-License-Identifier: MIT
package import HubAPI
internal import Money
internal import Observation
internal import Wallet

/// Received and sent totals by month and by person, computed by the hub.
@Observable @MainActor
package final class SummaryModel {
    package private(set) var summary: LoadState<HistorySummary> = .loading
    package let session: WalletSession

    package init(_ session: WalletSession) { self.session = session }

    package func load() async {
        do {
            let summary = try await session.walletService.ask { try $0.historySummary(HistoryFilter()) }
            self.summary = summary.months.isEmpty ? .empty : .ready(summary)
        } catch {
            summary = .failed(UserMessage(error))
        }
    }

    /// The lengths of a line's bars, as shares of the longest one.
    package func shares(of line: HistorySummary.Line) -> (received: Double, sent: Double) {
        let longest = (summary.value?.months ?? []).reduce(Int64(1)) { longest, month in
            max(longest, month.received.minorUnits, month.sent.minorUnits)
        }
        // These are lengths of bars; no amounts are computed from them.
        return (Double(line.received.minorUnits) / Double(longest), Double(line.sent.minorUnits) / Double(longest))
    }
}
