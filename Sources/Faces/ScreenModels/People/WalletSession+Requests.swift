// SPDX-License-Identifier: MIT
internal import HubAPI
internal import Wallet

extension WalletSession {
    /// The most requests to count; more are shown as this many.
    private nonisolated static let mostCounted = 50

    /// Asks the hub how many requests wait for this account to pay. Without an answer the last number stays.
    package func countRequests() async {
        guard case .loggedIn = account else { return note(requestsToPay: 0) }
        do {
            let page = try await walletService.ask {
                try $0.requests(.incoming, state: .open, limit: Self.mostCounted)
            }
            note(requestsToPay: page.items.count)
        } catch {
            // The number is of the last answer; the screen of requests says why there is none.
        }
    }
}
