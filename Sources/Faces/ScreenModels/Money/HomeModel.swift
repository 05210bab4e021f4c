// SPDX-License-Identifier: MIT
package import Money
internal import Observation
internal import Tokens
internal import Wallet

/// The home screen: balances, their places, recent activity, and actions.
@Observable @MainActor
package final class HomeModel {
    /// One place that holds money.
    package struct Line: Hashable, Sendable {
        package let word: StringKey
        package let values: [String: String]
        package let amount: Amount
    }

    package let session: WalletSession
    private var words: Localizer { session.words }

    package init(_ session: WalletSession) { self.session = session }

    /// The available total, here and at the hub; nil until the hub was first asked.
    package var total: LoadState<Amount> {
        switch session.balances {
        case .loading: return .loading
        case .empty: return .empty
        case .failed(let refusal): return .failed(refusal)
        case .ready(let balances):
            do {
                let here = try balances.offline.adding(balances.awaiting)
                return .ready(try balances.account.map { try $0.balance.adding(here) } ?? here)
            } catch {
                return .failed(UserMessage(error))
            }
        }
    }

    /// The places of the money. Zero balances are omitted, except the two that every wallet has.
    package var lines: [Line] {
        guard let balances = session.balances.value else { return [] }
        var lines: [Line] = []
        if let account = balances.account {
            lines.append(Line(word: .atHub, values: ["time": session.when(account.asOf)], amount: account.balance))
            if account.available != account.balance {
                lines.append(Line(word: .availableAtHub, values: [:], amount: account.available))
            }
        }
        for other in balances.others {
            lines.append(Line(word: .atHub, values: ["time": session.when(other.asOf)], amount: other.balance))
        }
        lines.append(Line(word: .offline, values: [:], amount: balances.offline))
        if !balances.awaiting.isZero { lines.append(Line(word: .awaiting, values: [:], amount: balances.awaiting)) }
        if !balances.queued.isZero { lines.append(Line(word: .queued, values: [:], amount: balances.queued)) }
        for queued in balances.queuedOthers { lines.append(Line(word: .queued, values: [:], amount: queued)) }
        for held in balances.held {
            lines.append(Line(word: .held, values: ["time": session.when(held.until)], amount: held.amount))
        }
        if !balances.unacknowledged.isZero {
            lines.append(Line(word: .unconfirmed, values: [:], amount: balances.unacknowledged))
        }
        return lines
    }

    /// The number of requests that can be made before the next sync.
    package var requestsReady: Int { session.balances.value?.requestsReady ?? 0 }

    /// Whether payments are possible yet.
    package var canPay: Bool { session.currency != nil }

    /// The state of the hub connection, for a symbol that differs by shape as well as by colour.
    package enum Signal: Hashable, Sendable { case good, poor, none, unknown }

    package var signal: Signal {
        switch session.line {
        case .unreachable: .none
        case .reached(.poor): .poor
        case .reached: .good
        case .syncing, .unknown: .unknown
        }
    }

    /// The header's text on the hub connection.
    package var status: String {
        switch session.line {
        case .syncing: words(.syncing)
        case .unreachable: words(.lineUnreachable)
        case .reached(.poor): words(.linePoor)
        case .reached: words(.lineReached)
        case .unknown: words(.lineUnknown)
        }
    }
}
